# SPDX-License-Identifier: MIT
# cmake -DCOMPILER= -DROOT= -P check_bad_headers.cmake
# The flags that public headers are compiled with let a good header through and stop two bad ones,
# each for its own reason.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/compile_alone.cmake)
set(flags -Wall -Wextra -Wconversion -Werror)
set(headers ${ROOT}/tests/house/bad_fixture/headers)

expect_accepted("${flags};-include;${headers}/stands_alone.h")
expect_refused("${flags};-include;${headers}/leans_on_neighbours.h" "(string|std)")
expect_refused("${flags};-include;${headers}/narrows.h" "conversion")
message(STATUS "1 header accepted, 2 refused")
