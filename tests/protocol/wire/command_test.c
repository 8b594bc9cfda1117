// SPDX-License-Identifier: MIT
#include "protocol/wire/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/random.h"
#include "tests/protocol/wire/wire_tests.h"

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])

static const char *const KIND_NAMES[COMMAND_NB] = {
    "EMPTY",    "UNKNOWN", "UCI",  "ISREADY",   "SETOPTION", "UCINEWGAME",
    "POSITION", "GO",      "STOP", "PONDERHIT", "DEBUG",     "REGISTER",
    "QUIT",     "DISPLAY", "EVAL", "BENCH",     "QUERY",
};

static const char *const GO_NAMES[GO_NB] = {
#define X(name, text) text,
    GO_MAP(X)
#undef X
};

static void show_go(const GoCommand *go, StrBuf *out)
{
    for (int key = 0; key < GO_NB; key++) {
        if (go->has[key]) {
            strbuf_appendf(out, " %s=%" PRId64, GO_NAMES[key], go->value[key]);
        }
    }
    strbuf_append_text(out, go->infinite ? " infinite" : "");
    strbuf_append_text(out, go->ponder ? " ponder" : "");
    if (go->has_searchmoves) {
        strbuf_appendf(out, " searchmoves[%.*s]", STRVIEW_ARG(go->searchmoves));
    }
}

/// Everything a Command says as one text, so that a case is a pair of lines.
static void show(const Command *command, const CommandComplaints *complaints, StrBuf *out)
{
    strbuf_clear(out);
    strbuf_append_text(out, KIND_NAMES[command->kind]);
    switch (command->kind) {
    case COMMAND_EMPTY:
        break;
    case COMMAND_UNKNOWN:
        strbuf_appendf(out, " [%.*s]", STRVIEW_ARG(command->word));
        break;
    case COMMAND_SETOPTION:
        strbuf_appendf(out, " [%.*s]", STRVIEW_ARG(command->as.setoption.name));
        if (command->as.setoption.has_value) {
            strbuf_appendf(out, "=[%.*s]", STRVIEW_ARG(command->as.setoption.value));
        }
        break;
    case COMMAND_POSITION:
        strbuf_append_text(out, command->as.position.malformed ? " malformed" : "");
        strbuf_append_text(out, command->as.position.startpos ? " startpos" : "");
        strbuf_appendf(out, " [%.*s][%.*s]", STRVIEW_ARG(command->as.position.fen),
                       STRVIEW_ARG(command->as.position.moves));
        break;
    case COMMAND_GO:
        show_go(&command->as.go, out);
        break;
    default:
        if (command->as.argument.size > 0) {
            strbuf_appendf(out, " [%.*s]", STRVIEW_ARG(command->as.argument));
        }
        break;
    }
    for (int i = 0; i < complaints->nb; i++) {
        strbuf_appendf(out, " ! %s", complaints->text[i]);
    }
}

static void check(const char *const cases[][2], size_t nb)
{
    StrBuf shown;
    strbuf_init(&shown);
    CommandComplaints complaints;
    for (size_t i = 0; i < nb; i++) {
        Command command = command_parse(strview_from(cases[i][0]), &complaints);
        show(&command, &complaints, &shown);
        CHECK(strcmp(shown.data, cases[i][1]) == 0, "'%s': is '%s', not '%s'", cases[i][0],
              shown.data, cases[i][1]);
    }
    strbuf_release(&shown);
}

static void words(void)
{
    static const char *const CASES[][2] = {
        {"uci", "UCI"},
        {"isready", "ISREADY"},
        {"ucinewgame", "UCINEWGAME"},
        {"stop", "STOP"},
        {"ponderhit", "PONDERHIT"},
        {"quit", "QUIT"},
        {"d", "DISPLAY"},
        {"eval", "EVAL"},
        {"bench", "BENCH"},
        {"bench 5", "BENCH [5]"},
        {"debug on", "DEBUG [on]"},
        {"register later", "REGISTER [later]"},
        {"register name Some One code 12", "REGISTER [name Some One code 12]"},
        {"query moves", "QUERY [moves]"},
        {"query", "QUERY"},
        // lines: CR LF, tabs, leading and trailing blanks
        {"uci\r", "UCI"},
        {"uci\r\n", "UCI"},
        {"\t isready \t", "ISREADY"},
        {"query\t \tgameover  \r", "QUERY [gameover]"},
        {"", "EMPTY"},
        {" \t\r", "EMPTY"},
        {"# go infinite", "EMPTY"},
        {"#", "EMPTY"},
        {"  # quit", "EMPTY"},
        // unknown words
        {"joho", "UNKNOWN [joho]"},
        {"joho debug on", "DEBUG [on]"},
        {"some more words uci", "UCI"},
        {"hello quit", "QUIT"},
        {"hello there", "UNKNOWN [hello]"},
        {"UCI", "UNKNOWN [UCI]"},
        {"quitting", "UNKNOWN [quitting]"},
        {"go-depth 3", "UNKNOWN [go-depth]"},
        {"query quit", "QUERY [quit]"}, // not in front: an argument
        {"uci quit", "UCI [quit]"},
    };
    check(CASES, CASE_NB(CASES));
}

