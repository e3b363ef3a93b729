# SPDX-License-Identifier: MIT
# cmake -DCOMPILER= -DROOT= -DX86=ON|OFF -P check_arithmetic_flags.cmake
# base/arithmetic.h compiles as the project does it, and refuses flags that change results.
cmake_minimum_required(VERSION 3.25)

function(compile flag code_out message_out)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -O2 ${flag} -fsyntax-only -I ${ROOT}/src -I ${ROOT}/include
      -include ${ROOT}/src/base/arithmetic.h -x c++ /dev/null
    RESULT_VARIABLE code ERROR_VARIABLE message)
  set(${code_out} "${code}" PARENT_SCOPE)
  set(${message_out} "${message}" PARENT_SCOPE)
endfunction()

compile(-ffp-contract=off code message)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the project's own flags were refused:\n${message}")
endif()
set(refused -ffast-math -Ofast)
if(X86)
  list(APPEND refused -mfma)
endif()
foreach(flag IN LISTS refused)
  compile(${flag} code message)
  if(code EQUAL 0 OR NOT message MATCHES "the same bits everywhere")
    message(FATAL_ERROR "${flag} was not refused (exit ${code}):\n${message}")
  endif()
endforeach()
message(STATUS "refused: ${refused}")
