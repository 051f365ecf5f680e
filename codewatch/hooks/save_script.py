"""What a client runs: finds the package beside this file, whatever the current folder, and saves."""

import os
import sys

# Appended: a folder of ours must never shadow a module of the standard library.
sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from codewatch.hooks import door, save  # The path has to be there first.

door.run(save.main)
