#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
#
# make_seeds.sh FOLDER: fills FOLDER with files for gltf_fuzz to start from: the .glb and .gltf
# files of at most 64 KiB below $SINEW_ASSETS (else ../shared beside the project). They are not
# part of the repository, so they are copied when wanted. Says how many there are.
set -eu
if [ $# -ne 1 ]; then
  echo "usage: make_seeds.sh FOLDER" >&2
  exit 2
fi
assets=${SINEW_ASSETS:-$(dirname "$0")/../../shared}
mkdir -p "$1"
if [ -d "$assets/assets" ]; then
  find "$assets/assets" -type f \( -name '*.glb' -o -name '*.gltf' \) -size -64k |
    while read -r file; do
      # Named by content, so that equal files come once.
      cp "$file" "$1/$(sha1sum <"$file" | cut -c1-16)"
    done
else
  echo "no assets at $assets: starting from nothing" >&2
fi
chmod -R u+w "$1"
echo "$(find "$1" -type f | wc -l) seeds in $1"
