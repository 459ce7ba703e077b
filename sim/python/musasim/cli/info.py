"""musasim info: prints the installation, its settings and the simulated devices."""

import json

import musasim

from .. import SwitchError, _problem


def add_parser(commands):
    text = "print the simulator's version, its settings and its devices"
    parser = commands.add_parser("info", help=text, description=text)
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    return parser


def run(arguments) -> int:
    problem = _problem.find()
    if problem:
        raise SwitchError(problem)
    was_enabled = musasim.is_enabled()
    if not was_enabled:
        musasim.enable()
    facts = musasim.info()
    # The values that the user's own processes get, not those that this command gave itself.
    facts["enabled"] = was_enabled
    if not was_enabled:
        del facts["environment"]["MUSASIM"]
    print(json.dumps(facts, indent=2) if arguments.json else _text(facts))
    return 0


def _text(facts) -> str:
    switch = (
        "on"
        if facts["enabled"]
        else "off (MUSASIM=1 switches it on; the devices below are those it would have)"
    )
    lines = [
        f"musasim     {facts['musasim']} in {facts['home']}",
        f"switch      {switch}",
        f"Python      {facts['python']}, torch {facts['torch']}, torch_musa {facts['torch_musa']}",
        f"C++ module  {facts['native']}",
        f"real one    {facts['real_torch_musa'] or 'no real torch_musa is installed'}",
    ]
    lines += [f"variable    {name}={value}" for name, value in facts["environment"].items()]
    for row in facts["devices"]:
        memory = f"{row['total_memory'] / 2**30:.4g} GiB"
        cores = f"{row['multi_processor_count']} multiprocessors"
        lines.append(
            f"{row['device']:<11} {row['name']}, capability {row['capability']}, {memory}, {cores}"
        )
    return "\n".join(lines)
