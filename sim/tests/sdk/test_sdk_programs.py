"""The SDK's programs in the simulator's home, and version.json, as scripts use them."""

import json
import os
import re

import pytest
from support.mcc_tool import HOME, run

BIN = HOME / "bin"
DEVICES = {"MUSASIM_DEVICES": "2", "MUSASIM_MODEL": "S4000"}
COMPONENTS = ("musa_toolkits", "mcc", "mccl", "mudnn")


def gmi(*arguments, env=None):
    done = run(BIN / "mthreads-gmi", *arguments, env={**DEVICES, **(env or {})})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_programs_can_be_run():
    for path in BIN.iterdir():
        assert os.access(path, os.X_OK) and not path.is_symlink(), path


def test_version_json():
    facts = json.loads((HOME / "version.json").read_text())
    versions = {name: entry["version"] for name, entry in facts.items()}
    assert versions["musa_toolkits"] == versions["musa_runtime"] == "4.3.0"
    assert versions["mccl"] == "2.11.4"
    # `grep -A1 musa_toolkits version.json` is how a guide reads it.
    assert '"musa_toolkits": {\n    "version": "4.3.0",\n' in (HOME / "version.json").read_text()


@pytest.mark.parametrize("component", COMPONENTS)
def test_component_version(component):
    """torch_musa reads a name, a colon and JSON, with or without its blanks."""
    entry = json.loads((HOME / "version.json").read_text())[component]
    text = run(BIN / f"{component}_version").stdout
    assert json.loads(text.replace(f"{component}:", "")) == entry
    stripped = json.loads(re.sub(r"\s", "", text).replace(f"{component}:", ""))
    assert stripped["version"] == entry["version"] and "gitbranch" in stripped


def test_component_version_of_a_wrong_name(tmp_path):
    (tmp_path / "mufoo_version").symlink_to(BIN / "mcc_version")
    done = run(tmp_path / "mufoo_version")
    assert done.returncode == 1 and "has no component mufoo; musa_version_query" in done.stderr


def test_version_query():
    text = run(BIN / "musa_version_query").stdout
    for name in COMPONENTS:
        entry = re.search(name + r":\s*(\{[\s\S]*?\})", text).group(1)
        assert json.loads(entry)["version"].count(".") == 2


@pytest.mark.parametrize("name, mode", [("clang", "gcc"), ("clang++", "g++")])
def test_clang_is_the_mcc_beside_it(tmp_path, name, mode):
    """Its own real place counts, also through a link; words with blanks stay words."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / name).write_bytes((BIN / name).read_bytes())
    (tmp_path / "bin" / "mcc").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    for file in (tmp_path / "bin").iterdir():
        file.chmod(0o755)
    (tmp_path / "link").symlink_to(tmp_path / "bin" / name)
    for program in (tmp_path / "bin" / name, tmp_path / "link"):
        done = run(program, "-c", "a b.cpp", "", "-DX='1'")
        assert done.stdout.splitlines() == [f"--driver-mode={mode}", "-c", "a b.cpp", "", "-DX='1'"]


def test_gmi_lists_devices():
    lines = gmi("-L").splitlines()
    assert len(lines) == 2
    assert re.fullmatch(r"GPU 1 : MTT S4000 \(UUID : [0-9a-f-]{36}\)", lines[1])


def test_gmi_table():
    text = gmi()
    assert re.search(r"Driver Version:(\S+)", text).group(1) == "4.3.0-musasim"
    assert re.findall(r"MiB\((\d+)MiB\)", text) == ["49152"] * 2
    assert "No running processes found" in text and text.startswith("Simulated by musasim")


def test_gmi_query_as_scripts_read_it():
    rows = dict(
        re.findall(r"^ *(\S[^:\n]*?) *: (.*)$", gmi("-q", "-i", "1"), re.MULTILINE),
    )
    assert rows["Product Name"] == "MTT S4000" and rows["Driver Version"] == "4.3.0-musasim"
    assert rows["Total"] == "49152MiB" and rows["Bus Id"] == "00000000:02:00.0"
    assert rows["GPU Current Temp"] == "N/A" and rows["Attached GPUs"] == "2"
    memory = gmi("-q", "-d", "MEMORY", "-i", "0")
    assert "FB Memory Usage" in memory and "Product Name" not in memory


@pytest.mark.parametrize("option", ["-j", "--json"])
def test_gmi_json(option):
    facts = json.loads(gmi("-q", option))
    assert facts["Driver Version"] and facts["Attached GPUs"] == "2"
    first, second = facts["GPU"]
    assert (first["Index"], second["Index"]) == ("0", "1")
    assert first["GPU UUID"] != second["GPU UUID"]
    assert first["FB Memory Usage"]["Total"] == "49152MiB"
    assert set(json.loads(gmi("-q", "-d", "MEMORY", option))["GPU"][0]) == {
        "Index",
        "FB Memory Usage",
    }


def test_gmi_fields():
    fields = "--query-gpu=index,name,memory.total"
    assert gmi(fields, "--format=csv,noheader,nounits").splitlines()[0] == "0, MTT S4000, 49152"
    header, first, _ = gmi(fields, "--format=csv").splitlines()
    assert header == "index, name, memory.total [MiB]" and first.endswith("49152 MiB")


def test_gmi_knows_hidden_devices_and_settings():
    env = {"MUSA_VISIBLE_DEVICES": "1", "MUSASIM_MODEL": "S80", "MUSASIM_MEMORY": "2G"}
    facts = json.loads(gmi("-q", "-j", env=env))["GPU"]
    assert [row["FB Memory Usage"]["Total"] for row in facts] == ["2048MiB"] * 2
    assert facts[0]["Product Name"] == "MTT S80"


def test_gmi_tells_how_near_devices_are():
    rows = [line.split() for line in gmi("topo", "-m").splitlines()[:3]]
    assert rows == [["GPU0", "GPU1"], ["GPU0", "X", "NODE"], ["GPU1", "NODE", "X"]]
    assert gmi("topo", "--matrix") == gmi("topo", "-m")


def test_gmi_tells_about_itself():
    assert gmi("--version") == gmi("-v") == "mthreads-gmi version : 4.3.0 (musasim)\n"
    assert gmi("-h").startswith("usage: mthreads-gmi") and "N/A" in gmi("--help")


@pytest.mark.parametrize(
    "arguments, env, text",
    [
        (["topo"], {}, "unknown option topo; --help shows the options"),
        (["-q", "-i"], {}, "-i needs a value"),
        (["-q", "-i", "7"], {}, "no device 7; -L lists the devices"),
        (["--query-gpu=fan.speed"], {}, "no field fan.speed in --query-gpu; there are index"),
        ([], {"MUSASIM_DEVICES": "0"}, "the simulator has no devices"),
        ([], {"MUSASIM_MODEL": "S1"}, "MUSASIM_MODEL=S1: expected one of"),
    ],
)
def test_gmi_refuses(arguments, env, text):
    done = run(BIN / "mthreads-gmi", *arguments, env={**DEVICES, **env})
    assert done.returncode == 1 and text in done.stderr, done
