# SPDX-License-Identifier: MIT
# cmake -DTOOL= -DEXAMPLE= -DEXPECTED= -DWORK= -P check_readme_example.cmake
# Runs the README's program beside the character that `sinew demo --write character.glb` saves.
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
