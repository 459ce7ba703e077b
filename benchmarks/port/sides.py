"""What is timed: processes that answer with seconds, and commands that write a tree."""

import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TIMEOUT_S = 900


class BenchmarkError(Exception):
    """The measurement could not be made; the text says what failed and how."""


def environment():
    """Workers time text work only: nothing is activated, no torchada but the interpreter's own."""
    env = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MUSASIM")
    }
    env["TORCHADA_AUTOLOAD"] = "0"
    return env


class Worker:
    """A process that reads its texts once and then does one round for each line it is sent."""

    def __init__(self, *command):
        self.command = [str(part) for part in command]
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )

    def seconds(self):
        try:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it ended; there is no answer then, which is what is reported
        answer = self.process.stdout.readline()
        if not answer:
            raise BenchmarkError(f"`{' '.join(self.command)}` ended with {self.process.wait()}")
        return float(answer.split()[0])

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def script(name, *arguments, python=sys.executable):
    return Worker(python, HERE / name, *arguments)


def processor_time():
    """The seconds of the processes that have ended, in the program and in the system for it."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Command:
    """A command that writes the folder `output`, which is removed before; start to end is timed."""

    def __init__(self, *command, output, good=(0,), clock=time.perf_counter):
        self.command = [str(part) for part in command]
        self.output = output
        self.good = good
        self.clock = clock

    def seconds(self):
        shutil.rmtree(self.output, ignore_errors=True)
        start = self.clock()
        done = subprocess.run(self.command, capture_output=True, text=True, timeout=TIMEOUT_S)
        taken = self.clock() - start
        if done.returncode not in self.good:
            raise BenchmarkError(
                f"`{' '.join(self.command)}` ended with {done.returncode}:\n{done.stderr[-2000:]}"
            )
        return taken

    def close(self):
        shutil.rmtree(self.output, ignore_errors=True)
