#!/usr/bin/env bash
# other_pythons.sh BUILD: the tests of the package over the wheels in BUILD/wheels, under the oldest Python that it is for
# and the newest that this machine has, where they aren't the one that has run them already. What needs a terminal, the
# checkers or Qt is left to that one.
set -euo pipefail
build=$1
tests=$(dirname "$0")

# Of python3.9 and later, by version: those on PATH, and those that pyenv has and may not show there.
versions() {
    local minor python
    for minor in {9..20}; do
        for python in "python3.$minor" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3."$minor".*/bin/python3; do
            if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
                echo "$python"
                break
            fi
        done
    done
}

# version PYTHON: "3.13".
version() {
    "$1" -c 'import sys; print("3.%d" % sys.version_info[1])'
}

run() {
    local venv=$build/venv-$(version "$1")
    if [ ! -e "$venv/ready" ]; then
        "$1" -m venv "$venv"
        "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check \
            'mypy>=1.10,<2' 'pycparser>=2.21' 'pytest>=8'
        touch "$venv/ready"
    fi
    "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall \
        "$build"/wheels/*.whl
    "$venv/bin/python3" -m pytest -q -p no:cacheprovider "$tests" --ignore-glob '*/test_cli*' \
        --ignore-glob '*/test_watch.py' --ignore-glob '*/test_style.py' --ignore-glob '*/test_qt.py' \
        --ignore-glob '*/test_examples.py' --ignore-glob '*/test_wheel.py' --ignore-glob '*/test_closing.py' \
        --ignore-glob '*/test_people.py'
}

mapfile -t pythons < <(versions)
running=()
for python in $(printf '%s\n' "${pythons[@]}" | sed -n '1p;$p' | uniq); do
    [ "$(version "$python")" = "$(version python3)" ] && continue
    run "$python" >"$build/python-$(version "$python").log" 2>&1 &
    running+=("$(version "$python") $!")
done

failed=0
for each in "${running[@]}"; do
    read -r version process <<<"$each"
    wait "$process" || failed=1
    echo "Python $version:"
    cat "$build/python-$version.log"
done
exit $failed
