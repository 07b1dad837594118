/* Both ends of a broadcast, with plain epoll, so that neither is the bottleneck.

   broadcast serve COUNT SIZE            prints its port; SIZE bytes to all COUNT whenever anything arrives
   broadcast count PORT COUNT SIZE TRIES UPGRADE PAUSE
                                         prints for every try the microseconds from asking to the last arrival;
                                         with UPGRADE 1 each connection asks for a socket first; PAUSE milliseconds
                                         pass between the tries (after a long silence a client acknowledges every
                                         message at once, which makes sending more expensive)
   broadcast listen PORT COUNT TABLE     joins the table with COUNT sockets; for every line of its input, prints the
                                         microseconds until something new has reached the last of them */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
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

static const char upgrade[] = "GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
static const char ask[] = "\x81\x82\0\0\0\0go";
static char buffer[65536];
static int peers[MOST];
static size_t missing[MOST];

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

static void watch(int poll, int peer, uint32_t at) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = at};
    must(epoll_ctl(poll, EPOLL_CTL_ADD, peer, &event) == 0, "epoll_ctl");
}

static void serve(int count, size_t size) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    int door = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0), one = 1;
    must(bind(door, (struct sockaddr *)&here, sizeof here) == 0 && listen(door, 4096) == 0, "listen");
    getsockname(door, (struct sockaddr *)&here, &length);
    printf("%d\n", ntohs(here.sin_port));
    fflush(stdout);
    for (int at = 0; at < count; at++) {
        must((peers[at] = accept4(door, NULL, NULL, SOCK_NONBLOCK)) >= 0, "accept");
        setsockopt(peers[at], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        watch(poll, peers[at], at);
    }
    char *message = calloc(1, size);
    for (struct epoll_event events[EVENTS];;) {
        int ready = epoll_wait(poll, events, EVENTS, -1);
        for (int at = 0; at < ready; at++) {
            if (recv(peers[events[at].data.u32], buffer, sizeof buffer, 0) <= 0)
                return;
            for (int to = 0; to < count; to++)
                must(send(peers[to], message, size, MSG_NOSIGNAL) == (ssize_t)size, "send");
        }
    }
}

static void open_all(int poll, int port, int count, int upgraded) {
    struct sockaddr_in there = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int at = 0; at < count; at++) {
        peers[at] = socket(AF_INET, SOCK_STREAM, 0);
        must(connect(peers[at], (struct sockaddr *)&there, sizeof there) == 0, "connect");
        if (upgraded) {
            must(send(peers[at], upgrade, sizeof upgrade - 1, 0) > 0, "upgrade");
            must(recv(peers[at], buffer, sizeof buffer, 0) > 0 && !memcmp(buffer + 9, "101", 3), "101");
        }
        watch(poll, peers[at], at);
    }
}

static double once(int poll, int count, size_t size) {
    int left = count;
    for (int at = 0; at < count; at++)
        missing[at] = size;
    double begin = now_us();
    must(send(peers[0], ask, sizeof ask - 1, 0) > 0, "ask");
    for (struct epoll_event events[EVENTS]; left;) {
        int ready = epoll_wait(poll, events, EVENTS, -1);
        for (int at = 0; at < ready; at++) {
            uint32_t peer = events[at].data.u32;
            ssize_t got = recv(peers[peer], buffer, sizeof buffer, 0);
            must(got > 0 && (size_t)got <= missing[peer], "recv");
            left -= !(missing[peer] -= got);
        }
    }
    return now_us() - begin;
}

static void drain(int count) {
    for (int at = 0; at < count; at++)
        while (recv(peers[at], buffer, sizeof buffer, MSG_DONTWAIT) > 0)
            ;
}

static void join_all(int poll, int port, int count, const char *table) {
    char frame[126], text[100];
    int length = snprintf(text, sizeof text, "{\"is\":\"join\",\"table\":\"%s\"}", table);
    memcpy(frame, "\x81\0\0\0\0\0", 6);
    frame[1] = (char)(0x80 | length);
    memcpy(frame + 6, text, length);
    open_all(poll, port, count, 1);
    for (int at = 0; at < count; at++) {
        must(send(peers[at], frame, 6 + length, 0) > 0, "join");
        must(recv(peers[at], buffer, sizeof buffer, 0) > 0, "view");
    }
}

static double arrived(int poll, int count) {
    int left = count;
    double begin = now_us();
    for (int at = 0; at < count; at++)
        missing[at] = 1;
    for (struct epoll_event events[EVENTS]; left;) {
        int ready = epoll_wait(poll, events, EVENTS, -1);
        for (int at = 0; at < ready; at++) {
            uint32_t peer = events[at].data.u32;
            must(recv(peers[peer], buffer, sizeof buffer, 0) > 0, "recv");
            left -= missing[peer];
            missing[peer] = 0;
        }
    }
    return now_us() - begin;
}

static void listen_all(int port, int count, const char *table) {
    int poll = epoll_create1(0);
    join_all(poll, port, count, table);
    printf("0\n");
    fflush(stdout);
    for (char line[16]; fgets(line, sizeof line, stdin);) {
        drain(count);
        printf("ready\n");
        fflush(stdout);
        printf("%f\n", arrived(poll, count));
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (argc == 4 && !strcmp(argv[1], "serve")) {
        serve(atoi(argv[2]), atoi(argv[3]));
    } else if (argc == 8 && !strcmp(argv[1], "count")) {
        int poll = epoll_create1(0), count = atoi(argv[3]);
        open_all(poll, atoi(argv[2]), count, atoi(argv[6]));
        usleep(300000);
        for (int try = 0; try < atoi(argv[5]); try++) {
            printf("%f\n", once(poll, count, atoi(argv[4])));
            usleep(1000 * atoi(argv[7]));
        }
    } else if (argc == 5 && !strcmp(argv[1], "listen")) {
        listen_all(atoi(argv[2]), atoi(argv[3]), argv[4]);
    } else {
        return 2;
    }
}
