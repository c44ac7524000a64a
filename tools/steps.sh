# Sourced by ./run and ./test: headlines, and the packages of packages.txt.

step_headline() {
    printf '\n== %s  [%d:%02d]\n' "$1" $((SECONDS / 60)) $((SECONDS % 60))
}

# begin_part NAME ... end_part: a headline, and the time that the part takes.
part_names=()
part_seconds=()
begin_part() {
    part_names+=("$1")
    part_began=$SECONDS
    step_headline "$1"
}
end_part() { part_seconds+=($((SECONDS - part_began))); }

# print_times: what each part took, and a warning for each that took longer than tools/time_budget.txt allows.
print_times() {
    local k budget
    for k in "${!part_names[@]}"; do
        budget=$(awk -F'\t+' -v name="${part_names[k]}" '$1 == name { print $2 }' tools/time_budget.txt)
        printf '%4d s  %s%s\n' "${part_seconds[k]}" "${part_names[k]}" "$(
            [ -z "$budget" ] || [ "${part_seconds[k]}" -le "$budget" ] || echo "  WARNING: more than the budget of $budget s")"
    done
    printf '%4d s  in all\n' "$SECONDS"
}

# packages_of SECTION...: the names listed under these sections of packages.txt.
packages_of() {
    awk -v sections=" $* " '
        /^\[/ { wanted = index(sections, " " substr($0, 2, length($0) - 2) " ") > 0; next }
        wanted && NF && $1 !~ /^#/ { print $1 }' packages.txt
}

# missing_packages SECTION...: those of them that are not installed.
missing_packages() {
    local installed
    # A package of another supplier may provide one of the list.
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' |
        awk '$1 == "installed" { gsub(/\([^)]*\)|,/, ""); for (k = 2; k <= NF; ++k) print $k }')
    packages_of "$@" | grep -Fxv -e "$installed" || true
}

apt_get() {
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" < /dev/null
}

# install_packages SECTION...: needs root and the network only when something is missing.
install_packages() {
    step_headline "Packages ($*)"
    if ! command -v dpkg-query > /dev/null; then
        echo "This is not a Debian system: install what packages.txt names in your own way. Going on."
        return
    fi
    local missing
    missing=$(missing_packages "$@")
    if [ -z "$missing" ]; then
        echo "All installed."
        return
    fi
    if [ "$(id -u)" != 0 ] && ! command -v sudo > /dev/null; then
        echo "Without root or sudo these packages cannot be installed. As root:" >&2
        echo "  apt-get install --no-install-recommends" $missing >&2
        return 1
    fi
    echo "Installing" $missing "(log: build/packages.log)"
    mkdir -p build
    apt_get update > build/packages.log 2>&1 || echo "Package lists could not be refreshed; going on with the old ones."
    if ! apt_get install --yes --no-install-recommends $missing >> build/packages.log 2>&1; then
        tail -n 20 build/packages.log >&2
        return 1
    fi
}

# install_npm_packages PART...: those of tests/PART/package.json, in build/PART. What needs them is skipped where none come.
install_npm_packages() {
    local part
    for part in "$@"; do
        step_headline "Packages of npm ($part)"
        mkdir -p "build/$part"
        if cmp -s "tests/$part/package-lock.json" "build/$part/package-lock.json" && [ -d "build/$part/node_modules" ]; then
            echo "All installed."
            continue
        fi
        cp "tests/$part/package.json" "tests/$part/package-lock.json" "build/$part/"
        if ! npm ci --prefix "build/$part" --no-audit --no-fund --loglevel=error < /dev/null; then
            rm -rf "build/$part"
            echo "npm could not fetch them; what needs them will not run." >&2
        fi
    done
}
