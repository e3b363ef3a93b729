# SPDX-License-Identifier: MIT
# The README's C++ example is compiled and run, its commands are run, and both must print what the
# README says they print. Not under sanitizers: they do what other tests do.
set(readme ${PROJECT_SOURCE_DIR}/README.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${readme})

if(TARGET sinew_tool AND NOT SINEW_SANITIZE)
  file(READ ${readme} readme_text)
  # The first C++ block, and the text block after it.
  if(NOT readme_text MATCHES "```cpp\n(.*)")
    message(FATAL_ERROR "README.md has no C++ example")
  endif()
  set(readme_rest "${CMAKE_MATCH_1}")
  string(FIND "${readme_rest}" "```" example_end)
  string(SUBSTRING "${readme_rest}" 0 ${example_end} example)
  string(SUBSTRING "${readme_rest}" ${example_end} -1 readme_rest)
  if(NOT readme_rest MATCHES "```text\n(.*)")
    message(FATAL_ERROR "README.md does not say what its C++ example prints")
  endif()
  set(readme_rest "${CMAKE_MATCH_1}")
  string(FIND "${readme_rest}" "```" expected_end)
  string(SUBSTRING "${readme_rest}" 0 ${expected_end} expected)
  file(CONFIGURE OUTPUT readme/example.cc CONTENT "${example}" @ONLY)
  file(CONFIGURE OUTPUT readme/expected.txt CONTENT "${expected}" @ONLY)

  add_executable(sinew_readme_example ${CMAKE_CURRENT_BINARY_DIR}/readme/example.cc)
  target_link_libraries(sinew_readme_example PRIVATE sinew::sinew)

  add_test(NAME House.TheReadmesExamplePrintsWhatTheReadmeSays
    COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:sinew_tool>
      -DEXAMPLE=$<TARGET_FILE:sinew_readme_example>
      -DEXPECTED=${CMAKE_CURRENT_BINARY_DIR}/readme/expected.txt -DROOT=${PROJECT_SOURCE_DIR}
      -DWORK=${CMAKE_CURRENT_BINARY_DIR}/readme/example_run
      -P ${CMAKE_CURRENT_SOURCE_DIR}/check_readme_example.cmake)
  add_test(NAME House.TheReadmesCommandsPrintWhatTheReadmeSays
    COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:sinew_tool> -DREADME=${readme}
      -DWORK=${CMAKE_CURRENT_BINARY_DIR}/readme/commands_run
      -P ${CMAKE_CURRENT_SOURCE_DIR}/check_readme_commands.cmake)
  add_test(NAME House.AReadmeThatPromisesOtherOutputIsRefused
    COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:sinew_tool>
      -DREADME=${CMAKE_CURRENT_SOURCE_DIR}/bad_fixture/README.md
      -DWORK=${CMAKE_CURRENT_BINARY_DIR}/readme/bad_run
      -P ${CMAKE_CURRENT_SOURCE_DIR}/check_readme_commands.cmake)
  set_tests_properties(House.AReadmeThatPromisesOtherOutputIsRefused PROPERTIES
    PASS_REGULAR_EXPRESSION "promises other output")
endif()
