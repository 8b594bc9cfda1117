// SPDX-License-Identifier: MIT
// Stands in for libFuzzer: feeds every file of the folders named on the command line to the target
// once.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/file.h"
#include "tests/fuzz/fuzz.h"

#define INPUT_SIZE_MAX (1 << 20) // bytes

static int feed_file(const char *path)
{
    StrBuf text;
    Problem problem = {.text = ""};
    strbuf_init(&text);
    if (file_read(path, INPUT_SIZE_MAX, &text, &problem) != STATUS_OK) {
        fprintf(stderr, "%s\n", problem.text);
        return 0;
    }
    // A copy of exactly the size, so that the sanitizer sees a step beyond the end.
    uint8_t *bytes = malloc(text.size > 0 ? text.size : 1);
    memcpy(bytes, text.data, text.size);
    LLVMFuzzerTestOneInput(bytes, text.size);
    free(bytes);
    strbuf_release(&text);
    return 1;
}

static int feed_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    int nb = 0;
    for (struct dirent *entry = dir != NULL ? readdir(dir) : NULL; entry != NULL;
         entry = readdir(dir)) {
        if (entry->d_name[0] != '.') {
            StrBuf path;
            strbuf_init(&path);
            file_join(folder, entry->d_name, &path);
            nb += feed_file(path.data);
            strbuf_release(&path);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return nb;
}

int main(int argc, char **argv)
{
    int nb = 0;
    for (int i = 1; i < argc; i++) {
        nb += feed_folder(argv[i]);
    }
    printf("%d inputs\n", nb);
    return nb > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