static void setoption(void)
{
    static const char *const CASES[][2] = {
        {"setoption name Hash value 64", "SETOPTION [Hash]=[64]"},
        {"setoption name Hash value 64\r", "SETOPTION [Hash]=[64]"},
        {"setoption name Clear Hash", "SETOPTION [Clear Hash]"},
        {"setoption   name   Clear  Hash  ", "SETOPTION [Clear  Hash]"},
        {"setoption\tname\tMove Overhead\tvalue\t10", "SETOPTION [Move Overhead]=[10]"},
        {"setoption name hASH value 1 value 2", "SETOPTION [hASH]=[1 value 2]"},
        {"setoption name X value a  b", "SETOPTION [X]=[a  b]"},
        {"setoption name X value best value for money", "SETOPTION [X]=[best value for money]"},
        {"setoption name X value  a", "SETOPTION [X]=[ a]"},
        {"setoption name X value a ", "SETOPTION [X]=[a ]"},
        {"setoption name   X   value a", "SETOPTION [X]=[a]"},
        {"setoption name X value", "SETOPTION [X]=[]"},
        {"setoption name X value ", "SETOPTION [X]=[]"},
        {"setoption name X value \r", "SETOPTION [X]=[]"},
        {"setoption name X value <empty>", "SETOPTION [X]=[<empty>]"},
        {"setoption name X value quit", "SETOPTION [X]=[quit]"},
        {"setoption name valuer value x", "SETOPTION [valuer]=[x]"},
        {"setoption name", "SETOPTION []"},
        {"setoption name value 3", "SETOPTION []=[3]"},
        {"setoption", "SETOPTION []"},
        {"setoption Hash value 3", "SETOPTION []"},
        {"setoption foo name Hash value 3", "SETOPTION [Hash]=[3]"},
        {"setoption name Hash value -1", "SETOPTION [Hash]=[-1]"},
    };
    check(CASES, CASE_NB(CASES));
}

static void position(void)
{
    static const char *const CASES[][2] = {
        {"position startpos", "POSITION startpos [][]"},
        {"position startpos moves", "POSITION startpos [][]"},
        {"position startpos moves ", "POSITION startpos [][]"},
        {"position  startpos   moves   d6  b4xd6 \r", "POSITION startpos [][d6  b4xd6]"},
        {"position fen 3/3/3[PPPppp] w - - 0 1", "POSITION [3/3/3[PPPppp] w - - 0 1][]"},
        {"position fen   3/3/3[] b   moves a1a2", "POSITION [3/3/3[] b][a1a2]"},
        {"position fen 3/3/3[] w - - 0 1 moves", "POSITION [3/3/3[] w - - 0 1][]"},
        {"position fen moves a1", "POSITION [][a1]"},
        {"position fen", "POSITION [][]"},
        {"position startpos moves a1 moves b2", "POSITION startpos [][a1 moves b2]"},
        {"position startpos moves go infinite", "POSITION startpos [][go infinite]"},
        {"position", "POSITION malformed [][]"},
        {"position moves a1", "POSITION malformed [][]"},
        {"position 3/3/3 w", "POSITION malformed [][]"},
        {"position startpos d6 d2", "POSITION malformed startpos [][]"},
        {"position startpos d6 moves d2", "POSITION malformed startpos [][d2]"},
        {"position STARTPOS", "POSITION malformed [][]"},
    };
    check(CASES, CASE_NB(CASES));
}

