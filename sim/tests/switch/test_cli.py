"""The musasim command and musasim.info()."""

import json

import pytest

import musasim
from musasim import cli


def test_info_as_json(capsys):
    assert cli.main(["info", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["enabled"] and len(facts["devices"]) == 2
    assert facts["devices"][0]["name"] == "MTT S4000 (simulated)"
    assert facts["environment"]["MUSASIM_DEVICES"] == "2"
    assert facts == json.loads(json.dumps(musasim.info()))


def test_info_as_text(capsys):
    assert cli.main(["info"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("musa:1") and "S4000" in line for line in lines)


def test_info_switches_itself_on(run_python):
    code = "import sys; from musasim import cli; sys.exit(cli.main(['info']))"
    text = run_python(code).stdout
    assert "off (MUSASIM=1 switches it on" in text and "musa:0" in text


def test_a_real_torch_musa_is_an_error(run_python, tmp_path):
    (tmp_path / "torch_musa").mkdir()
    (tmp_path / "torch_musa" / "__init__.py").write_text("")
    code = "import sys; from musasim import cli; sys.exit(cli.main(['info']))"
    done = run_python(code, env={"PYTHONPATH": str(tmp_path)}, check=False)
    assert done.returncode == 2
    refusal = "the simulator stays off, because a real torch_musa is installed"
    assert done.stderr.startswith(f"musasim: error: musasim.enable(): {refusal}")


def test_misspelt_commands():
    with pytest.raises(SystemExit) as exit:
        cli.main(["inof"])
    assert exit.value.code == 2


def test_devices_without_the_switch(run_python):
    code = "import musasim, sys; print(musasim.devices(), 'torch' in sys.modules)"
    assert run_python(code).stdout == "[] False\n"


def test_model_by_environment(run_python):
    code = "import musasim; musasim.enable(); print(musasim.devices()[0]['capability'])"
    assert run_python(code, env={"MUSASIM_MODEL": "S5000"}).stdout.strip() == "3.1"
