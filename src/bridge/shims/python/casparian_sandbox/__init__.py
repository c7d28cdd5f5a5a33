"""Confines a process on Linux, with what the kernel offers. Needs only the standard library.

kernel.py        the system calls that Python does not offer
machine.py       what every program of a machine reads: libraries, certificates, time zones
namespaces.py    own process numbers, network and mounts
view.py          a root folder that shows only what is allowed
landlock.py      which files may be opened, and which processes signalled
seccomp.py       which system calls may be used
privileges.py    drops the rights of root
layers.py        which of these this machine offers
confinement.py   applies them to a process

The reasons are in docs/design/sandbox.md.
"""
