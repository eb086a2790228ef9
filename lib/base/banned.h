#ifndef SGT_BASE_BANNED_H
#define SGT_BASE_BANNED_H

/*
 * Included before every file: functions that silently cut, wrap, share state
 * or start a shell do not compile.  STYLE.md 2.8.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* a fortified libc may have some of them as macros */
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef sprintf
#undef vsprintf

#define strcpy(a, b) strcpy_is_banned
#define strcat(a, b) strcat_is_banned
#define strncpy(a, b, n) strncpy_is_banned
#define strncat(a, b, n) strncat_is_banned
#define strtok(a, b) strtok_is_banned
/* clang has them as macros where libc checks lengths */
#undef sprintf
#undef vsprintf
#define sprintf(...) sprintf_is_banned
#define vsprintf(...) vsprintf_is_banned
#define atoi(a) atoi_is_banned
#define atol(a) atol_is_banned
#define strtol(a, b, c) strtol_is_banned
#define strtoul(a, b, c) strtoul_is_banned
#define gmtime(a) gmtime_is_banned
#define localtime(a) localtime_is_banned
#define ctime(a) ctime_is_banned
#define mktemp(a) mktemp_is_banned
#define system(a) system_is_banned
#define popen(a, b) popen_is_banned

#endif
