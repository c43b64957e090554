"""The commands of `heat tournament`, a small file each."""
