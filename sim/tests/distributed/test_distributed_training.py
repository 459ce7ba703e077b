"""Training on two processes against one process with the doubled batch."""

from distributed.pairs import assert_all_well


def test_training_equals_that_of_one_process():
    assert_all_well("training", timeout=300)
