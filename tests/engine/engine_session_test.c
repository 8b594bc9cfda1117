// SPDX-License-Identifier: MIT
// Sessions without a process around them: many in one program, each with its own state.
#include "engine/session.h"

#include <pthread.h>
#include <string.h>

#include "protocol/base/strbuf.h"
#include "tests/engine/engine_driver.h"
#include "tests/engine/engine_suites.h"

#define SESSION_NB 3

/// What one session has written, and how often it has rung.
typedef struct Client {
    pthread_mutex_t lock;
    pthread_cond_t has_rung;
    int ring_nb;
    StrBuf text;
    Session *session;
} Client;

static void on_write(void *ctx, StrView lines)
{
    Client *client = ctx;
    pthread_mutex_lock(&client->lock);
    strbuf_append_view(&client->text, lines);
    pthread_mutex_unlock(&client->lock);
}

static void on_idle(void *ctx)
{
    Client *client = ctx;
    pthread_mutex_lock(&client->lock);
    client->ring_nb++;
    pthread_cond_signal(&client->has_rung);
    pthread_mutex_unlock(&client->lock);
}

static void client_init(Client *client)
{
    pthread_mutex_init(&client->lock, NULL);
    pthread_cond_init(&client->has_rung, NULL);
    client->ring_nb = 0;
    strbuf_init(&client->text);
    client->session = session_new(&(SessionListener){client, on_write, on_idle});
}

/// Waits for the ring that ends the work under way, as a loop would, and lets the session go on.
static void client_wait(Client *client)
{
    pthread_mutex_lock(&client->lock);
    while (client->ring_nb == 0) {
        pthread_cond_wait(&client->has_rung, &client->lock);
    }
    client->ring_nb--;
    pthread_mutex_unlock(&client->lock);
    session_continue(client->session);
}

static void client_release(Client *client)
{
    session_free(client->session);
    strbuf_release(&client->text);
    pthread_cond_destroy(&client->has_rung);
    pthread_mutex_destroy(&client->lock);
}

static void client_send(Client *client, const char *line)
{
    session_command(client->session, strview_from(line));
}

/// Three at once, each another game: nothing of one shows in another.
static void test_many_sessions(void)
{
    static const struct {
        const char *variant, *fen;
    } rows[SESSION_NB] = {
        {"setoption name UCI_Variant value tictactoe", "response 3/3/3[PPPPPpppp] w - - 0 1\n"},
        {"setoption name UCI_Variant value pong_hau_ki", "response "},
        {"setoption name UCI_Variant value nine_holes", "response 3/3/3[PPPppp] w - - 0 1\n"},
    };
    Client clients[SESSION_NB];
    for (int i = 0; i < SESSION_NB; i++) {
        client_init(&clients[i]);
        client_send(&clients[i], rows[i].variant);
        client_send(&clients[i], i == 1 ? "setoption name MultiPV value 2" : "isready");
        client_send(&clients[i], "go infinite");
    }
    for (int i = 0; i < SESSION_NB; i++) {
        client_send(&clients[i], "query fen");
        client_send(&clients[i], "stop");
        client_wait(&clients[i]);
        client_send(&clients[i], "go depth 3");
        client_wait(&clients[i]);
    }
    for (int i = 0; i < SESSION_NB; i++) {
        const char *text = clients[i].text.data;
        CHECK(strstr(text, rows[i].fen) != NULL, "%s", text);
        CHECK((strstr(text, " multipv 2 ") != NULL) == (i == 1), "%s", text);
        const char *best = strstr(text, "bestmove ");
        CHECK(best != NULL && strstr(best + 1, "bestmove ") != NULL, "two of them: %s", text);
        client_release(&clients[i]);
    }
}

/// Freed in the middle of whatever: no callback afterwards, no thread left.
static void test_free_while_working(void)
{
    static const char *const works[] = {"go infinite", "go perft 12", "bench 30", "isready"};
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        Client client;
        client_init(&client);
        client_send(&client, works[i]);
        client_send(&client, "position startpos moves d6");
        client_release(&client);
    }
}

/// When a session is done: after quit or the end of input, and the end of what runs and waits.
static void test_done(void)
{
    Client client;
    client_init(&client);
    CHECK(!session_is_done(client.session), "at first");
    client_send(&client, "go perft 12");
    client_send(&client, "go infinite");
    session_end_input(client.session);
    CHECK(!session_is_done(client.session), "perft runs");
    client_send(&client, "isready");
    session_hurry(client.session);
    client_wait(&client); // perft has ended; the search that waited was started and stopped
    client_wait(&client);
    CHECK(session_is_done(client.session), "all is done");
    CHECK(strstr(client.text.data, "bestmove ") != NULL, "%s", client.text.data);
    CHECK(strstr(client.text.data, "readyok") == NULL, "nothing is read after the end of input");
    client_release(&client);
    client_init(&client);
    client_send(&client, "quit");
    CHECK(session_has_quit(client.session) && session_is_done(client.session), "quit when idle");
    client_send(&client, "isready");
    CHECK(client.text.size == 0, "nothing is read after quit");
    client_release(&client);
}

/// Hurried, nothing that waits takes its time any more, be it a search or a job; each search still
/// has its bestmove.
static void test_hurry(void)
{
    static const char *const waiting[] = {"go movetime 30000", "go perft 12", "bench 30",
                                          "go depth 100"};
    static const size_t waiting_nb = sizeof waiting / sizeof waiting[0];
    Client client;
    client_init(&client);
    client_send(&client, "go perft 12");
    for (size_t i = 0; i < waiting_nb; i++) {
        client_send(&client, waiting[i]);
    }
    session_end_input(client.session);
    double start_ms = engine_now_ms();
    session_hurry(client.session);
    for (size_t i = 0; i <= waiting_nb; i++) {
        client_wait(&client);
    }
    CHECK(session_is_done(client.session), "all is done");
    CHECK(engine_now_ms() - start_ms < 15000, "%.0f ms", engine_now_ms() - start_ms);
    const char *best = strstr(client.text.data, "bestmove ");
    CHECK(best != NULL && strstr(best + 1, "bestmove ") != NULL, "%s", client.text.data);
    client_release(&client);
}

/// The queue behind perft has a limit, a stated one.
static void test_queue_limit(void)
{
    Client client;
    StrBuf line;
    client_init(&client);
    strbuf_init(&line);
    strbuf_append_text(&line, "position startpos moves ");
    while (line.size < 1000000) {
        strbuf_append_text(&line, "zz ");
    }
    client_send(&client, "go perft 12");
    for (size_t sent = 0; sent <= SESSION_QUEUE_MAX; sent += line.size) {
        session_command(client.session, strbuf_view(&line));
    }
    CHECK(strstr(client.text.data, "info string error: too many commands wait") != NULL, "%s",
          client.text.data);
    strbuf_release(&line);
    client_release(&client);
}

const TestCase ENGINE_SESSION[] = {
    {"many_sessions", test_many_sessions},
    {"free_while_working", test_free_while_working},
    {"done", test_done},
    {"hurry", test_hurry},
    {"queue_limit", test_queue_limit},
    {NULL, NULL},
};
