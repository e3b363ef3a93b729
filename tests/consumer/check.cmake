# SPDX-License-Identifier: MIT
# cmake -DWAY=Package|Subdirectory -DCOMPILER= -DLAUNCHER= -DBUILD= -DROOT= -DWORK= -P check.cmake
# Builds the consumer against an installed Sinew or with Sinew as a part of it, runs it, and looks
# at what it prints.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
set(configure ${CMAKE_COMMAND} -G Ninja -S ${ROOT}/tests/consumer -B ${WORK}/build
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  # As the preset "separate": so the compiler cache has the library's objects already.
  -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DCMAKE_CXX_FLAGS=-O0)
if(WAY STREQUAL "Package")
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
    COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND configure -DCMAKE_PREFIX_PATH=${WORK}/prefix)
else()
  list(APPEND configure -DSINEW_SOURCE=${ROOT})
endif()
execute_process(COMMAND ${configure} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/build/consumer OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
set(expected "2 joints, the vertex is at 1 -2 1\n")
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "the consumer printed\n${output}\ninstead of\n${expected}")
endif()
