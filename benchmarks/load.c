/* Terminals that wager, with plain epoll, so that the server is the bottleneck and not the load.

   load PORT    reads a line for every terminal: TABLE SEAT COOKIE, then an empty line. A terminal with a cookie joins
                its table and waits for its view; one with the cookie "-" only opens a socket.
                Prints {"joined": COUNT}. Then it reads lines with two numbers of milliseconds. Each terminal wagers
                for the first number, and wagers again once the last wager is answered and the second number has
                passed. Each line of input gives one line of JSON with the results.

   Latencies cover all wagers of a slice, including those answered after it, so that the slowest are not left out.
   A refused wager ends the program, because a refusal is cheaper than a wager. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define EVENTS 512
#define MOST 65536
#define INPUT UINT32_MAX
#define WORD 512
#define READ 65536
#define PATIENCE_US 60e6

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

struct terminal {
    int socket, seat, joined, waits;
    unsigned number;
    double sent_us;
    char table[WORD], cookie[WORD];
    char *kept; /* received bytes of an incomplete frame */
    size_t length, room;
};

static const char *const spots[] = {"big",     "small",    "single-1",   "single-5",
                                    "total-9", "double-2", "any-triple", "domino-1-2"};
static struct terminal *terminals;
static int poll, count, told, sending, waiting;
static double *latencies, every_us;
static size_t answered, latencies_room;

static void must(int good, const char *what) {
    if (!good) {
        perror(what);
        exit(1);
    }
}

static double now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static uint32_t random_bits(void) {
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static void watch(int file, uint32_t at) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = at};
    must(epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) == 0, "epoll_ctl");
}

/* RFC 6455 for clients: every frame is masked, each with its own mask. */
static void send_frame(struct terminal *one, int kind, const char *text, size_t length) {
    unsigned char frame[WORD + 8], *at = frame;
    uint32_t mask = random_bits();
    must(length <= WORD, "a frame that is too long");
    *at++ = 0x80 | kind;
    if (length < 126) {
        *at++ = 0x80 | length;
    } else {
        *at++ = 0x80 | 126;
        *at++ = length >> 8;
        *at++ = length & 255;
    }
    memcpy(at, &mask, 4);
    for (size_t place = 0; place < length; place++)
        at[4 + place] = text[place] ^ at[place & 3];
    at += 4 + length;
    must(send(one->socket, frame, at - frame, MSG_NOSIGNAL) == at - frame, "send");
}

/* Each terminal contributes 32 bytes to the throw with its first wager, as screens do. */
static int contribution(struct terminal *one, char *text, size_t room) {
    if (one->number != 1)
        return *text = 0;
    return snprintf(text, room, ",\"contribution\":\"%064d\"", one->seat);
}

static void wager(struct terminal *one) {
    char text[WORD], given[96];
    const char *spot = spots[++one->number % (sizeof spots / sizeof *spots)];
    int length = snprintf(text, sizeof text,
                          "{\"is\":\"give\",\"id\":\"w%d-%u\",\"round\":1,\"command\":{\"do\":\"place-wager\","
                          "\"seat\":%d,\"spot\":\"%s\",\"stake\":2%s}}",
                          one->seat, one->number, one->seat, spot, contribution(one, given, sizeof given) ? given : "");
    waiting += one->waits = 1;
    one->sent_us = now_us();
    send_frame(one, TEXT, text, length);
}

static void answer(struct terminal *one) {
    if (!one->waits)
        return;
    if (answered == latencies_room) {
        latencies_room = latencies_room ? 2 * latencies_room : 65536;
        must((latencies = realloc(latencies, latencies_room * sizeof *latencies)) != NULL, "realloc");
    }
    latencies[answered++] = now_us() - one->sent_us;
    waiting -= one->waits;
    one->waits = 0;
    if (sending && !every_us)
        wager(one);
}

/* Lets all terminals whose turn it is wager; returns the time until the next turn. */
static double take_turns(double now) {
    double soonest_us = every_us;
    for (int at = 0; at < count; at++) {
        struct terminal *one = &terminals[at];
        double left_us = one->sent_us + every_us - now;
        if (one->waits)
            continue;
        if (left_us <= 0)
            wager(one);
        else if (left_us < soonest_us)
            soonest_us = left_us;
    }
    return soonest_us;
}

static int begins(const char *text, size_t length, const char *with) {
    return length >= strlen(with) && !memcmp(text, with, strlen(with));
}

static void hear(struct terminal *one, int kind, const char *text, size_t length) {
    if (kind == PING) {
        send_frame(one, PONG, text, length);
    } else if (kind == CLOSE || begins(text, length, "{\"is\":\"declined\"")) {
        fprintf(stderr, "seat %d at %s: %.*s\n", one->seat, one->table, (int)length, text);
        exit(1);
    } else if (begins(text, length, "{\"is\":\"taken\"")) {
        answer(one);
    } else if (begins(text, length, "{\"is\":\"view\"")) {
        one->joined = 1;
    }
}

/* Returns the length of the first complete frame; 0 if there is none. Servers do not mask. */
static size_t take_frame(struct terminal *one, const unsigned char *frame, size_t length) {
    size_t head = 2, size;
    if (length < 2)
        return 0;
    must((frame[0] & 0x80) && !(frame[1] & 0x80), "a frame that is whole and not masked");
    size = frame[1];
    if (size >= 126) {
        size_t bytes = size == 126 ? 2 : 8;
        if (length < (head += bytes))
            return 0;
        for (size = 0; bytes; bytes--)
            size = size << 8 | frame[head - bytes];
    }
    if (length - head < size)
        return 0;
    hear(one, frame[0] & 15, (const char *)frame + head, size);
    return head + size;
}

