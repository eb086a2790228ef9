# Sergeant.  GNU make; one file.  make demo, make test do all set-up.

VERSION = 0.1.0
PREFIX ?= /usr/local
CC ?= cc
AR ?= ar
O ?= build

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wvla -Wundef -Wpointer-arith \
	-Wformat=2 -Wcast-qual -Wswitch-enum -Wconversion
HARDEN = -O2 -g -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE
CFLAGS ?=
override CFLAGS := -std=c11 $(WARN) $(WERROR) $(HARDEN) $(CFLAGS)
CPPFLAGS = -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -D_GNU_SOURCE -Ilib \
	-DSGT_VERSION='"$(VERSION)"' -DSGT_PREFIX='"$(PREFIX)"' \
	-include base/banned.h
LDFLAGS += -pie -Wl,--as-needed -Wl,-z,relro,-z,now
LDLIBS = -ljq -lcurl -lpcre2-8 -lcrypto -lmd

LIB_C := $(wildcard lib/*/*.c)
CMD_C := $(wildcard cmd/*.c)
UNIT_C := $(filter-out t/unit/unit.c,$(wildcard t/unit/*.c))
LIB_O := $(LIB_C:%.c=$O/%.o)
BIN := $(CMD_C:cmd/%.c=$O/bin/%)
UNIT := $(UNIT_C:t/unit/%.c=$O/unit/%)

all: $(BIN)

$O/libsgt.a: $(LIB_O)
	@rm -f $@
	@$(AR) rcs $@ $^

$O/%.o: %.c
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$O/bin/%: $O/cmd/%.o $O/libsgt.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$O/unit/%: $O/t/unit/%.o $O/t/unit/unit.o $O/libsgt.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

unit: $(UNIT)

clean:
	rm -rf $O

.PHONY: all unit clean
.SECONDARY:
-include $(shell find $O -name '*.d' 2>/dev/null)
