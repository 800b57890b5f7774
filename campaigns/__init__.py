"""Campaign folders on disk: the only package that reads and writes files of people."""
