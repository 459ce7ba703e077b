"""musa_faults of the pytest plugin: what fails in one test, and that it ends with the test."""

pytest_plugins = ["pytester"]


def test_faults_are_those_of_one_test(run):
    source = """
    import pytest, torch

    @pytest.mark.musa_faults("alloc:above=20M")
    def test_marker():
        with pytest.raises(torch.OutOfMemoryError):
            torch.empty(2**25, device="musa")

    def test_no_fault_is_left():
        torch.empty(2**25, device="musa")

    def test_a_fixture_sets_them_in_the_midst_of_the_test(musa_faults):
        x = torch.ones(10, device="musa")
        musa_faults("kernel:after=1; alloc:above=1G", optional=True)
        y = x + 1
        with pytest.raises(RuntimeError):
            (y + 1).cpu()
        assert musa_faults.strikes == [1, 0]

    def test_the_gpu_is_whole_again():
        assert torch.ones(10, device="musa").sum().item() == 10

    def test_wrong_rules(musa_faults):
        with pytest.raises(ValueError, match="`nothing`: expected one of alloc"):
            musa_faults("nothing")

    @pytest.fixture
    def lost(musa_faults):
        musa_faults("device_lost:device=0")

    def test_a_fixture_may_use_the_fixture(lost):
        with pytest.raises(RuntimeError):
            torch.ones(1, device="musa")
    """
    run(source, "--musasim").assert_outcomes(passed=6)


def test_a_rule_that_never_strikes_fails_its_test(run):
    source = """
    import pytest, torch

    @pytest.mark.musa_faults("alloc:above=1G; kernel:name=softmax,after=3")
    def test_missed():
        torch.ones(10, device="musa").softmax(0)

    @pytest.mark.musa_faults("alloc:above=1G")
    def test_failed():
        assert False

    @pytest.mark.musa_faults("alloc:above=1G", optional=True)
    def test_optional(): pass

    def test_replaced(musa_faults):
        musa_faults("alloc:above=2G")
        musa_faults("")
    """
    result = run(source, "--musasim")

    result.assert_outcomes(failed=3, passed=1)
    result.stdout.fnmatch_lines(
        [
            "the fault `alloc:above=1G` never struck: it fitted 0 events",
            "the fault `kernel:name=softmax,after=3` never struck: it fitted * events",
            "*test_failed*",
            "* musasim *",
            "the fault `alloc:above=1G` never struck: it fitted 0 events",
            "the fault `alloc:above=2G` never struck: it fitted 0 events",
        ]
    )


def test_the_rules_of_the_environment_come_back(run, monkeypatch):
    source = """
    import pytest, torch

    def allocate():
        with pytest.raises(torch.OutOfMemoryError):
            torch.empty(2**25, device="musa")

    def test_before(): allocate()

    @pytest.mark.musa_faults("alloc:above=1G", optional=True)
    def test_own_rules():
        torch.empty(2**25, device="musa")
        torch.musa.empty_cache()

    def test_after(): allocate()
    """
    monkeypatch.setenv("MUSASIM_FAULTS", "alloc:above=20M")
    run(source, "--musasim").assert_outcomes(passed=3)


def test_without_the_simulator_they_are_skipped(run):
    source = """
    import pytest

    @pytest.mark.musa_faults("alloc")
    def test_marker(): assert False

    def test_fixture(musa_faults): assert False
    """
    result = run(source)

    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["SKIPPED *faults need the simulator (pytest --musasim)"])
