"""The parts of run_upstream_tests.py: the pytest plugin, the reasons, the page."""
