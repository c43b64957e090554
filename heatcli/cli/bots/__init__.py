"""The commands of `heat bot`, a small file each."""
