# The man pages and the completion of shells, as the command itself prints them: what is installed never disagrees with it.
#   cmake -D CAROM=COMMAND -D TO=DIRECTORY -P man_pages.cmake
# writes TO/man1/carom.1, one page for each command below it, and TO/carom.bash, carom.zsh, carom.fish.
cmake_minimum_required(VERSION 3.25)

function(write_output file)
    execute_process(COMMAND ${CAROM} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    file(WRITE ${TO}/${file} "${text}")
endfunction()

file(REMOVE_RECURSE ${TO})
set(pages carom)
while(pages)
    list(POP_FRONT pages page)
    string(REGEX REPLACE "^carom-?" "" words "${page}")
    string(REPLACE "-" ";" words "${words}")
    write_output(man1/${page}.1 help --man ${words})
    # A page names the pages of the commands below its own: \fBcarom\-run\fR(1).
    file(READ ${TO}/man1/${page}.1 text)
    string(REPLACE "\\-" "-" text "${text}")
    string(REGEX MATCHALL "${page}-[a-z-]+.fR.1." below "${text}")
    list(TRANSFORM below REPLACE "[^a-z-].*" "")
    list(APPEND pages ${below})
endwhile()
foreach(shell bash zsh fish)
    write_output(carom.${shell} completion ${shell})
endforeach()
