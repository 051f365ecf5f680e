"""The far side of sockets, scripted."""
