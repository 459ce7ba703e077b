"""Which element of a vector is which lane's, by the addresses of the lanes."""

import pytest

pytest.importorskip("triton")
LANES = 32


def plan_of(offsets, count=1, size=4, lanes=range(LANES)):
    from musasim.triton._lanes import Value
    from musasim.triton._memory import _Plan

    return _Plan(Value("ptr", "%base", tuple(offsets)), tuple(lanes), count, size)


def test_neighbours_fill_a_vector():
    plan = plan_of([4 * lane for lane in range(LANES)])
    assert plan.fits_vector and plan.is_injective and plan.is_contiguous
    assert (plan.first, plan.size) == (0, LANES)
    assert plan.elements_of(0) == list(range(LANES))


def test_lanes_from_the_last_to_the_first():
    plan = plan_of([-4 * lane for lane in range(LANES)])
    assert plan.is_contiguous and plan.first == -4 * (LANES - 1)
    assert plan.elements_of(0) == list(range(LANES))[::-1]


def test_several_elements_of_each_lane():
    plan = plan_of([8 * lane for lane in range(LANES)], count=2)
    assert plan.is_contiguous and plan.size == 2 * LANES
    assert plan.elements_of(1) == list(range(1, 2 * LANES, 2))


def test_a_number_of_elements_that_is_no_power_of_two():
    assert not plan_of([12 * lane for lane in range(LANES)], count=3).is_contiguous


def test_gaps_and_an_element_of_two_lanes():
    gaps = plan_of([8 * lane for lane in range(LANES)])
    assert gaps.fits_vector and gaps.is_injective and not gaps.is_contiguous
    shared = plan_of([4 * (lane // 2) for lane in range(LANES)])
    assert shared.fits_vector and not shared.is_injective and shared.is_contiguous
    assert shared.elements_of(0) == [lane // 2 for lane in range(LANES)]


def test_lanes_that_take_no_part_have_no_element():
    plan = plan_of([4 * lane for lane in range(LANES)], lanes=(2, 5))
    assert (plan.first, plan.size) == (8, 4)
    assert [plan.elements_of(0)[lane] for lane in (2, 3, 5)] == [0, None, 3]


@pytest.mark.parametrize(
    "offsets",
    [[4 * lane + lane % 2 for lane in range(LANES)], [64 * lane for lane in range(LANES)]],
)
def test_lanes_that_no_vector_has(offsets):
    plan = plan_of(offsets)
    assert not plan.fits_vector and not plan.is_injective and not plan.is_contiguous
