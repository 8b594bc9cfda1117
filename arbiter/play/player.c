// SPDX-License-Identifier: MIT
#include "arbiter/play/player.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/transport/child.h"
#include "protocol/wire/command.h"

#define INFO_KEPT_MAX 4096 // bytes of an info line that are kept; scores stand in front of the pv
#define ID_TEXT_MAX 128    // bytes of id name and id author with the NUL
#define GRACE_MS 5         // after a deadline: an answer in the pipe is read before the verdict
#define KILL_PATIENCE_MS 5000 // a process that even SIGKILL does not end is left to the system
#define NS_PER_MS 1000000u
#define FAULT_TEXT_MAX 400

struct Player {
    const Tournament *t;
    const EngineEntry *entry;
    PlayerListener listener;
    Child *child;
    Timer *timer; // the one deadline of the present phase
    PlayerState state;
    bool is_overdue;                          // the deadline has passed; the grace runs
    int quit_step;                            // ENDING: what comes when the timer fires
    int64_t patience_ms;                      // ENDING: between two steps
    bool has_variant_option, has_any_variant; // UCI_Variant is offered; as a free string
    bool has_path_option, path_sent, asked_twice;
    bool *offered;     // options of the entry
    uint64_t variants; // that UCI_Variant lists
    int variant;       // that it was set to last; -1: unknown
    int64_t phase_ms;  // length of the present deadline, for texts
    uint64_t sent_ns;  // when go was written
    int64_t stray_nb;
    StrBuf info; // the last info line with a score of this search
    StrBuf out;
    char id_name[ID_TEXT_MAX];
    char id_author[ID_TEXT_MAX];
};

// --- Phases and their ends ------------------------------------------------------------------

static void enter_state(Player *player, PlayerState state, int64_t deadline_ms)
{
    player->state = state;
    player->is_overdue = false;
    player->phase_ms = deadline_ms;
    if (deadline_ms < 0) {
        timer_stop(player->timer);
    } else {
        timer_start(player->timer, (uint64_t)deadline_ms, 0);
    }
}

static void become_gone(Player *player)
{
    enter_state(player, PLAYER_GONE, -1);
    player->listener.on_gone(player->listener.ctx);
}

static const char *state_text(PlayerState state)
{
    switch (state) {
    case PLAYER_STARTING:
        return "before uciok";
    case PLAYER_READYING:
        return "before readyok";
    case PLAYER_THINKING:
        return "while thinking";
    default:
        return "between two moves";
    }
}

// Takes the newest words of stderr into a fault's text: they often hold the cause.
static void append_stderr(Player *player, char *text, size_t size)
{
    const char *said = child_stderr(player->child);
    while (*said == ' ') {
        said++;
    }
    size_t used = strlen(text);
    if (*said != '\0' && used + 16 < size) {
        size_t length = strlen(said);
        size_t room = size - used - 16;
        snprintf(text + used, size - used, "; its stderr: %s",
                 length > room ? said + (length - room) : said);
    }
}

static void fail(Player *player, PlayerFault fault, const char *text)
{
    enter_state(player, PLAYER_ENDING, KILL_PATIENCE_MS);
    player->quit_step = 2;
    child_kill(player->child);
    player->listener.on_fault(player->listener.ctx, fault, text);
}

static void on_child_end(void *ctx, const char *how)
{
    Player *player = ctx;
    PlayerState state = player->state;
    if (state == PLAYER_GONE) {
        return;
    }
    if (state != PLAYER_ENDING) {
        char text[FAULT_TEXT_MAX];
        snprintf(text, sizeof text, "its process ended %s: %s", state_text(state), how);
        append_stderr(player, text, sizeof text);
        enter_state(player, PLAYER_ENDING, -1);
        PlayerFault fault = state == PLAYER_STARTING ? PLAYER_NO_UCIOK : PLAYER_ENDED;
        player->listener.on_fault(player->listener.ctx, fault, text);
    }
    become_gone(player);
}