static void go(void)
{
    static const char *const CASES[][2] = {
        {"go", "GO"},
        {"go infinite", "GO infinite"},
        {"go ponder wtime 100 btime 200 winc 1 binc 2 movestogo 40",
         "GO wtime=100 btime=200 winc=1 binc=2 movestogo=40 ponder"},
        {"go movestogo 40 binc 2 winc 1 btime 200 wtime 100 ponder",
         "GO wtime=100 btime=200 winc=1 binc=2 movestogo=40 ponder"},
        {"go depth 5 nodes 1000 mate 3 movetime 250", "GO depth=5 nodes=1000 mate=3 movetime=250"},
        {"go\tmovetime\t250\r", "GO movetime=250"},
        {"go perft 4", "GO perft=4"},
        {"go searchmoves d6 b4xd6 depth 2", "GO depth=2 searchmoves[d6 b4xd6]"},
        {"go depth 2 searchmoves  a1a4   d6 ", "GO depth=2 searchmoves[a1a4   d6]"},
        {"go searchmoves d6 infinite", "GO infinite searchmoves[d6]"},
        {"go searchmoves", "GO searchmoves[]"},
        {"go searchmoves depth 2", "GO depth=2 searchmoves[]"},
        {"go searchmoves d6 searchmoves d2", "GO searchmoves[d2]"},
        // zero, negative, huge: as sent
        {"go movetime 0", "GO movetime=0"},
        {"go nodes -5", "GO nodes=-5"},
        {"go movetime -2147483649", "GO movetime=-2147483649"},
        {"go wtime +7", "GO wtime=7"},
        {"go wtime 99999999999999999999", "GO wtime=9223372036854775807"},
        {"go wtime -99999999999999999999", "GO wtime=-9223372036854775808"},
        // missing and malformed values
        {"go wtime btime 50000", "GO btime=50000 ! wtime: its number is missing"},
        {"go depth", "GO ! depth: its number is missing"},
        {"go depth abc", "GO ! depth: 'abc' is no number"},
        {"go depth abc nodes 7", "GO nodes=7 ! depth: 'abc' is no number"},
        {"go depth 1e3", "GO ! depth: '1e3' is no number"},
        {"go depth 0x10", "GO ! depth: '0x10' is no number"},
        {"go movetime 12.5", "GO ! movetime: '12.5' is no number"},
        {"go depth infinite", "GO infinite ! depth: its number is missing"},
        {"go depth searchmoves d6", "GO searchmoves[d6] ! depth: its number is missing"},
        {"go depth - mate x", "GO ! depth: '-' is no number ! mate: 'x' is no number"},
        {"go depth \x01\xff", "GO ! depth: '\?\?' is no number"},
        // unknown words are skipped, of a repeated keyword the last counts
        {"go foo 3 depth 2", "GO depth=2"},
        {"go depth 2 foo", "GO depth=2"},
        {"go depth 2 depth 4", "GO depth=4"},
        {"go depth 4 depth x", "GO depth=4 ! depth: 'x' is no number"},
        {"go DEPTH 3", "GO"},
        {"go quit", "GO"},
    };
    check(CASES, CASE_NB(CASES));
}

static void complaints_are_bounded(void)
{
    StrBuf line;
    strbuf_init(&line);
    strbuf_append_text(&line, "go depth ");
    for (int i = 0; i < 10000; i++) {
        strbuf_append_char(&line, 'a');
    }
    for (int i = 0; i < 20; i++) {
        strbuf_append_text(&line, " nodes x");
    }
    CommandComplaints complaints;
    Command command = command_parse(strbuf_view(&line), &complaints);
    CU_ASSERT_EQUAL(command.kind, COMMAND_GO);
    CU_ASSERT_EQUAL(complaints.nb, COMMAND_COMPLAINTS_MAX);
    CU_ASSERT_STRING_EQUAL(complaints.text[0],
                           "depth: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' is no number");
    strbuf_release(&line);
}

/// A position line of 20,000 plies and a line of a mebibyte of letters.
static void long_lines(void)
{
    StrBuf line;
    strbuf_init(&line);
    strbuf_append_text(&line, "position startpos moves");
    for (int i = 0; i < 20000; i++) {
        strbuf_append_text(&line, " a1a4xd7");
    }
    CommandComplaints complaints;
    Command command = command_parse(strbuf_view(&line), &complaints);
    CU_ASSERT_EQUAL(command.kind, COMMAND_POSITION);
    CU_ASSERT_EQUAL(command.as.position.moves.size, 20000 * 8 - 1);
    strbuf_clear(&line);
    for (int i = 0; i < 1 << 20; i++) {
        strbuf_append_char(&line, 'x');
    }
    command = command_parse(strbuf_view(&line), &complaints);
    CU_ASSERT_EQUAL(command.kind, COMMAND_UNKNOWN);
    CU_ASSERT_EQUAL(command.word.size, 1 << 20);
    strbuf_release(&line);
}

static void bytes_that_are_no_text(void)
{
    CommandComplaints complaints;
    StrView nul = {"go\0 depth 3", 11};
    CU_ASSERT_EQUAL(command_parse(nul, &complaints).kind, COMMAND_UNKNOWN);
    StrView behind = {"isready \0\xff\xfe", 11};
    CU_ASSERT_EQUAL(command_parse(behind, &complaints).kind, COMMAND_ISREADY);
    StrView none = {NULL, 0};
    CU_ASSERT_EQUAL(command_parse(none, &complaints).kind, COMMAND_EMPTY);
}