static void take_frames(struct terminal *one) {
    size_t from = 0, taken;
    while ((taken = take_frame(one, (unsigned char *)one->kept + from, one->length - from)))
        from += taken;
    memmove(one->kept, one->kept + from, one->length -= from);
}

static void receive(struct terminal *one) {
    if (one->room - one->length < READ)
        must((one->kept = realloc(one->kept, one->room = one->length + 2 * READ)) != NULL, "realloc");
    ssize_t got = recv(one->socket, one->kept + one->length, READ, 0);
    must(got > 0, "recv");
    one->length += got;
}

static void pump(double for_us) {
    struct epoll_event events[EVENTS];
    int ready = epoll_wait(poll, events, EVENTS, for_us < 0 ? -1 : (int)(for_us / 1e3) + 1);
    for (int at = 0; at < ready; at++) {
        if (events[at].data.u32 == INPUT) {
            told = 1;
        } else {
            struct terminal *one = &terminals[events[at].data.u32];
            receive(one);
            take_frames(one);
        }
    }
}

static void upgrade(struct terminal *one, int port) {
    char text[3 * WORD], *end;
    int with_cookie = strcmp(one->cookie, "-") != 0;
    int length = snprintf(text, sizeof text,
                          "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGFpc2FpIGxvYWQgLi4uLg==\r\n%s%s%s\r\n",
                          port, with_cookie ? "Cookie: " : "", with_cookie ? one->cookie : "",
                          with_cookie ? "\r\n" : "");
    must(send(one->socket, text, length, MSG_NOSIGNAL) == length, "upgrade");
    do {
        receive(one);
        end = memmem(one->kept, one->length, "\r\n\r\n", 4);
    } while (!end);
    if (memcmp(one->kept, "HTTP/1.1 101", 12)) {
        fprintf(stderr, "no socket: %.*s\n", (int)one->length, one->kept);
        exit(1);
    }
    one->length -= end + 4 - one->kept;
    memmove(one->kept, end + 4, one->length);
    one->joined = !with_cookie;
}

static void join(struct terminal *one, int port) {
    struct sockaddr_in there = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int yes = 1, length;
    char text[WORD];
    must((one->socket = socket(AF_INET, SOCK_STREAM, 0)) >= 0, "socket");
    must(connect(one->socket, (struct sockaddr *)&there, sizeof there) == 0, "connect");
    setsockopt(one->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    upgrade(one, port);
    watch(one->socket, one - terminals);
    if (!one->joined) {
        length = snprintf(text, sizeof text, "{\"is\":\"join\",\"table\":\"%.20s\"}", one->table);
        send_frame(one, TEXT, text, length);
    }
    while (!one->joined)
        pump(-1);
}

static void read_terminals(void) {
    char line[3 * WORD];
    while (fgets(line, sizeof line, stdin) && line[0] != '\n') {
        struct terminal *one = &terminals[count++];
        must(count < MOST && sscanf(line, "%20s %d %511s", one->table, &one->seat, one->cookie) == 3, "a terminal");
    }
}

static int by_size(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static double own_cpu_s(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void slice(double for_us) {
    double cpu_s = own_cpu_s(), begin = now_us(), end = begin + for_us, now;
    answered = 0;
    sending = 1;
    for (int at = 0; at < count; at++) {
        if (every_us)
            terminals[at].sent_us = begin - every_us + every_us * at / count; /* not all at once */
        else
            wager(&terminals[at]);
    }
    while ((now = now_us()) < end) {
        double turn_us = every_us ? take_turns(now) : end - now;
        pump(turn_us < end - now ? turn_us : end - now);
    }
    size_t within = answered;
    double taken_us = now_us() - begin;
    sending = 0;
    while (waiting) {
        must(now_us() < end + PATIENCE_US, "some wagers were never answered");
        pump(1e6);
    }
    must(answered > 0, "a slice in which nobody wagered");
    qsort(latencies, answered, sizeof *latencies, by_size);
    printf("{\"seconds\":%.6f,\"within\":%zu,\"answered\":%zu,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"longest_ms\":%.3f,"
           "\"own_cpu_s\":%.6f}\n",
           taken_us / 1e6, within, answered, latencies[answered / 2] / 1e3, latencies[answered * 99 / 100] / 1e3,
           latencies[answered - 1] / 1e3, own_cpu_s() - cpu_s);
}

int main(int argc, char **argv) {
    struct rlimit files;
    char line[64];
    double for_ms, every_ms;
    if (argc != 2)
        return 2;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    must((terminals = calloc(MOST, sizeof *terminals)) != NULL && (poll = epoll_create1(0)) >= 0, "epoll_create1");
    read_terminals();
    for (int at = 0; at < count; at++)
        join(&terminals[at], atoi(argv[1]));
    watch(STDIN_FILENO, INPUT);
    printf("{\"joined\":%d}\n", count);
    for (;;) {
        fflush(stdout);
        for (told = 0; !told;)
            pump(-1);
        if (!fgets(line, sizeof line, stdin))
            return 0;
        must(sscanf(line, "%lf %lf", &for_ms, &every_ms) == 2, "two numbers of milliseconds");
        every_us = every_ms * 1e3;
        slice(for_ms * 1e3);
    }
}
