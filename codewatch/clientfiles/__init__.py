"""The settings files of clients: entries of ours are put in and taken out, everything else stays as it is."""