static void take_quit_step(Player *player)
{
    if (player->quit_step == 0) {
        child_terminate(player->child);
    } else if (player->quit_step == 1) {
        child_kill(player->child);
    } else {
        become_gone(player); // not even SIGKILL: nothing more can be done, and the run must end
        return;
    }
    player->quit_step++;
    timer_start(player->timer,
                (uint64_t)(player->quit_step == 2 ? KILL_PATIENCE_MS : player->patience_ms), 0);
}

static void on_deadline(void *ctx)
{
    Player *player = ctx;
    if (player->state == PLAYER_ENDING) {
        take_quit_step(player);
        return;
    }
    if (!player->is_overdue) {
        player->is_overdue = true;
        timer_start(player->timer, GRACE_MS, 0);
        return;
    }
    static const char *const wanted[] = {
        [PLAYER_STARTING] = "uciok", [PLAYER_READYING] = "readyok", [PLAYER_THINKING] = "bestmove"};
    static const PlayerFault faults[] = {[PLAYER_STARTING] = PLAYER_NO_UCIOK,
                                         [PLAYER_READYING] = PLAYER_NO_READYOK,
                                         [PLAYER_THINKING] = PLAYER_NO_BESTMOVE};
    PlayerState state = player->state;
    assert(state == PLAYER_STARTING || state == PLAYER_READYING || state == PLAYER_THINKING);
    char text[FAULT_TEXT_MAX];
    snprintf(text, sizeof text, "no %s within %" PRId64 " ms", wanted[state], player->phase_ms);
    append_stderr(player, text, sizeof text);
    fail(player, faults[state], text);
}

// --- The handshake --------------------------------------------------------------------------

static void take_variant_option(Player *player, const Reply *reply)
{
    const Tournament *t = player->t;
    player->has_variant_option = true;
    player->has_any_variant = reply->as.option.type == OPTION_STRING;
    for (int i = 0; i < t->variant_nb; i++) {
        if (player->has_any_variant ||
            reply_option_has_var(reply, strview_from(t->variants[i]->name))) {
            player->variants |= (uint64_t)1 << i;
        }
    }
}

static void take_option(Player *player, const Reply *reply)
{
    StrView name = reply->as.option.name;
    const EngineEntry *entry = player->entry;
    if (strview_is_nocase(name, "UCI_Variant")) {
        take_variant_option(player, reply);
    }
    if (strview_is_nocase(name, "VariantPath")) {
        player->has_path_option = true;
    }
    for (int i = 0; i < entry->option_nb; i++) {
        if (strview_equal_nocase(name, strview_from(entry->options[i].name))) {
            player->offered[i] = true;
        }
    }
}

static bool has_own_variant_path(const EngineEntry *entry)
{
    for (int i = 0; i < entry->option_nb; i++) {
        if (strview_is_nocase(strview_from(entry->options[i].name), "VariantPath")) {
            return true;
        }
    }
    return false;
}

static uint64_t all_variants(const Tournament *t)
{
    return t->variant_nb == 64 ? UINT64_MAX : ((uint64_t)1 << t->variant_nb) - 1;
}

static void send_options(Player *player)
{
    const EngineEntry *entry = player->entry;
    strbuf_clear(&player->out);
    for (int i = 0; i < entry->option_nb; i++) {
        const EngineOption *option = &entry->options[i];
        if (player->offered[i]) {
            command_format_setoption(option->name, option->value, &player->out);
            continue;
        }
        char text[FAULT_TEXT_MAX];
        snprintf(text, sizeof text, "offers no option '%.100s'; it is not sent", option->name);
        player->listener.on_warning(player->listener.ctx, text);
    }
    child_write(player->child, strbuf_view(&player->out));
}

