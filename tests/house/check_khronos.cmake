# SPDX-License-Identifier: MIT
# cmake -DTOOL= -DWRITE_TESTS= -DROOT= -DWORK= -P check_khronos.cmake
# The Khronos validator as the judge of what is written: the demo, shared files posed and frozen,
# converted scenes, shared files with new weights and with clips merged in, and every file that the
# tests of the writer make.
# Skipped where npm has not installed it.
cmake_minimum_required(VERSION 3.25)
set(validator ${ROOT}/tools/khronos_validator)
find_program(NODE node)
if(NOT NODE OR NOT EXISTS ${validator}/node_modules/gltf-validator)
  message(STATUS "skipped: the Khronos validator is not installed (tools/khronos_validator)")
  return()
endif()
set(assets $ENV{SINEW_ASSETS})
if(NOT assets)
  set(assets ${ROOT}/../shared)
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}: exit code ${code}\n${said}")
  endif()
endfunction()

run(${TOOL} demo --write ${WORK}/character.glb)
run(${TOOL} demo --rig cylinder --write ${WORK}/cylinder.glb)
run(${TOOL} skin ${WORK}/character.glb --clip walk --time 0.5 -o ${WORK}/character_posed.glb)
run(${TOOL} skin ${WORK}/cylinder.glb --clip bend --time 0.5 -o ${WORK}/cylinder_posed.glb)
foreach(model IN ITEMS Fox RiggedFigure AnimatedMorphCube CesiumMan)
  set(file ${assets}/assets/khronos/${model}/glTF-Binary/${model}.glb)
  if(EXISTS ${file})
    run(${TOOL} skin ${file} --clip "#0" --time 0.3 -o ${WORK}/${model}_posed.glb)
  endif()
endforeach()
if(EXISTS ${assets}/vectors/A4-human.js3d)
  run(${TOOL} convert ${assets}/vectors/A4-human.js3d ${WORK}/human.glb)
endif()
file(GLOB scenes ${ROOT}/fuzz/seeds/js3d_fuzz/*.js3d)
foreach(scene IN LISTS scenes)
  get_filename_component(name ${scene} NAME_WE)
  run(${TOOL} convert ${scene} ${WORK}/scene_${name}.glb)
endforeach()
foreach(model IN ITEMS Fox RiggedFigure RiggedSimple)
  set(file ${assets}/assets/khronos/${model}/glTF-Binary/${model}.glb)
  if(EXISTS ${file})
    run(${TOOL} weights ${file} -o ${WORK}/${model}_weighed.glb)
  endif()
endforeach()
run(${TOOL} merge ${WORK}/character.glb ${WORK}/character.glb -o ${WORK}/character_merged.glb)
foreach(model IN ITEMS Fox AnimatedMorphCube)
  set(file ${assets}/assets/khronos/${model}/glTF-Binary/${model}.glb)
  if(EXISTS ${file})
    run(${TOOL} merge ${file} ${file} -o ${WORK}/${model}_merged.glb)
  endif()
endforeach()
# Bones of a .js3d, weights of another file, and a skin that is made.
run(${TOOL} weights ${ROOT}/fuzz/seeds/js3d_fuzz/unweighted.js3d -o ${WORK}/scene_weighed.glb)
run(${TOOL} weights ${WORK}/cylinder.glb -o ${WORK}/cylinder_weighed.glb)
run(${TOOL} weights ${WORK}/cylinder_weighed.glb -o ${WORK}/cylinder_from.glb
  --from ${WORK}/cylinder.glb)
file(WRITE ${WORK}/unbound.gltf [=[{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,2]}],
"nodes":[{"name":"hip","children":[1]},{"name":"knee","translation":[0,1,0]},
{"name":"body","mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
"min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
]=])
run(${TOOL} weights ${WORK}/unbound.gltf -o ${WORK}/skin_made.glb)
set(ENV{SINEW_DUMP_GLTF} ${WORK})
run(${WRITE_TESTS} --gtest_filter=WriteGlb.* --gtest_brief=1)

file(GLOB files ${WORK}/*.glb)
# Cameras are carried as they are, and these files have wrong ones.
list(FILTER files EXCLUDE REGEX "validator_camera_(infinite|orthographic)_")
list(LENGTH files count)
if(count LESS 10)
  message(FATAL_ERROR "only ${count} files were written")
endif()
execute_process(COMMAND ${NODE} ${validator}/validate.mjs --alone ${files}
  RESULT_VARIABLE code OUTPUT_VARIABLE reports ERROR_VARIABLE said)
if(NOT code EQUAL 0)
  string(REGEX MATCHALL "[^\n]*\"severity\":\"error\"[^\n]*\n" bad "${reports}")
  message(FATAL_ERROR "the Khronos validator found errors: ${bad}${said}")
endif()
# Of our own character not even a warning.
execute_process(COMMAND ${NODE} ${validator}/validate.mjs --alone ${WORK}/character.glb
  OUTPUT_VARIABLE report)
if(NOT report MATCHES "\"errors\":0,\"warnings\":0,")
  message(FATAL_ERROR "the Khronos validator warns of the character: ${report}")
endif()
message(STATUS "the Khronos validator found no errors in ${count} files")
