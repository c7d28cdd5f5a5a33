"""Says what a Python parser says of itself, without running a line of it.

    python -I -S -B inspect_parser.py ENTRYPOINT < bundle.zip > facts.json

The answer is described in inspection/answer.py.
"""

import json
import os
import sys

# -I keeps even the folder of this script off the path, as it does everything that is installed or lies about.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from inspection.answer import answer_for

if __name__ == '__main__':
    # Deeper than any source is that somebody has written.
    sys.setrecursionlimit(10_000)
    answer = answer_for(sys.stdin.buffer.read(), sys.argv[1])
    sys.stdout.buffer.write(json.dumps(answer).encode())
