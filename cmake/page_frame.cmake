# Puts the fixed parts of the viewer page in their places: cmake -D FRAME=... -D TO=... -P page_frame.cmake. The marks for
# a recording and the engine stay.
file(READ ${FRAME} page)
foreach(part STYLE SCRIPT LIBRARY NOTICE)
    file(READ ${${part}} text)
    string(TOLOWER ${part} mark)
    string(REPLACE "<!--${mark}-->" "${text}" page "${page}")
endforeach()
file(WRITE ${TO} "${page}")
