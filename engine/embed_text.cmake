# SPDX-License-Identifier: MIT
# cmake -DINPUT=FILE -DOUTPUT=FILE.c -DNAME=SYMBOL -P embed_text.cmake
# Writes a C file with the bytes of a text file, and a NUL behind them, as the constant SYMBOL.
file(READ ${INPUT} BYTES HEX)
string(REGEX REPLACE "(................................)" "\\1\n" BYTES "${BYTES}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," BYTES "${BYTES}")
file(WRITE ${OUTPUT} "extern const char ${NAME}[];\nconst char ${NAME}[] = {\n${BYTES}0};\n")
