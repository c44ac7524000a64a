# Files for other programs, read back by readers that are not ours (tests/readers/common.py): label `readers`.
# One that is not installed skips its test; ./test --readers installs them all and lets none be missing.

if(TARGET carom_cli)
    foreach(format xyz gsd vtk gltf gltf_khronos mp4)
        add_test(NAME readers/${format}
            COMMAND ${CMAKE_CURRENT_LIST_DIR}/read ${format} $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR}/build/readers)
        set_tests_properties(readers/${format} PROPERTIES LABELS readers SKIP_RETURN_CODE 77 TIMEOUT 300)
    endforeach()
    # No reader, but a program of others too: a study as a job array.
    add_test(NAME readers/slurm
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/slurm $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
    set_tests_properties(readers/slurm PROPERTIES LABELS readers SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
