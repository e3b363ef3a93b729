# SPDX-License-Identifier: MIT
#
# A room is one folder of src/ and one CMake target, sinew_<room>. Its link line is the list of
# rooms it may include, so that the dependency table of docs/architecture.md cannot drift.

# The presets make warnings errors (CMAKE_COMPILE_WARNING_AS_ERROR); a project that builds Sinew as a
# part of itself is not stopped by a warning of a newer compiler.
# g++ 12 warns of overlapping copies inside std::string where there are none (GCC bug 105651).
set(sinew_warnings -Wall -Wextra -Wshadow -Wconversion
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

# Flags of the library's own code: the arithmetic contract ("Same bits"), and no surprises.
add_library(sinew_flags INTERFACE)
target_compile_features(sinew_flags INTERFACE cxx_std_20)
target_compile_options(sinew_flags INTERFACE
  ${sinew_warnings} -ffp-contract=off -fno-exceptions -fno-rtti)

# Flags of programs around the library (tool, tests, benchmarks): exceptions stay on for their
# dependencies, the arithmetic is the same.
add_library(sinew_program_flags INTERFACE)
target_compile_features(sinew_program_flags INTERFACE cxx_std_20)
target_compile_options(sinew_program_flags INTERFACE
  ${sinew_warnings} -ffp-contract=off)

if(SINEW_SANITIZE)
  add_compile_options(-fsanitize=${SINEW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SINEW_SANITIZE})
endif()

sinew_precompiled(sinew_room_headers LIBRARIES sinew_flags HEADERS ${sinew_common_headers})
if(SINEW_PRECOMPILED_HEADERS)
  set_target_properties(sinew_room_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()

# Several files of a target are compiled as one, which takes half the time. Of the presets one has it
# off, so that a file which leans on another's includes is found out.
option(SINEW_UNITY_BUILD "Compile files of the library, the tool and the tests together" OFF)

# sinew_compile_together(TARGET BATCH): so many files at once. Small batches keep two cores busy, and
# a changed file cheap.
function(sinew_compile_together target batch)
  if(SINEW_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    # g++ warns of types of anonymous namespaces in files that are included. These are no headers.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# sinew_room(NAME SOURCES a.cc ... USES base math ...)
function(sinew_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(sinew_${name} OBJECT ${ARG_SOURCES})
  set_property(GLOBAL APPEND PROPERTY SINEW_ROOMS ${name})
  set_target_properties(sinew_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(sinew_${name} PRIVATE sinew_flags)
  sinew_compile_together(sinew_${name} 15)
  sinew_use_precompiled(sinew_${name} sinew_room_headers)
  foreach(room IN LISTS ARG_USES)
    target_link_libraries(sinew_${name} PRIVATE sinew_${room})
  endforeach()
  target_include_directories(sinew_${name}
    PUBLIC ${PROJECT_SOURCE_DIR}/include
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()

# sinew_kernels(ROOM [FOLDER]): the files kernels/<target>.cc of a room, or of a folder in it, each
# compiled for its own instruction set, as far as the machine that is built for has it. Never -mfma: see base/arithmetic.h. With the
# fuzzer's counters and sanitizers in them they take a minute to optimise and seconds not to.
function(sinew_kernels room)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  if(ARGC GREATER 1)
    string(APPEND folder /${ARGV1})
  endif()
  set(targets scalar)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    list(APPEND targets sse4 avx2)
    set(flags_sse4 -msse4.1)
    set(flags_avx2 -mavx2)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    list(APPEND targets neon)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^wasm32$" AND CMAKE_CXX_FLAGS MATCHES "-msimd128")
    list(APPEND targets wasm)
  endif()
  foreach(target IN LISTS targets)
    set(source ${folder}/kernels/${target}.cc)
    target_sources(sinew_${room} PRIVATE ${source})
    set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
      SKIP_UNITY_BUILD_INCLUSION ON
      COMPILE_OPTIONS "${flags_${target}};$<$<BOOL:${SINEW_BUILD_FUZZ}>:-O0>")
  endforeach()
endfunction()
