"""musasim info: the installation, its settings and the simulated devices, as text or JSON."""

import json

import musasim


def add_parser(commands):
    parser = commands.add_parser("info", help="show the simulator, its settings and its devices")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def run(arguments) -> int:
    was_enabled = musasim.is_enabled()
    if not was_enabled:
        musasim.enable()
    facts = musasim.info()
    # What the user's own processes get, not what this command did to itself.
    facts["enabled"] = was_enabled
    if not was_enabled:
        del facts["environment"]["MUSASIM"]
    print(json.dumps(facts, indent=2) if arguments.json else _text(facts))
    return 0


def _text(facts) -> str:
    switch = (
        "on" if facts["enabled"] else "off (MUSASIM=1 turns it on; the devices as they would be)"
    )
    lines = [
        f"musasim     {facts['musasim']} in {facts['home']}",
        f"switch      {switch}",
        f"Python      {facts['python']}, torch {facts['torch']}, torch_musa {facts['torch_musa']}",
        f"native      {facts['native']}",
        f"real one    {facts['real_torch_musa'] or 'none installed'}",
    ]
    lines += [f"variable    {name}={value}" for name, value in facts["environment"].items()]
    for row in facts["devices"]:
        memory = f"{row['total_memory'] / 2**30:.4g} GiB"
        cores = f"{row['multi_processor_count']} multiprocessors"
        lines.append(
            f"{row['device']:<11} {row['name']}, capability {row['capability']}, {memory}, {cores}"
        )
    return "\n".join(lines)
