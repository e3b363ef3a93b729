# SPDX-License-Identifier: MIT
# cmake -DPROGRAM= -DSOURCE= -P check_output.cmake
# Runs an example; what it prints must be what stands in its source after "// Prints:".
cmake_minimum_required(VERSION 3.25)
file(READ ${SOURCE} text)
if(NOT text MATCHES "\n// Prints:\n((//   [^\n]*\n)+)")
  message(FATAL_ERROR "${SOURCE} does not say what it prints")
endif()
string(REGEX REPLACE "(^|\n)//   " "\\1" promised "${CMAKE_MATCH_1}")
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output ERROR_VARIABLE complaints
  RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT output STREQUAL promised)
  message(NOTICE "${SOURCE} says\n${promised}and prints (exit ${code})\n${output}${complaints}")
  message(FATAL_ERROR "the example prints something else than it says")
endif()