// The user's variants are made known first, since the list of UCI_Variant depends on them; if it
// does not show all yet, the engine is asked for its options once more.
static bool ask_again_with_path(Player *player)
{
    const Tournament *t = player->t;
    if (player->asked_twice || t->variant_path == NULL || !player->has_path_option ||
        has_own_variant_path(player->entry)) {
        return false;
    }
    player->asked_twice = true;
    player->path_sent = true;
    strbuf_clear(&player->out);
    command_format_setoption("VariantPath", t->variant_path, &player->out);
    bool is_complete = player->has_variant_option && (~player->variants & all_variants(t)) == 0;
    if (!is_complete) {
        player->variants = 0;
        strbuf_append_text(&player->out, "uci\n");
    }
    child_write(player->child, strbuf_view(&player->out));
    return !is_complete;
}

static void take_uciok(Player *player)
{
    if (ask_again_with_path(player)) {
        return;
    }
    send_options(player);
    enter_state(player, PLAYER_IDLE, -1);
    player->listener.on_started(player->listener.ctx);
}

// "variant NAME digest HEX" behind "info string".
static void compare_digest(Player *player, StrView string)
{
    StrView rest = string;
    if (!strview_is(strview_next_word(&rest), "variant")) {
        return;
    }
    StrView name = strview_next_word(&rest);
    if (!strview_is(strview_next_word(&rest), "digest")) {
        return;
    }
    StrView digest = strview_next_word(&rest);
    for (int i = 0; i < player->t->variant_nb; i++) {
        const Variant *v = player->t->variants[i];
        char ours[17];
        snprintf(ours, sizeof ours, "%016" PRIx64, v->digest);
        if (strview_is_nocase(name, v->name) && !strview_is_nocase(digest, ours)) {
            char text[FAULT_TEXT_MAX];
            snprintf(text, sizeof text, "it plays %s by other rules: digest %.*s, ours is %s",
                     v->name, digest.size > 40 ? 40 : (int)digest.size, digest.data, ours);
            fail(player, PLAYER_OTHER_RULES, text);
            return;
        }
    }
}

// --- Lines ----------------------------------------------------------------------------------

static bool word_is(StrView word, const char *text, size_t size)
{
    return word.size == size && memcmp(word.data, text, size) == 0;
}

// Has the info line a score of the first line of play? Word by word up to the moves or a free text;
// this runs for every line of a chatty engine (0.1 us), so nothing is converted here.
static bool info_has_score(StrView rest)
{
    bool has_score = false;
    bool has_multipv = false;
    while (!has_score || !has_multipv) {
        StrView word = strview_next_word(&rest);
        if (word.size == 0 || word_is(word, "pv", 2) || word_is(word, "string", 6)) {
            return has_score;
        }
        if (word_is(word, "score", 5)) {
            has_score = true;
        } else if (word_is(word, "multipv", 7)) {
            has_multipv = true;
            if (!word_is(strview_next_word(&rest), "1", 1)) {
                return false;
            }
        }
    }
    return true;
}

static void take_info(Player *player, StrView line)
{
    if (player->state == PLAYER_THINKING) {
        if (info_has_score(strview_skip(line, 4))) {
            strbuf_clear(&player->info);
            strbuf_append(&player->info, line.data,
                          line.size < INFO_KEPT_MAX ? line.size : INFO_KEPT_MAX);
        }
    } else if (player->state != PLAYER_ENDING) {
        Reply reply = reply_parse(line);
        if (reply.kind == REPLY_INFO) {
            compare_digest(player, reply.as.info.string);
        }
    }
}

