"""compose.yaml, the manifests for Kubernetes and the Dockerfile are valid, and fit the program (X2)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from omoide.doors.cli.catalogue import COMMANDS
from omoide.doors.cli.commands import leaf
from omoide.doors.http.rights import OPEN
from omoide.settings.files import NOT_SETTINGS, load

ROOT = Path(__file__).parents[2]
MANIFESTS = list(yaml.safe_load_all((ROOT / "k8s" / "omoide.yaml").read_text(encoding="utf-8")))
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def understood(arguments: list[str]) -> None:
    """The program knows the command, every option and what stands after it."""
    [entry] = [entry for entry in COMMANDS if entry.name == arguments[0]]
    leaf(entry).make_context("omoide", list(arguments[1:]), resilient_parsing=False).close()


def settled(environment: dict[str, str], home: Path) -> Any:
    """The settings that these variables make; what compose fills in is filled in."""
    filled = {name: re.sub(r"\$\{\w+(?::-(\w+)|:\?[^}]*)\}", r"\1", str(value)) for name, value in environment.items()}
    return load(home, filled)


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda one: f"{one['kind']} {one['metadata']['name']}")
def test_manifests_follow_the_schemas_of_kubernetes(manifest: dict[str, Any]) -> None:
    # X2: strictly, so that a misspelt field is found too
    kubernetes_validate.validate(manifest, "1.33", strict=True)


def test_manifests_fit_together_and_fit_the_program() -> None:
    # X2
    found = {(one["kind"], one["metadata"]["name"]): one for one in MANIFESTS}
    assert {one["metadata"].get("namespace", "omoide") for one in MANIFESTS} == {"omoide"}
    for name in ("api", "worker"):
        pods = found["Deployment", name]["spec"]
        [container] = pods["template"]["spec"]["containers"]
        understood(container["args"])
        assert pods["selector"]["matchLabels"] == pods["template"]["metadata"]["labels"]
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        assert mounted == {volume["name"] for volume in pods["template"]["spec"]["volumes"]}
        probed = [probe["httpGet"]["path"] for key, probe in container.items() if key.endswith("Probe")]
        assert set(probed) <= set(OPEN)  # a probe brings no token
    api = found["Deployment", "api"]["spec"]["template"]
    assert found["Service", "api"]["spec"]["selector"] == api["metadata"]["labels"]
    assert api["spec"]["containers"][0]["ports"] == [{"name": "http", "containerPort": 8378}]
    assert [port["targetPort"] for port in found["Service", "api"]["spec"]["ports"]] == ["http"]


def test_compose_fits_together_and_fits_the_program(tmp_path: Path) -> None:
    # X2: services, volumes and configs that are named exist; commands and variables are ours
    services = COMPOSE["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        named = {volume.split(":")[0] for volume in service.get("volumes", ())}
        assert named <= set(COMPOSE["volumes"])
        assert {config["source"] for config in service.get("configs", ())} <= set(COMPOSE["configs"])
        for needed, how in service.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[needed]
    for name in ("api", "worker"):
        understood(services[name]["command"])
        settings = settled(services[name]["environment"], tmp_path)
        assert settings.database.url.endswith("@database:5432/omoide")
        assert settings.redis.url == "redis://redis:6379/0"
        assert settings.timezone == "UTC"
    assert set(services["api"]["environment"]) - set(services["worker"]["environment"]) <= NOT_SETTINGS
    assert services["api"]["ports"] == ["127.0.0.1:8378:8378"]  # nobody else's business, unless somebody decides so


def test_the_image_runs_what_is_there() -> None:
    # X2
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    [entry] = re.findall(r"^ENTRYPOINT (.+)$", text, re.MULTILINE)
    [command] = re.findall(r"^CMD (.+)$", text, re.MULTILINE)
    assert json.loads(entry) == ["omoide"]
    understood(json.loads(command))
    copied = [name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for name in line.split()]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{name}" for name in copied} <= set(kept)
