# SPDX-License-Identifier: MIT
#
# Headers of the standard library and of the test framework take half the time of compiling. With
# SINEW_PRECOMPILED_HEADERS they are compiled once for everything with the same flags. The presets
# that check have it on; the release preset and users' builds have it off, so that a file which
# leans on a header it does not include is found out.

option(SINEW_PRECOMPILED_HEADERS "Compile headers of others once" OFF)

# sinew_precompiled(TARGET LIBRARIES a b ... HEADERS <c> <d> ...): an object library that carries
# headers. The libraries are those of its users that change how code is compiled.
function(sinew_precompiled target)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;HEADERS;OPTIONS" ${ARGN})
  if(NOT SINEW_PRECOMPILED_HEADERS)
    return()
  endif()
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cc)
  target_link_libraries(${target} PRIVATE ${ARG_LIBRARIES})
  target_compile_options(${target} PRIVATE ${ARG_OPTIONS} ${sinew_precompiled_for_ccache})
  target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
endfunction()

# sinew_use_precompiled(TARGET FROM): its files see the headers that FROM carries.
function(sinew_use_precompiled target from)
  if(SINEW_PRECOMPILED_HEADERS)
    target_compile_options(${target} PRIVATE ${sinew_precompiled_for_ccache})
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

# What the compiler cache needs to look through a precompiled header.
set(sinew_precompiled_for_ccache
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")

set(sinew_common_headers <algorithm> <array> <cmath> <cstdint> <cstring> <limits> <memory>
  <optional> <span> <string> <string_view> <utility> <variant> <vector>)
