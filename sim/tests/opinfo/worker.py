"""A process that runs operators whose names come on stdin, one a line, and answers in JSON lines.

python -m opinfo.worker [LIMIT]        # in sim/tests
"""

import json
import sys

import musasim

musasim.enable(devices=1)

import torch  # noqa: E402

from .database import Tally, operators, run_operator  # noqa: E402


def answer(name, infos, limit):
    tally = Tally()
    for info in infos:
        run_operator(info, limit=limit, tally=tally)
    return {"name": name, "rows": tally.as_rows(), "failures": tally.failures}


def main(argv):
    limit = int(argv[1]) if len(argv) > 1 else None
    torch.set_num_threads(1)
    table = operators()
    replies = sys.stdout
    sys.stdout = sys.stderr  # what operators print is not an answer
    for line in sys.stdin:
        name = line.strip()
        print(json.dumps(answer(name, table[name], limit)), file=replies, flush=True)


if __name__ == "__main__":
    main(sys.argv)
