"""The pytest plugin with pytest-xdist: each worker is a process with GPUs of its own."""

pytest_plugins = ["pytester"]


def test_faults_checks_and_devices_in_workers(run):
    source = """
    import ctypes, musasim, pytest, torch

    kept = []

    @pytest.mark.musa_devices(2)
    def test_devices(musa_devices):
        assert musa_devices == 2

    @pytest.mark.musa_faults("alloc:above=20M")
    def test_faults():
        with pytest.raises(torch.OutOfMemoryError):
            torch.empty(2**25, device="musa")

    def test_leak():
        kept.append(torch.ones(10, device="musa"))

    def test_misuse():
        ctypes.CDLL(musasim.home() + "/lib/libmusart.so").musaFree(ctypes.c_void_p(16))
    """
    options = ("--musasim", "--musasim-devices=2", "--musasim-check", "-n", "2")
    result = run(source, *options)

    result.assert_outcomes(passed=3, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["leak: the test left 512 bytes of device memory:", "*ERROR: bad free*"]
    )


def test_a_worker_that_ends_tells_why(run):
    source = """
    import ctypes, torch

    def test_host_access():
        x = torch.ones(1000, device="musa")
        torch.musa.synchronize()
        ctypes.c_float.from_address(x.data_ptr()).value

    def test_next(): pass
    """
    result = run(source, "--musasim", "--musasim-check", "-n", "1")

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["worker 'gw0' crashed while running *test_host_access*"])
    result.stderr.fnmatch_lines(["*ERROR: host access: the host reads*"])
