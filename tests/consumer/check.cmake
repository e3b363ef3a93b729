# SPDX-License-Identifier: MIT
# cmake -DWAY=Package|Subdirectory|Runtime -DCOMPILER= -DLAUNCHER= -DBUILD= -DTOOL= -DROOT= -DWORK=
#   -P check.cmake
# Builds the consumers against an installed Sinew, with Sinew as a part of their build, or against a
# runtime that was built alone where neither Eigen nor fast_float can be found; runs them, and looks
# at what they print. BUILD: what is installed for Package. TOOL: writes the file that is played.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(compiler -G Ninja -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  -DCMAKE_COMPILE_WARNING_AS_ERROR=ON)
# As the preset "separate", and as deep below the root: so the compiler cache has the library's
# objects already.
set(configure ${CMAKE_COMMAND} ${compiler} -S ${ROOT}/tests/consumer -B ${WORK}
  -DCMAKE_CXX_FLAGS=-O0)

if(WAY STREQUAL "Runtime")
  # Whoever includes one of these stops here.
  foreach(header IN ITEMS Eigen/Core Eigen/Dense Eigen/Sparse Eigen/SparseCore
      Eigen/SparseCholesky Eigen/OrderingMethods fast_float/fast_float.h)
    file(WRITE ${WORK}/not-installed/${header} "#error this header is not installed\n")
  endforeach()
  execute_process(COMMAND ${CMAKE_COMMAND} ${compiler} -S ${ROOT} -B ${WORK}/runtime
    "-DCMAKE_CXX_FLAGS=-O0 -I${WORK}/not-installed" -DSINEW_UNITY_BUILD=ON
    -DSINEW_PRECOMPILED_HEADERS=ON
    -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON "-DCMAKE_IGNORE_PATH=/usr/include;/usr/local/include"
    -DSINEW_BUILD_CLI=OFF -DSINEW_BUILD_TESTS=OFF
    -DSINEW_BUILD_IO=OFF -DSINEW_BUILD_EXPORT=OFF -DSINEW_BUILD_RIG=OFF
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/runtime COMMAND_ERROR_IS_FATAL ANY)
  set(BUILD ${WORK}/runtime)
  list(APPEND configure -DALL_COMPONENTS=OFF)
endif()
execute_process(COMMAND ${TOOL} demo --rig cylinder --write ${WORK}/played.glb
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
if(WAY STREQUAL "Subdirectory")
  list(APPEND configure -DSINEW_SOURCE=${ROOT})
else()
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
    COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND configure -DCMAKE_PREFIX_PATH=${WORK}/prefix)
  if(WAY STREQUAL "Package")
    list(APPEND configure -DMODEL=${WORK}/played.glb)
  endif()
endif()
execute_process(COMMAND ${configure} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK} COMMAND_ERROR_IS_FATAL ANY)

# run(EXPECTED PROGRAM [ARGUMENTS...]): EXPECTED is a regular expression.
function(run expected)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${ARGV1} printed\n${output}\ninstead of\n${expected}")
  endif()
endfunction()
if(NOT WAY STREQUAL "Runtime")
  run("^2 joints, the vertex is at 1 -2 1\n$" ${WORK}/consumer)
endif()
execute_process(COMMAND ${TOOL} pack ${WORK}/played.glb -o ${WORK}/played.sinew
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
if(WAY STREQUAL "Package")
  run("^[1-9][0-9]* bones, [1-9][0-9]* vertices\n$" ${WORK}/exported)
endif()
run("^the first of 2 clips moved [1-9][0-9]* vertices\n$" ${WORK}/player ${WORK}/played.sinew)
