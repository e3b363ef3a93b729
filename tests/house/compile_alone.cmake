# SPDX-License-Identifier: MIT
# Compiling one header alone, for the checks that some are let through and others stopped. COMPILER
# is the compiler; the flags and the header's path are a list.

function(run_compiler arguments code_out message_out)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${arguments} -x c++ /dev/null
    RESULT_VARIABLE code ERROR_VARIABLE message)
  set(${code_out} "${code}" PARENT_SCOPE)
  set(${message_out} "${message}" PARENT_SCOPE)
endfunction()

function(expect_accepted arguments)
  run_compiler("${arguments}" code message)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "refused: ${arguments}\n${message}")
  endif()
endfunction()

# `reason` is what an error's line must match.
function(expect_refused arguments reason)
  run_compiler("${arguments}" code message)
  if(code EQUAL 0 OR NOT message MATCHES "error:[^\n]*${reason}")
    message(FATAL_ERROR "not refused for ${reason} (exit ${code}): ${arguments}\n${message}")
  endif()
endfunction()
