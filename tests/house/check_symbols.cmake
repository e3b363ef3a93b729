# SPDX-License-Identifier: MIT
# cmake -DNM= -DLIBRARY= [-DMAY_PRINT=file.cc.o] [-DMAY_OPEN=ON] [-DEXPECT=a,b] -P check_symbols.cmake
# Looks at what the library asks of others: libm other than sqrt would change bits from machine to
# machine, and nothing below the tool prints. MAY_PRINT: the one object that may write to stderr.
# MAY_OPEN: it may open files. EXPECT: the forbidden symbols that must be found.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} --undefined-only --print-file-name --format=posix ${LIBRARY}
  OUTPUT_VARIABLE listing RESULT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)

set(libm
  acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs
  fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2
  logb lrint lround modf nearbyint nextafter pow remainder remquo rint round scalbn sin sincos sinh
  tan tanh tgamma trunc)
set(printing
  printf fprintf vprintf vfprintf puts fputs putchar fputc fwrite perror stdout stderr fopen open
  _ZSt4cout _ZSt4cerr _ZSt4clog __printf_chk __fprintf_chk)
set(forbidden ${printing})
if(MAY_OPEN)
  list(REMOVE_ITEM forbidden open)
endif()
foreach(function IN LISTS libm)
  list(APPEND forbidden ${function} ${function}f ${function}l)
endforeach()

string(REGEX MATCHALL "[^\n]+ U [^\n]*" lines "${listing}\n")
set(found)
set(count 0)
foreach(line IN LISTS lines)
  # libsinew.a[hooks.cc.o]: abort U
  string(REGEX REPLACE "^.*\\[([^]]+)\\]: ([^ @]+).*" "\\1;\\2" object_and_symbol "${line}")
  list(GET object_and_symbol 0 object)
  list(GET object_and_symbol 1 symbol)
  math(EXPR count "${count} + 1")
  if(object STREQUAL "${MAY_PRINT}" AND symbol MATCHES "^(stderr|fwrite)$")
    continue()
  endif()
  if(symbol IN_LIST forbidden)
    list(APPEND found ${symbol})
  endif()
endforeach()
list(REMOVE_DUPLICATES found)
list(SORT found)
list(JOIN found "," found)
if(count EQUAL 0)
  message(FATAL_ERROR "no undefined symbol was listed: ${LIBRARY} cannot be read")
endif()
if(NOT found STREQUAL "${EXPECT}")
  message(FATAL_ERROR "forbidden symbols: '${found}', expected '${EXPECT}'")
endif()
message(STATUS "looked at ${count} undefined symbols")
