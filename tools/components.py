#!/usr/bin/env python3
"""The components of the program: a list in CycloneDX, and a check of licences and sources.

    python3 tools/components.py              prints the list (CycloneDX 1.5, JSON)
    python3 tools/components.py --licences   prints the texts of all licences
    python3 tools/components.py --check      compares with deny.toml; exit status 1 if something differs

The list is that of Linux on x86-64; `--target TRIPLE` after any of these names another system.
`cargo deny check` reads the same deny.toml and knows more (advisories); this needs nothing but Cargo
and Python 3.11.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


USUAL = "x86_64-unknown-linux-gnu"


def metadata(target: str) -> dict:
    """What Cargo knows of the binary and everything in it."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    command += ["--filter-platform", target]
    run = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return json.loads(run.stdout)


def shipped(cargo: dict) -> list[dict]:
    """The packages that become part of the binary: no build tools, no macros, no tests."""
    nodes = {node["id"]: node for node in cargo["resolve"]["nodes"]}
    packages = {package["id"]: package for package in cargo["packages"]}
    todo = [package["id"] for package in cargo["packages"] if package["name"] == "tengen"]
    found: dict[str, dict] = {}
    while todo:
        name = todo.pop()
        kinds = {kind for target in packages[name]["targets"] for kind in target["kind"]}
        if name in found or "proc-macro" in kinds:
            continue
        found[name] = packages[name]
        for dependency in nodes[name]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    return sorted(found.values(), key=lambda package: (package["name"], package["version"]))


def bill(packages: list[dict]) -> dict:
    """The list in CycloneDX."""
    components = []
    for package in packages:
        reference = f"pkg:cargo/{package['name']}@{package['version']}"
        component = {
            "type": "library",
            "bom-ref": reference,
            "name": package["name"],
            "version": package["version"],
            "purl": reference,
        }
        if package["license"]:
            component["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        components.append(component)
    own = next(package for package in packages if package["name"] == "tengen")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "tengen", "version": own["version"]}
        },
        "components": [one for one in components if one["name"] != "tengen"],
    }


def licences(packages: list[dict]) -> str:
    """The texts of all licences, each once, with those to whom it applies."""
    by_text: dict[str, list[str]] = {}
    for package in packages:
        name = f"{package['name']} {package['version']} ({package['license']})"
        folder = Path(package["manifest_path"]).parent
        files = [path for path in sorted(folder.iterdir()) if is_licence(path)]
        if package["source"] is None:
            # Our own crates share the texts of the repository.
            files = sorted(path for path in ROOT.iterdir() if is_licence(path))
        for path in files:
            text = path.read_text(encoding="utf-8", errors="replace").strip()
            by_text.setdefault(text, []).append(name)
        if not files:
            by_text.setdefault("(its package has no file with the text)", []).append(name)
    parts = []
    for text, names in sorted(by_text.items(), key=lambda pair: pair[1]):
        parts.append("\n".join(sorted(set(names))) + "\n\n" + text + "\n")
    return ("\n" + "=" * 80 + "\n\n").join(parts)


def is_licence(path: Path) -> bool:
    """Whether a file of a package is about its licence."""
    words = ("license", "licence", "copying", "notice", "unlicense")
    return path.is_file() and path.name.lower().startswith(words)


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Whether a licence expression can be met with these licences."""
    words = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def either(at: int) -> tuple[bool, int]:
        value, at = both(at)
        while at < len(words) and words[at] == "OR":
            other, at = both(at + 1)
            value = value or other
        return value, at

    def both(at: int) -> tuple[bool, int]:
        value, at = one(at)
        while at < len(words) and words[at] == "AND":
            other, at = one(at + 1)
            value = value and other
        return value, at

    def one(at: int) -> tuple[bool, int]:
        if words[at] == "(":
            value, at = either(at + 1)
            return value, at + 1
        name, at = words[at], at + 1
        if at < len(words) and words[at] == "WITH":
            name, at = f"{name} WITH {words[at + 1]}", at + 2
        return name in allowed, at

    return either(0)[0]


def problems(packages: list[dict]) -> list[str]:
    """What deny.toml does not allow."""
    rules = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    allowed = set(rules["licenses"]["allow"])
    twice_allowed = {one["crate"].split("@")[0] for one in rules["bans"].get("skip", [])}
    found = []
    versions: dict[str, list[str]] = {}
    for package in packages:
        name, version = package["name"], package["version"]
        licence = package["license"]
        if not licence or not is_allowed(licence, allowed):
            found.append(f"{name} {version}: licence {licence}")
        source = package["source"]
        if source is not None and not source.startswith("registry+"):
            found.append(f"{name} {version}: source {source}")
        versions.setdefault(name, []).append(version)
    for name, all_of_it in versions.items():
        if len(all_of_it) > 1 and name not in twice_allowed:
            found.append(f"{name} is there twice: {', '.join(all_of_it)}")
    return found


def main() -> int:
    words, target = sys.argv[1:], USUAL
    if len(words) >= 2 and words[-2] == "--target":
        words, target = words[:-2], words[-1]
    packages = shipped(metadata(target))
    if words == ["--licences"]:
        print(licences(packages))
        return 0
    if words == ["--check"]:
        found = problems(packages)
        for problem in found:
            print(problem)
        print(f"{len(packages)} components, {len(found)} problems")
        return 1 if found else 0
    if words:
        print(__doc__)
        return 2
    print(json.dumps(bill(packages), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
