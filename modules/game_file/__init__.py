"""The file that carries a game (`karsk-0.2.senlac`): its zip, its digests, and its place while it is open.

names      which files it may carry, by name and kind
archive    the zip: the same bytes everywhere
contents   from a folder to the files of it that go in
digests    what a game is told by: two lists of digests, and words for them
opened     a file as a folder, for as long as the process runs
found      the games that lie in a folder
"""
