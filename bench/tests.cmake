# Short runs of each verb that checks what it measures, and what it refuses.
add_test(NAME bench/accuracy COMMAND carom_bench accuracy --queries 5000)
add_test(NAME bench/frame COMMAND carom_bench frame --n 300 --seconds 0.001)
add_test(NAME bench/engine_spheres COMMAND carom_bench engine --n 500 --packing 0.45 --collisions 40000)
add_test(NAME bench/engine_discs COMMAND carom_bench engine --dim 2 --n 900 --packing 0.62 --collisions 40000)
add_test(NAME bench/engine_mixture COMMAND carom_bench engine --scene mixture --ratio 3 --n 2000 --collisions 40000)
add_test(NAME bench/engine_dense_mixture
    COMMAND carom_bench engine --scene mixture --ratio 2 --n 1000 --packing 0.49 --collisions 40000)
add_test(NAME bench/engine_pool COMMAND carom_bench engine --scene table --collisions 20000)
add_test(NAME bench/worlds COMMAND carom_bench worlds --impacts 1000 --repeat 1)
add_test(NAME bench/table COMMAND carom_bench table --shots 20 --rounds 1)
add_test(NAME bench/long COMMAND carom_bench long --n 864 --collisions 40000 --rows 4)
add_test(NAME bench/recording
    COMMAND carom_bench recording --n 500 --collisions 5000 --repeat 2 --directory ${CMAKE_CURRENT_BINARY_DIR})
set(start ${CMAKE_CURRENT_BINARY_DIR}/start.xyz)
add_test(NAME bench/engine_writes_start
    COMMAND carom_bench engine --n 256 --packing 0.2 --collisions 20000 --write-start ${start})
add_test(NAME bench/engine_reads_start COMMAND carom_bench engine --collisions 20000 --read-start ${start})
set_tests_properties(bench/engine_writes_start PROPERTIES FIXTURES_SETUP engine_start)
set_tests_properties(bench/engine_reads_start PROPERTIES FIXTURES_REQUIRED engine_start)
add_test(NAME bench/engine_json COMMAND carom_bench engine --n 256 --packing 0.2 --collisions 20000 --json)
set_tests_properties(bench/engine_json PROPERTIES PASS_REGULAR_EXPRESSION "^{.*\"wrong\": \\[\\]\n}\n$")
add_test(NAME bench/engine_refuses_an_empty_name COMMAND carom_bench engine --json "")
set_tests_properties(bench/engine_refuses_an_empty_name PROPERTIES
    PASS_REGULAR_EXPRESSION "--json: the value is empty")

# Exit code 2 and this message, at once.
function(expect_refusal verb name message)
    add_test(NAME bench/${verb}_refuses_${name}
        COMMAND sh -c "\"$@\" 2>&1; test $? -eq 2 && echo refused" sh $<TARGET_FILE:carom_bench> ${verb} ${ARGN})
    set_tests_properties(bench/${verb}_refuses_${name} PROPERTIES
        PASS_REGULAR_EXPRESSION "^[^\n]*${message}.*refused\n$")
endfunction()
expect_refusal(engine to_write_nowhere "'/no/such' is not a directory" --json /no/such/file)
expect_refusal(engine to_write_to_a_device "/dev/full: cannot write: this is a device" --json /dev/full)
expect_refusal(engine one_file_for_two "--json would replace the start" --json ${start} --write-start ${start})
expect_refusal(engine a_ratio_of_a_gas "--ratio is of a mixture" --ratio 2)
expect_refusal(long too_many_balls "not in range 100 to 100000000" --n 18446744073709551615)

# Random scenes against the plain engine and the checker: some here, 100,000 by hand (docs/long_run.md).
add_test(NAME campaign/some_scenes COMMAND carom_bench campaign --scenes 100 --first-seed 5000)
add_test(NAME campaign/some_sheared_scenes
    COMMAND carom_bench campaign --scenes 60 --first-seed 5000 --family sheared)
add_test(NAME campaign/some_heavy_touching_scenes
    COMMAND carom_bench campaign --scenes 60 --first-seed 5000 --family heavy-touching --followed 3000)
add_test(NAME campaign/some_sheared_touching_scenes
    COMMAND carom_bench campaign --scenes 60 --first-seed 5000 --family sheared-touching)
# In these the campaign found faults once.
add_test(NAME campaign/scenes_with_faults_once COMMAND carom_bench campaign --seeds
    1001230 1001474 1001524 1002422 1002631 1002843 1006494 1009479 1010394 1013024 1018003 1020997
    1030670 1000046 1002649 1071075 1081940 1095651 2006206 2006970 4002018 8037134 8089518 10003944 770597)
# Honest runs that a checker of the law of several contacts refuted: a wedge of contacts a millionth off one line (5045,
# 7050, 7201), a resting ball between parallel walls that rounding may push (7238), a contact that is a sum of others only
# for a while (7393).
add_test(NAME campaign/heavy_touching_scenes_with_faults_once COMMAND carom_bench campaign
    --family heavy-touching --seeds 5045 7050 7201 7238 7393)
