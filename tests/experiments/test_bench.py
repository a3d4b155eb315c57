"""`pixies bench`: that every figure is measured; what they are is no matter of tests."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from pathlib import Path

import pytest

from pixies_env import game_names, make_game
from pixies_env.core.compilation.compile import COMPILED
from pixies_experiments.benchmarks import peers, starts, timing
from pixies_experiments.benchmarks.figures import AGENTS, CORE, LEARNING, PEERS
from pixies_experiments.cli import bench_tables
from tests.experiments.conftest import CARD_GAME

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes long without compiled code")

OTHERS = {"core_mask_2p", "core_mask_3p"}


@pytest.fixture(scope="module")
def measured():
    from tests.experiments.conftest import Command

    return Command().json("bench", "--quick", "--no-peers", "--seed", 3)


def test_every_figure_is_there(measured):
    assert set(measured) == {"machine", "figures", "context"}
    assert set(measured["figures"]) == {figure.name for figure in CORE} | OTHERS
    # A first start takes long: --quick leaves it out.
    assert measured["figures"]["first_start_s"] is None
    assert "--quick" in measured["context"]["first_start_s"]["note"]
    assert all(value > 0 for name, value in measured["figures"].items() if name != "first_start_s")
    assert set(measured["context"]) == set(measured["figures"])


def test_rates_are_told_with_their_circumstances(measured):
    for name in ("core_mask", "core_observe", "batch_step", "aec_raw", "aec_wrapped"):
        found = measured["context"][name]
        assert found["players"] == 4
        assert found["low"] <= measured["figures"][name] <= found["high"]
        assert found["runs"] >= timing.LEAST_RUNS
        for key in ("games_per_s", "decisions_per_game", "batch", "threads", "first_call_s"):
            assert found[key] > 0


def test_first_start_says_that_it_compiles(tmp_path, monkeypatch):
    monkeypatch.setenv("PIXIES_CACHE_DIR", str(tmp_path))
    found = starts.first_start(starts.Start(CARD_GAME, None, 4), tmp_path)
    assert found.value is not None and found.value > 0
    assert "Compiling" in found.context["message"]
    assert found.context["cache_bytes"] > 0


def test_machine_is_described(measured):
    machine = measured["machine"]
    assert machine["cores"] >= 1
    assert {"processor", "system", "python", "load", "packages"} <= set(machine)
    assert machine["packages"]["numba"]


def test_figures_are_legible(measured, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    figures = measured["figures"] | {"openspiel_backgammon": 5e4, "catanatron_4p": None}
    # The widest that was ever seen; what this machine has just done decides nothing.
    wide = {"games_per_s": 637177.1, "unforced_per_s": 6416721.8, "first_call_s": 101.2, "runs": 20}
    context = measured["context"].items()
    beside = {name: found | wide if "runs" in found else found for name, found in context} | {
        "openspiel_backgammon": {"version": "open_spiel 2.0"},
        "catanatron_4p": {"note": "not installed: pip install catanatron"},
    }
    targets = make_game("pixie_queen").bench_targets
    bench_tables.print_figures("Pixie Queen", measured["machine"], figures, beside, targets)
    printed = capsys.readouterr().out
    assert all(figure.name in printed for figure in CORE)
    assert "pip install catanatron" in " ".join(printed.split())
    assert "not measured with --quick" in " ".join(printed.split())
    assert "must, aim: this project's own targets for Pixie Queen" in " ".join(printed.split())
    assert max(len(line) for line in printed.splitlines()) <= 80


def test_a_game_without_targets_has_none_in_its_table(measured, capsys):
    machine, figures, beside = measured.values()
    bench_tables.print_figures("Hidden Card", machine, figures, beside, {})
    printed = capsys.readouterr().out
    assert "core_mask" in printed
    assert not re.search(r"\b(must|aim)\b", printed)


@pytest.mark.parametrize("name", game_names())
def test_targets_are_of_figures_that_are_measured(name):
    known = {figure.name for figure in (*CORE, *AGENTS, *LEARNING)}
    assert make_game(name).bench_targets.keys() <= known


@pytest.mark.parametrize(("load", "told"), [(3.0, True), (0.1, False), (None, False)])
def test_busy_machine_is_told(measured, capsys, load, told):
    bench_tables.print_figures("Hidden Card", measured["machine"] | {"load": load}, {}, {}, {})
    assert ("busy" in capsys.readouterr().out) == told


def test_absent_libraries_are_told_with_how_to_install_them(monkeypatch):
    def absent():
        raise ImportError("No module named 'elsewhere'")

    monkeypatch.setitem(peers.PEERS, "catanatron_4p", (absent, "pip install catanatron"))
    told = peers.main("catanatron_4p", 0.0)
    assert told["value"] is None
    assert "pip install catanatron" in told["note"]


def test_present_libraries_are_measured_in_a_process_of_their_own():
    for figure in PEERS:
        found = peers.measure(figure.name, timing.Budget(0.0))
        assert found.name == figure.name
        assert (found.value is None) == ("note" in found.context)
        assert found.value is None or found.value > 0


def test_failure_of_the_measuring_process_is_told(pixies, tmp_path):
    result = pixies("bench", "--quick", game="tests.experiments.games:broken_on_setup")
    assert result.exit_code == 1
    assert "the measuring process failed" in result.stderr
    assert result.stdout == ""


def test_wrong_input_is_refused(pixies):
    assert "no.toml" in pixies.refused("bench", "--board", "no.toml")
    assert "no game 'chess'" in pixies.refused("bench", game="chess")


def test_object_is_all_that_is_printed(pixies, monkeypatch):
    from pixies_experiments.cli import bench

    def one_figure(arguments, keep, fresh):
        assert fresh
        keep({"figure": "core_mask", "value": 1.0, "context": {"runs": 3}})

    monkeypatch.setattr(bench, "_measure", one_figure)
    result = pixies("bench", "--json")
    assert json.loads(result.stdout)["figures"] == {"core_mask": 1.0}


def test_interrupted_bench_keeps_what_is_measured(pixies, monkeypatch):
    from pixies_experiments.cli import bench

    def interrupted(arguments, keep, fresh):
        keep({"figure": "state_bytes", "value": 64.0, "context": {}})
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "_measure", interrupted)
    result = pixies("bench", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["figures"] == {"state_bytes": 64.0}


def test_ratios_of_one_run_are_figures(measured):
    for name in ("observe_ratio", "batch_ratio"):
        context = measured["context"][name]
        assert 0 < context["low"] <= measured["figures"][name] <= context["high"]


@pytest.fixture
def measuring(monkeypatch):
    """Lets `pixies bench` measure nothing and keep the figures that are handed in."""
    from pixies_experiments.cli import bench

    def set_figures(**figures):
        def measure(arguments, keep, fresh):
            for name, value in figures.items():
                keep({"figure": name, "value": value, "context": {}})

        monkeypatch.setattr(bench, "_measure", measure)

    return set_figures


def test_history_tells_how_figures_are_to_what_they_were(pixies, measuring, tmp_path):
    file = tmp_path / "history.jsonl"
    for value, runs, ratio in ((2e6, 0, None), (4e6, 1, 2.0), (6e6, 2, 2.0)):
        measuring(core_mask=value, first_start_s=None)
        told = pixies.json("bench", "--quick", "--history", file)["history"]
        assert told == {"runs": runs, "ratios": {"core_mask": ratio, "first_start_s": None}}
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["figures"]["core_mask"] for line in lines] == [2e6, 4e6, 6e6]
    measuring(core_mask=8e6)
    printed = pixies("bench", "--quick", "--history", file).stdout
    assert "2.00 x" in printed
    assert "median of 3 runs" in printed
    # Full runs are not compared with quick ones, nor another machine with this one.
    assert pixies.json("bench", "--history", file)["history"]["runs"] == 0
    lines[0]["setting"]["processor"] = "another"
    file.write_text(json.dumps(lines[0]) + "\n")
    assert pixies.json("bench", "--quick", "--history", file)["history"]["runs"] == 0


MEASURED = '{"setting": {"game": "", "board": "", "quick": true, "processor": "", "cores": 2}, '


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"no JSON", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"\xff", "it is not text in UTF-8"),
        (b"{}", "it must hold a setting (game, board, quick, processor, cores) and figures"),
        (b'{"setting": {}, "figures": {}}', "it must hold a setting"),
        (MEASURED.encode() + b'"figures": []}', "it must hold a setting"),
        *(
            (MEASURED.encode() + b'"figures": {"core": %b}}' % figure, "the figure core is no")
            for figure in (b'"x"', b"true", b"NaN", b"1e400", b"1" + b"0" * 400)
        ),
    ],
)
def test_a_file_that_is_no_history_is_refused_and_left_alone(
    pixies, measuring, tmp_path, line, why
):
    file = tmp_path / "history.jsonl"
    file.write_bytes(MEASURED.encode() + b'"figures": {"core": null}}\n' + line)
    measuring(core_mask=1.0)
    said = " ".join(pixies.refused("bench", "--history", file).split())
    assert f"history.jsonl, line 2: no entry of a history: {why}" in said
    assert file.read_bytes().endswith(line)


def test_a_last_line_without_its_end_is_kept(pixies, measuring, tmp_path):
    file = tmp_path / "history.jsonl"
    measuring(core_mask=1.0)
    pixies("bench", "--history", file)
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    for runs in (1, 2):
        assert pixies.json("bench", "--history", file)["history"]["runs"] == runs
    assert len(file.read_bytes().splitlines()) == 3


def test_a_history_is_tried_as_it_is_written_before_anything_is_measured(
    pixies, monkeypatch, tmp_path
):
    from pixies_experiments.cli import bench

    def measure(arguments, keep, fresh):
        raise AssertionError("something was measured")

    def refused(path, mode="r", *arguments, **options):
        if mode == "ab":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, mode, *arguments, **options)

    file, opened = tmp_path / "history.jsonl", Path.open
    file.touch()
    monkeypatch.setattr(bench, "_measure", measure)
    monkeypatch.setattr(Path, "open", refused)
    said = pixies.refused("bench", "--history", file)
    assert "history.jsonl cannot be written: Permission denied" in " ".join(said.split())


def test_options_in_front_of_a_further_benchmark_are_refused(pixies, tmp_path):
    said = pixies.refused("bench", "--history", tmp_path / "h", "--seed", 3, "agents")
    assert "--history, --seed: options of pixies bench alone" in said
    assert "those of pixies bench agents stand behind agents" in said


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_history_that_is_a_pipe_or_a_device_is_refused(pixies, measuring, tmp_path):
    measuring(core_mask=1.0)
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "pipe", "/dev/zero"):
        assert "this is a device or pipe" in pixies.refused("bench", "--history", file)


def test_an_interrupted_bench_adds_nothing_to_the_history(pixies, monkeypatch, tmp_path):
    from pixies_experiments.cli import bench

    def interrupted(arguments, keep, fresh):
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "_measure", interrupted)
    assert pixies("bench", "--history", tmp_path / "history.jsonl").exit_code == 130
    assert not (tmp_path / "history.jsonl").exists()
