"""Describes a Python parser without running it.

    python -I -S -B inspect_parser.py ENTRYPOINT < files.json > facts.json

The input lists the files of a bundle: pairs of a name and the content. The content of a module is in base64, that of
other files is null. The archive itself is not read, because loading zipfile takes 12 ms. inspection/answer.py
describes the output.
"""

import json
import os
import sys

# -I keeps the folder of this script off the path, like installed packages and the current folder.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from inspection.answer import answer_for

if __name__ == '__main__':
    # Deeper than any real source.
    sys.setrecursionlimit(10_000)
    answer = answer_for(dict(json.loads(sys.stdin.buffer.read())), sys.argv[1])
    # The host may have started a script that looks for a Python, as those of pyenv.
    sys.stdout.buffer.write(json.dumps({**answer, 'executable': sys.executable}).encode())
