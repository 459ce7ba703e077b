"""torch.cuda.tunable while it is off, which is the default, and what torch.cuda.jiterator parses."""

import pytest
import torch
from torch.cuda import jiterator, tunable

pytestmark = pytest.mark.gpu


def test_it_is_off_and_ready_to_tune():
    assert tunable.is_enabled() is False
    assert tunable.tuning_is_enabled() is True
    assert tunable.record_untuned_is_enabled() is False
    tunable.enable(False)
    tunable.record_untuned_enable(False)
    assert tunable.is_enabled() is False


def test_tuning_is_a_setting_of_its_own():
    tunable.tuning_enable(False)
    assert tunable.tuning_is_enabled() is False
    tunable.tuning_enable()
    assert tunable.tuning_is_enabled() is True


def test_limits():
    assert (tunable.get_max_tuning_duration(), tunable.get_max_tuning_iterations()) == (30, 100)
    tunable.set_max_tuning_duration(12)
    tunable.set_max_tuning_iterations(-5)
    assert (tunable.get_max_tuning_duration(), tunable.get_max_tuning_iterations()) == (12, 0)
    tunable.set_max_tuning_duration(30)
    tunable.set_max_tuning_iterations(100)


def test_the_file_s_name_with_the_device_s_number():
    before = tunable.get_filename()
    for name, expected in (
        ("results.csv", "results0.csv"),
        ("results", "results0"),
        ("r%d.x.csv", "r0.x.csv"),
    ):
        tunable.set_filename(name, insert_device_ordinal=True)
        assert tunable.get_filename() == expected
    tunable.set_filename("plain.csv")
    assert tunable.get_filename() == "plain.csv"
    tunable.set_filename(before)


def test_nothing_was_tuned():
    assert tuple(tunable.get_results()) == ()
    validators = dict(tunable.get_validators())
    assert validators["PT_VERSION"] == torch.__version__.split("+")[0]


def test_tuning_a_file_needs_tunable_op():
    with pytest.raises((AssertionError, RuntimeError)):
        tunable.tune_gemm_in_file("no such file")


ADD = "template <typename T> T add(T x, T y, T scale) { return scale * (x + y); }"


def test_functions_for_the_gpu_are_parsed_when_they_are_made():
    function = jiterator._create_jit_fn(ADD, scale=2.0)
    assert callable(function)
    several = "template <typename T> void two(T x, T& a, T& b) { a = x; b = -x; }"
    assert callable(jiterator._create_multi_output_jit_fn(several, num_outputs=2))
    with pytest.raises(Exception, match="Couldn't parse code"):
        jiterator._create_jit_fn("no function")