static void take_bestmove(Player *player, const Reply *reply, uint64_t arrived_ns)
{
    PlayerAnswer answer = {
        .move = reply->as.bestmove.move,
        .text = reply->as.bestmove.rest,
        .elapsed_ns = arrived_ns > player->sent_ns ? arrived_ns - player->sent_ns : 0,
        .score_kind = SCORE_NONE,
        .depth = -1,
        .nodes = -1,
    };
    if (player->info.size > 0) {
        Reply info = reply_parse(strbuf_view(&player->info));
        if (info.kind == REPLY_INFO) {
            answer.score_kind = info.as.info.score_kind;
            answer.score = info.as.info.score;
            answer.depth = info.as.info.depth;
            answer.nodes = info.as.info.nodes;
        }
    }
    enter_state(player, PLAYER_IDLE, -1);
    player->listener.on_answer(player->listener.ctx, &answer);
}

static void take_reply(Player *player, const Reply *reply, uint64_t arrived_ns)
{
    switch (reply->kind) {
    case REPLY_ID_NAME:
        strview_copy(reply->as.text, player->id_name, sizeof player->id_name);
        break;
    case REPLY_ID_AUTHOR:
        strview_copy(reply->as.text, player->id_author, sizeof player->id_author);
        break;
    case REPLY_OPTION:
        if (player->state == PLAYER_STARTING) {
            take_option(player, reply);
        }
        break;
    case REPLY_UCIOK:
        if (player->state == PLAYER_STARTING) {
            take_uciok(player);
        } else {
            player->stray_nb++;
        }
        break;
    case REPLY_READYOK:
        if (player->state == PLAYER_READYING) {
            enter_state(player, PLAYER_IDLE, -1);
            player->listener.on_ready(player->listener.ctx);
        } else {
            player->stray_nb++;
        }
        break;
    case REPLY_BESTMOVE:
        if (player->state == PLAYER_THINKING) {
            take_bestmove(player, reply, arrived_ns);
        } else {
            player->stray_nb++;
        }
        break;
    default:
        break; // a banner, debug text: nobody's business
    }
}

static void on_child_line(void *ctx, StrView line, uint64_t arrived_ns)
{
    Player *player = ctx;
    if (player->state == PLAYER_ENDING || player->state == PLAYER_GONE) {
        return;
    }
    line = strview_trim(line);
    if (line.size > 4 && memcmp(line.data, "info", 4) == 0 &&
        (line.data[4] == ' ' || line.data[4] == '\t')) {
        take_info(player, line);
        return;
    }
    Reply reply = reply_parse(line);
    take_reply(player, &reply, arrived_ns);
}

static void on_child_overlong(void *ctx, StrView head, size_t size, uint64_t arrived_ns)
{
    (void)arrived_ns;
    Player *player = ctx;
    player->stray_nb++;
    if (player->state == PLAYER_ENDING || player->state == PLAYER_GONE) {
        return;
    }
    char text[FAULT_TEXT_MAX];
    snprintf(text, sizeof text,
             "sent a line of %zu bytes, which is too long and was dropped: %.*s...", size,
             STRVIEW_ARG(head));
    player->listener.on_warning(player->listener.ctx, text);
}

// --- The owner's side -----------------------------------------------------------------------

static Status start_child(Loop *loop, Player *player, Problem *problem)
{
    const EngineEntry *entry = player->entry;
    size_t argument_nb = 0;
    while (entry->command[argument_nb] != NULL) {
        argument_nb++;
    }
    const char **argv = memory_new(argument_nb + 1, sizeof *argv);
    for (size_t i = 0; i < argument_nb; i++) {
        argv[i] = i == 0 ? entry->program : entry->command[i];
    }
    const ChildListener listener = {.ctx = player,
                                    .on_line = on_child_line,
                                    .on_overlong = on_child_overlong,
                                    .on_end = on_child_end};
    Status status = child_start(loop, argv, entry->folder, &listener, &player->child, problem);
    free(argv);
    return status;
}

