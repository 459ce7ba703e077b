"""torch.distributed over MCCL between two processes. A pair of processes runs many checks, as starting
it takes the most time; they are in distributed/."""

from distributed.pairs import assert_all_well


def test_every_collective_gives_what_gloo_gives():
    assert_all_well("collectives")


def test_works_streams_coalescing_and_objects():
    assert_all_well("works")


def test_collectives_in_graphs():
    assert_all_well("captures")


def test_collectives_in_graphs_of_a_single_rank():
    assert_all_well("captures", world=1)


def test_several_devices_in_each_rank():
    assert_all_well("devices", env={"MUSASIM_DEVICES": "4"})


def test_parts_of_groups_meshes_and_distributed_tensors():
    assert_all_well("groups")
