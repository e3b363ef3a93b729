# SPDX-License-Identifier: MIT
# cmake -DCOMPILER= -DROOT= -DX86=ON|OFF -P check_arithmetic_flags.cmake
# base/arithmetic.h compiles as the project does it, and refuses flags that change results.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/compile_alone.cmake)
set(header -O2 -I ${ROOT}/src -I ${ROOT}/include -include ${ROOT}/src/base/arithmetic.h)
set(refused -ffast-math -Ofast)
if(X86)
  list(APPEND refused -mfma)
endif()

expect_accepted("${header};-ffp-contract=off")
foreach(flag IN LISTS refused)
  expect_refused("${header};${flag}" "the same bits everywhere")
endforeach()
message(STATUS "refused: ${refused}")