static void formats(void)
{
    StrBuf out;
    strbuf_init(&out);
    command_format_setoption("Hash", "64", &out);
    command_format_setoption("Clear Hash", NULL, &out);
    command_format_setoption("X", "", &out);
    command_format_position(NULL, strview_from(""), &out);
    command_format_position("", strview_from("d6 d2"), &out);
    command_format_position("3/3/3[] w", strview_from(""), &out);
    command_format_position("3/3/3[] w", strview_from("a1a2"), &out);
    GoCommand command = {.infinite = true};
    command_format_go(&command, &out);
    command =
        (GoCommand){.ponder = true, .has_searchmoves = true, .searchmoves = strview_from("d6 d2")};
    command.has[GO_WTIME] = command.has[GO_MOVESTOGO] = command.has[GO_DEPTH] = true;
    command.value[GO_WTIME] = -3;
    command.value[GO_MOVESTOGO] = 40;
    command.value[GO_DEPTH] = INT64_MAX;
    command_format_go(&command, &out);
    CU_ASSERT_STRING_EQUAL(out.data, "setoption name Hash value 64\n"
                                     "setoption name Clear Hash\n"
                                     "setoption name X value \n"
                                     "position startpos\n"
                                     "position startpos moves d6 d2\n"
                                     "position fen 3/3/3[] w\n"
                                     "position fen 3/3/3[] w moves a1a2\n"
                                     "go infinite\n"
                                     "go ponder wtime -3 movestogo 40 depth 9223372036854775807"
                                     " searchmoves d6 d2\n");
    strbuf_release(&out);
}

/// What is written reads back to the same command.
static void round_trip(void)
{
    Random random;
    random_init(&random, 1);
    StrBuf line;
    strbuf_init(&line);
    for (int i = 0; i < 2000; i++) {
        GoCommand go = {.infinite = random_below(&random, 2) == 1,
                        .ponder = random_below(&random, 2) == 1};
        for (int key = 0; key < GO_NB; key++) {
            go.has[key] = random_below(&random, 2) == 1;
            go.value[key] =
                go.has[key] ? (int64_t)(random_next(&random) >> random_below(&random, 64)) : 0;
        }
        strbuf_clear(&line);
        command_format_go(&go, &line);
        CommandComplaints complaints;
        Command command = command_parse(strbuf_view(&line), &complaints);
        CHECK(command.kind == COMMAND_GO && complaints.nb == 0, "%s", line.data);
        CHECK(memcmp(command.as.go.has, go.has, sizeof go.has) == 0 &&
                  memcmp(command.as.go.value, go.value, sizeof go.value) == 0 &&
                  command.as.go.infinite == go.infinite && command.as.go.ponder == go.ponder,
              "%s", line.data);
    }
    strbuf_release(&line);
}

/// Random lines made of known words and raw bytes: no crash, views inside the line, a named kind.
static void noise(void)
{
    static const char *const PARTS[] = {
        "go",          "position",
        "setoption",   "name",
        "value",       "fen",
        "startpos",    "moves",
        "depth",       "wtime",
        "searchmoves", "infinite",
        "-1",          "99999999999999999999999",
        " ",           "\t",
        "  ",          "\r",
        "#",           "x",
    };
    Random random;
    random_init(&random, 2);
    StrBuf line;
    strbuf_init(&line);
    for (int i = 0; i < 20000; i++) {
        strbuf_clear(&line);
        for (uint64_t n = random_below(&random, 12); n > 0; n--) {
            if (random_below(&random, 5) == 0) {
                strbuf_append_char(&line, (char)random_below(&random, 256));
            } else {
                strbuf_append_text(&line, PARTS[random_below(&random, CASE_NB(PARTS))]);
            }
            strbuf_append_text(&line, random_below(&random, 3) > 0 ? " " : "");
        }
        char *copy = malloc(line.size > 0 ? line.size
                                          : 1); // so that the sanitizer sees a step beyond the end
        memcpy(copy, line.data, line.size);
        CommandComplaints complaints;
        Command command = command_parse((StrView){copy, line.size}, &complaints);
        CHECK(command.kind < COMMAND_NB, "kind %d", (int)command.kind);
        CHECK(command.word.size == 0 || (command.word.data >= copy &&
                                         command.word.data + command.word.size <= copy + line.size),
              "word");
        free(copy);
    }
    strbuf_release(&line);
}

const TestCase COMMAND_CASES[] = {
    {"words", words},
    {"setoption", setoption},
    {"position", position},
    {"go", go},
    {"complaints are bounded", complaints_are_bounded},
    {"long lines", long_lines},
    {"bytes that are no text", bytes_that_are_no_text},
    {"formats", formats},
    {"round trip", round_trip},
    {"noise", noise},
    {NULL, NULL},
};
