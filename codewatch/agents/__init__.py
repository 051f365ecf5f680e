"""What turns messages into observations and observations into reflections."""
