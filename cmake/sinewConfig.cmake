# SPDX-License-Identifier: MIT
#
# find_package(sinew COMPONENTS runtime): sinew::runtime, and so on; sinew::sinew is all that was
# built. Components: runtime, io, export, rig.
include(${CMAKE_CURRENT_LIST_DIR}/sinewTargets.cmake)

set(sinew_missing)
foreach(component IN LISTS sinew_FIND_COMPONENTS)
  if(TARGET sinew::${component})
    set(sinew_${component}_FOUND TRUE)
  else()
    set(sinew_${component}_FOUND FALSE)
    if(sinew_FIND_REQUIRED_${component})
      list(APPEND sinew_missing ${component})
    endif()
  endif()
endforeach()
if(sinew_missing)
  set(sinew_present)
  foreach(component IN ITEMS runtime io export rig)
    if(TARGET sinew::${component})
      list(APPEND sinew_present ${component})
    endif()
  endforeach()
  list(JOIN sinew_missing ", " sinew_missing)
  list(JOIN sinew_present ", " sinew_present)
  set(sinew_FOUND FALSE)
  set(sinew_NOT_FOUND_MESSAGE
    "This Sinew was built without the components: ${sinew_missing}. It has: ${sinew_present}.")
endif()