Status player_start(Loop *loop, const Tournament *t, int engine, const PlayerListener *listener,
                    Player **out, Problem *problem)
{
    assert(engine >= 0 && engine < t->engine_nb);
    Player *player = memory_new(1, sizeof *player);
    player->t = t;
    player->entry = &t->engines[engine];
    player->listener = *listener;
    player->variant = -1;
    player->offered = memory_new((size_t)player->entry->option_nb + 1, sizeof *player->offered);
    strbuf_init(&player->info);
    strbuf_init(&player->out);
    player->timer = timer_new(loop, on_deadline, player);
    Status status = start_child(loop, player, problem);
    if (status != STATUS_OK) {
        player_free(player);
        return status;
    }
    enter_state(player, PLAYER_STARTING, t->deadlines.start_ms);
    child_write(player->child, strview_from("uci\n"));
    *out = player;
    return STATUS_OK;
}

void player_free(Player *player)
{
    if (player == NULL) {
        return;
    }
    if (player->child != NULL) {
        child_free(player->child);
    }
    timer_free(player->timer);
    strbuf_release(&player->info);
    strbuf_release(&player->out);
    free(player->offered);
    free(player);
}

PlayerState player_state(const Player *player)
{
    return player->state;
}

int64_t player_stray_nb(const Player *player)
{
    return player->stray_nb;
}

const char *player_id_name(const Player *player)
{
    return player->id_name;
}

const char *player_id_author(const Player *player)
{
    return player->id_author;
}

bool player_option_sent(const Player *player, int index)
{
    assert(index >= 0 && index < player->entry->option_nb);
    return player->offered[index];
}

bool player_variant_path_sent(const Player *player)
{
    return player->path_sent;
}

uint64_t player_variants(const Player *player)
{
    return player->has_variant_option ? player->variants : player->entry->variants;
}

static void append_variant(Player *player, int variant)
{
    if (player->has_variant_option && player->variant != variant) {
        command_format_setoption("UCI_Variant", player->t->variants[variant]->name, &player->out);
        player->variant = variant;
    }
}

void player_check(Player *player)
{
    assert(player->state == PLAYER_IDLE);
    strbuf_clear(&player->out);
    for (int i = player->t->variant_nb - 1; i >= 0; i--) {
        if (player->variants >> i & 1) {
            append_variant(player, i);
        }
    }
    strbuf_append_text(&player->out, "isready\n");
    enter_state(player, PLAYER_READYING, player->t->deadlines.ready_ms * player->t->variant_nb);
    child_write(player->child, strbuf_view(&player->out));
}

void player_prepare(Player *player, int variant)
{
    assert(player->state == PLAYER_IDLE);
    strbuf_clear(&player->out);
    append_variant(player, variant);
    strbuf_append_text(&player->out, "ucinewgame\nisready\n");
    enter_state(player, PLAYER_READYING, player->t->deadlines.ready_ms);
    child_write(player->child, strbuf_view(&player->out));
}

void player_think(Player *player, StrView lines, uint64_t allowed_ns)
{
    assert(player->state == PLAYER_IDLE);
    strbuf_clear(&player->info);
    uint64_t allowed_ms = allowed_ns / NS_PER_MS + (allowed_ns % NS_PER_MS != 0);
    enter_state(player, PLAYER_THINKING,
                allowed_ms > INT64_MAX / 2 ? INT64_MAX / 2 : (int64_t)allowed_ms);
    player->sent_ns = clock_now_ns();
    child_write(player->child, lines);
}

void player_quit(Player *player, int64_t patience_ms)
{
    if (player->state == PLAYER_ENDING || player->state == PLAYER_GONE) {
        return;
    }
    child_write(player->child,
                strview_from(player->state == PLAYER_THINKING ? "stop\nquit\n" : "quit\n"));
    child_close_input(player->child);
    enter_state(player, PLAYER_ENDING, patience_ms);
    player->quit_step = 0;
    player->patience_ms = patience_ms;
}

void player_kill(Player *player)
{
    if (player->state == PLAYER_GONE) {
        return;
    }
    enter_state(player, PLAYER_ENDING, KILL_PATIENCE_MS);
    player->quit_step = 2;
    child_kill(player->child);
}
