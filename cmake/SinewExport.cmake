# SPDX-License-Identifier: MIT
#
# sinew_export(TARGET FILE model.glb [LANG cpp|c|rust|json] [NAME name] [OPTIONS ...])
#
# Runs `sinew export FILE --all` into the folder NAME (default: FILE's name without its ending) of
# the build folder when FILE or the tool has changed, before TARGET is built. C and C++ targets then
# include "NAME/index.h" or "NAME/index.hpp". OPTIONS are passed on: OPTIONS --fps 60 --clamp.
function(sinew_export target)
  cmake_parse_arguments(ARG "" "FILE;LANG;NAME" "OPTIONS" ${ARGN})
  if(NOT ARG_FILE)
    message(FATAL_ERROR "sinew_export: no FILE")
  endif()
  if(NOT ARG_LANG)
    set(ARG_LANG cpp)
  endif()
  get_filename_component(file ${ARG_FILE} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT ARG_NAME)
    get_filename_component(ARG_NAME ${file} NAME_WE)
    string(TOLOWER ${ARG_NAME} ARG_NAME)
  endif()
  set(index_of_cpp index.hpp)
  set(index_of_c index.h)
  set(index_of_rust mod.rs)
  set(index_of_json index.json)
  if(NOT DEFINED index_of_${ARG_LANG})
    message(FATAL_ERROR "sinew_export: LANG is ${ARG_LANG}, not cpp, c, rust or json")
  endif()
  if(TARGET sinew_tool)
    set(tool $<TARGET_FILE:sinew_tool>)
    set(tool_dependency sinew_tool)
  else()
    find_program(SINEW_TOOL sinew HINTS ${SINEW_TOOL_DIR} REQUIRED)
    set(tool ${SINEW_TOOL})
    set(tool_dependency ${SINEW_TOOL})
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/sinew_export)
  set(index ${folder}/${ARG_NAME}/${index_of_${ARG_LANG}})
  add_custom_command(OUTPUT ${index}
    COMMAND ${tool} export ${file} --all ${folder}/${ARG_NAME} --lang ${ARG_LANG} --json
      ${ARG_OPTIONS} > ${folder}-${ARG_NAME}.json
    DEPENDS ${file} ${tool_dependency}
    COMMENT "Exporting ${ARG_NAME}" VERBATIM)
  target_sources(${target} PRIVATE ${index})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
