# SPDX-License-Identifier: MIT
# cmake -DTOOL= -DEXAMPLE= -DEXPECTED= -DROOT= -DWORK= -P check_readme_example.cmake
# Runs the README's program beside the character that `sinew demo --write character.glb` saves, and
# on a character of others', where the asset files are there.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${TOOL} demo --write character.glb WORKING_DIRECTORY ${WORK}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${EXAMPLE} WORKING_DIRECTORY ${WORK}
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXPECTED} expected)
if(expected STREQUAL "" OR NOT output STREQUAL expected)
  message(FATAL_ERROR "the example printed\n${output}\nand README.md says\n${expected}")
endif()

set(assets $ENV{SINEW_ASSETS})
if(NOT assets)
  set(assets ${ROOT}/../shared)
endif()
file(GLOB_RECURSE fox ${assets}/assets/Fox.glb)
if(NOT fox)
  message(STATUS "no Fox.glb: the program ran on the built-in character only")
  return()
endif()
list(GET fox 0 fox)
execute_process(COMMAND ${EXAMPLE} ${fox} b_Tail03_014 Survey Walk Run WORKING_DIRECTORY ${WORK}
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output MATCHES "packed in memory and mapped: equal bits")
  message(FATAL_ERROR "on Fox the example printed\n${output}")
endif()
