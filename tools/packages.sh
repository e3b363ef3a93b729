# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
# shellcheck shell=bash disable=SC2154,SC2034  # root and program come from the sourcing script
#
# The Debian 12 packages that Sinew needs, in one place. Sourced by tools/steps.sh.

# build: the library and the tool. test: what ./test adds. bench: the benchmarks and the peers they
# are measured against. long: what ./test --long adds. node: the Khronos validator and npm's meshoptimizer, optional.
sinew_packages() {
  case $1 in
    build)
      echo g++ cmake ninja-build ccache pkg-config \
        libfast-float-dev libeigen3-dev libdraco-dev libcli11-dev libfmt-dev
      ;;
    test)
      echo libgtest-dev libgmock-dev libsimdjson-dev libmeshoptimizer-dev clang-19 \
        libclang-rt-19-dev clang-format-19 rustc
      ;;
    bench) echo libbenchmark-dev libtinygltf-dev libassimp-dev libmeshoptimizer-dev ;;
    long)
      echo clang-tidy-19 g++-aarch64-linux-gnu qemu-user nodejs lld-19 wasi-libc \
        libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32
      ;;
    node) echo nodejs npm ca-certificates ;;
    *)
      echo "sinew_packages: no list named $1" >&2
      return 1
      ;;
  esac
}

# missing_packages NAME...: those of the packages that are not installed. Needs no network.
missing_packages() {
  local installed
  # dpkg-query complains about names it has never heard of; those are missing too.
  installed=" $(dpkg-query -W -f '${binary:Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
    sed -n 's/^\([^ :]*\)[^ ]* installed$/\1/p' | tr '\n' ' ') "
  local package
  for package in "$@"; do
    [[ $installed == *" $package "* ]] || echo "$package"
  done
}

# install_packages LIST...: installs what is missing of those lists. Fails with a sentence.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "this is not Debian: taking it that the packages of tools/packages.sh are here"
    return 0
  fi
  local list wanted=() missing
  for list in "$@"; do
    read -ra list <<<"$(sinew_packages "$list")"
    wanted+=("${list[@]}")
  done
  missing=$(missing_packages "${wanted[@]}")
  [[ -n $missing ]] || return 0
  missing=$(tr '\n' ' ' <<<"$missing")
  missing=${missing% }

  local as_root=()
  if [[ $(id -u) != 0 ]]; then
    if ! command -v sudo >/dev/null; then
      say "these packages are missing, and there is neither root nor sudo: $missing"
      return 1
    fi
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -y -q -o DPkg::Lock::Timeout=900)
  say "installing: $missing"
  quietly apt "${apt[@]}" update || say "the package lists could not be renewed; trying as they are"
  # shellcheck disable=SC2086  # a list of words
  quietly apt "${apt[@]}" install --no-install-recommends $missing
}

# install_npm_package FOLDER WHAT: what tools/FOLDER/package-lock.json names, unless it is there.
install_npm_package() {
  local home=$root/tools/$1
  # npm notes what it has installed in node_modules/.package-lock.json.
  [[ $home/node_modules/.package-lock.json -nt $home/package-lock.json ]] && return 0
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    install_packages node || return 1
  fi
  say "installing $2 (npm)"
  quietly npm npm ci --prefix "$home" --no-audit --no-fund
}
