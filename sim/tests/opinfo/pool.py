"""Runs the whole database in worker processes; a crash of one is a failure of its operator."""

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
# An operator whose samples take longer than this hangs.
SECONDS = 600


class Worker:
    """One process, started again after a crash."""

    def __init__(self, limit):
        self._arguments = [] if limit is None else [str(limit)]
        self._process = None
        self._errors = tempfile.TemporaryFile("w+", errors="replace")

    def _started(self):
        if self._process is None:
            environment = dict(os.environ, OMP_NUM_THREADS="1", TORCHADA_AUTOLOAD="0")
            self._process = subprocess.Popen(
                [sys.executable, "-m", "opinfo.worker", *self._arguments],
                cwd=FOLDER,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
            )
        return self._process

    def ask(self, name):
        """The answer for one operator."""
        process = self._started()
        watch = threading.Timer(SECONDS, process.kill)
        watch.start()
        try:
            process.stdin.write(name + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            watch.cancel()
        if line:
            return json.loads(line)
        status = process.wait()
        self.close()
        failures = {"process": f"ended with status {status}: {self._last_words()}"}
        return {"name": name, "rows": [["process", "other", 0, 1]], "failures": failures}

    def _last_words(self):
        self._errors.seek(0)
        lines = self._errors.read().strip().splitlines()
        self._errors.seek(0)
        self._errors.truncate()
        return lines[-1] if lines else ""

    def close(self):
        if self._process is not None:
            self._process.stdin.close()
            self._process.stdout.close()
            self._process.wait()
            self._process = None


def run_all(names, processes, limit=None, report=None):
    """name -> answer, for every name."""
    waiting = queue.SimpleQueue()
    for name in names:
        waiting.put(name)
    answers = {}

    def serve():
        worker = Worker(limit)
        while True:
            try:
                name = waiting.get_nowait()
            except queue.Empty:
                break
            answers[name] = worker.ask(name)
            if report is not None:
                report(answers[name], len(answers))
        worker.close()

    threads = [threading.Thread(target=serve) for _ in range(processes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
