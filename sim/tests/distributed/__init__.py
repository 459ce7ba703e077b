"""What runs in the processes of the distributed tests, and what starts them."""
