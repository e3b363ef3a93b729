# SPDX-License-Identifier: MIT
# cmake -DCOMPILER= -DROOT= -P check_bad_headers.cmake
# The flags that public headers are compiled with let a good header through and stop two bad ones,
# each for its own reason.
cmake_minimum_required(VERSION 3.25)
set(headers ${ROOT}/tests/house/bad_fixture/headers)

function(compile header code_out message_out)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Wconversion -Werror -fsyntax-only
      -include ${headers}/${header} -x c++ /dev/null
    RESULT_VARIABLE code ERROR_VARIABLE message)
  set(${code_out} "${code}" PARENT_SCOPE)
  set(${message_out} "${message}" PARENT_SCOPE)
endfunction()

compile(stands_alone.h code message)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "a good header was refused:\n${message}")
endif()
foreach(pair IN ITEMS "leans_on_neighbours.h;(string|std)" "narrows.h;conversion")
  list(GET pair 0 header)
  list(GET pair 1 reason)
  compile(${header} code message)
  if(code EQUAL 0 OR NOT message MATCHES "error:[^\n]*${reason}")
    message(FATAL_ERROR "${header} was not refused for its ${reason} (exit ${code}):\n${message}")
  endif()
endforeach()
message(STATUS "1 header accepted, 2 refused")
