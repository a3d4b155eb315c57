"""The files for clusters can be read, and what they run is there; see ``docs/cluster.md``."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.documented import ROOT, commands_in, refusal

FOLDER = ROOT / "docs" / "examples" / "cluster"
RECIPE, SLURM, KUBERNETES = (FOLDER / name for name in ("Dockerfile", "study.slurm", "study.yaml"))


def instructions() -> list[tuple[str, str]]:
    """Those of the recipe, such as ``RUN``, with what stands behind them."""
    lines = [line for line in RECIPE.read_text("utf-8").splitlines() if not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2]) for line in whole.splitlines() if line]


def documents() -> dict[str, Any]:
    """The objects that Kubernetes is handed, by kind."""
    return {found["kind"]: found for found in yaml.safe_load_all(KUBERNETES.read_text("utf-8"))}


def pods() -> list[dict[str, Any]]:
    cluster = documents()["RayJob"]["spec"]["rayClusterSpec"]
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    return [group["template"]["spec"] for group in groups]


@pytest.mark.parametrize("file", [RECIPE, SLURM, KUBERNETES], ids=lambda file: file.name)
def test_its_commands_are_those_that_the_program_takes(file: Path) -> None:
    text = file.read_text("utf-8")
    if file is KUBERNETES:
        text = documents()["RayJob"]["spec"]["entrypoint"]
    commands = commands_in(text, file)
    assert commands
    assert {str(command): refusal(command) for command in commands} == {
        str(command): "" for command in commands
    }


def test_the_script_for_slurm_is_one_that_bash_takes_and_uses_what_ray_has() -> None:
    subprocess.run(["bash", "-n", SLURM], check=True)
    command = pytest.importorskip("ray.scripts.symmetric_run").symmetric_run
    text = SLURM.read_text("utf-8").replace("\\\n", " ")
    (line,) = (line for line in text.splitlines() if line.startswith("srun "))
    words = shlex.split(line)
    assert words[:3] == ["srun", "ray", command.name.replace("_", "-")]
    given = [word for word in words[: words.index("--", 3)] if word.startswith("--")]
    assert given == ["--address", "--min-nodes", "--num-cpus"]
    described = command.help or ""
    assert all(option in described for option in given)
    assert "#SBATCH --ntasks-per-node=1\n" in SLURM.read_text("utf-8"), "one Ray on each node"


def test_the_container_has_the_machine_code_where_its_processes_look_for_it() -> None:
    names = [name for name, _ in instructions()]
    assert names[0] == "FROM" and set(names) == {"FROM", "RUN", "COPY", "ENV", "WORKDIR"}
    first = next(
        number for number, (_, words) in enumerate(instructions()) if "pixies compile" in words
    )
    settings = {words.split("=")[0] for name, words in instructions()[:first] if name == "ENV"}
    assert settings == {"PIXIES_CACHE_DIR", "NUMBA_CPU_NAME"}
    for name, words in instructions():
        if name == "RUN":
            subprocess.run(["sh", "-n", "-c", words], check=True)


def test_all_nodes_have_the_image_and_the_ray_of_the_recipe() -> None:
    job = documents()["RayJob"]["spec"]
    version = job["rayClusterSpec"]["rayVersion"]
    assert any(f'"ray[default]=={version}"' in words for _, words in instructions())
    containers = [container for pod in pods() for container in pod["containers"]]
    assert [container["name"] for container in containers] == ["ray-head", "ray-worker"]
    (image,) = {container["image"] for container in containers}
    assert f"--tag {image} " in RECIPE.read_text("utf-8")


def test_the_folder_of_the_study_is_on_a_volume() -> None:
    head = pods()[0]
    claim = documents()["PersistentVolumeClaim"]["metadata"]["name"]
    (volume,) = head["volumes"]
    assert volume["persistentVolumeClaim"]["claimName"] == claim
    (mount,) = head["containers"][0]["volumeMounts"]
    assert mount["name"] == volume["name"]
    assert f"--folder {mount['mountPath']}/" in documents()["RayJob"]["spec"]["entrypoint"]
