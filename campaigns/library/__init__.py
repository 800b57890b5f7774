"""Bundled rules content: the creatures and spells of the SRD 5.1, read piece by piece as they are used."""
