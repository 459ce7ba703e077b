"""Cost of the simulated device's operators: what is measured, and how."""
