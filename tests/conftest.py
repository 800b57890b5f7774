"""What every test stands on: the catalogues as they are in the .po files, and no limit of time on examples."""

import os
from pathlib import Path

from hypothesis import settings

from hatch_build import compile_catalogues

# Examples take as long as they take: the machine may be slow or busy. In a gate they are the same at each run.
settings.register_profile("aethyr", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("aethyr")

compile_catalogues(Path(__file__).parent.parent)
