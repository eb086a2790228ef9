# Sergeant.  GNU make; one file.  make demo, make test do all set-up.

VERSION = 0.1.0
PREFIX ?= /usr/local
CC ?= cc
AR ?= ar
O ?= build

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wvla -Wundef -Wpointer-arith \
	-Wformat=2 -Wcast-qual -Wswitch-enum -Wconversion \
	-Wlogical-op -Wduplicated-cond -Wnull-dereference \
	-Wno-unknown-warning-option
HARDEN = -O3 -g -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE
CFLAGS ?=
override CFLAGS := -std=c11 $(WARN) $(WERROR) $(HARDEN) $(CFLAGS)
CPPFLAGS = -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -D_GNU_SOURCE -Ilib \
	-DSGT_VERSION='"$(VERSION)"' -DSGT_PREFIX='"$(PREFIX)"' \
	-include base/banned.h
LDFLAGS += -pie -pthread -Wl,--as-needed -Wl,-z,relro,-z,now
# Of nettle there is one hash: linked in, a program starts a tenth sooner.
LDLIBS = -ljq -lcurl -lpcre2-8 -lcrypto -l:libnettle.a

LIB_C := $(wildcard lib/*/*.c)
CMD_C := $(wildcard cmd/*.c)
# What is in cmd/NAME/ belongs to sgt-NAME alone.
PART_C := $(wildcard cmd/*/*.c)
UNIT_C := $(filter-out t/unit/unit.c,$(wildcard t/unit/*.c))
LIB_O := $(LIB_C:%.c=$O/%.o)
BIN := $(CMD_C:cmd/%.c=$O/bin/%)
HEADERS := $(wildcard lib/*/*.h cmd/*/*.h)
SCRIPTS := $(wildcard t/tools/* t/*.bash t/callback/helper.bash .ci/run \
	t/crash/run t/crash/fleet t/crash/callback t/crash/*.sh t/bench/run t/bench/*.sh share/tick \
	share/examples/demo share/callbacks/append share/callbacks/mail \
	share/callbacks/relay share/wakers/callback)
BATS := $(wildcard t/*.bats t/callback/*.bats)
MAN := $(wildcard man/*.[1-9])
UNIT := $(UNIT_C:t/unit/%.c=$O/unit/%)
BENCH := $(patsubst t/bench/%.c,$O/bench/%,$(wildcard t/bench/*.c))


all: $(BIN) $O/prefix

$O/libsgt.a: $(LIB_O)
	@rm -f $@
	@$(AR) rcs $@ $^

$O/%.o: %.c
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# What has the prefix built in is built again when that changes.
$(patsubst %.c,$O/%.o,$(shell grep -ls SGT_PREFIX lib/*/*.c)): $O/prefix
$O/prefix: FORCE
	@mkdir -p $O
	@echo '$(PREFIX)' | cmp -s - $@ || echo '$(PREFIX)' >$@

PARTS_OF = $(patsubst %.c,$O/%.o,$(wildcard cmd/$(1:sgt-%=%)/*.c))
.SECONDEXPANSION:
$O/bin/%: $O/cmd/%.o $$(call PARTS_OF,$$*) $O/libsgt.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$O/unit/%: $O/t/unit/%.o $O/t/unit/unit.o $O/libsgt.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The other sides of tests.
PEERS := $(patsubst t/peers/%.c,$O/peers/%,$(wildcard t/peers/*.c))
$O/peers/%: $O/t/peers/%.o $O/libsgt.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

unit: $(UNIT) $(PEERS)

$O/bench/%: $O/t/bench/%.o $O/libsgt.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Two at once where nobody said -j.
SUBMAKE = $(MAKE) -s --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

# Counterparts from npm that tests talk to, pinned.
NODE_PEERS = t/peers/node_modules/.package-lock.json
$(NODE_PEERS): t/peers/package-lock.json
	@cd t/peers && npm ci --silent --no-audit --no-fund || \
		echo 'test: npm ci failed: what needs its packages is skipped' >&2

# What is missing on a fresh machine is installed first, then make starts anew.
demo:
	@t/tools/setup build demo
	+@$(SUBMAKE) all
	@share/examples/demo $O/bin

test:
	@t/tools/setup build test
	+@$(SUBMAKE) all unit $(NODE_PEERS)
	@t/tools/run-tests $O

# The callback protocol, sentence by sentence: of any program, SGT_CALLBACK=FILE.
test-callback:
	@t/tools/setup build test
	+@$(SUBMAKE) all
	@t/tools/run-tests $O t/callback/*.bats

# The same tests under ASan and UBSan: 99 is a status no test expects.  Linked in,
# they start a program in half the time; most tests do little else.  Without those
# tagged still: no program of this build runs in them, they would only say again
# what make test says.
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all \
	-static-libasan -static-libubsan
check-asan:
	@t/tools/setup build test
	+@$(SUBMAKE) O=build-asan HARDEN='-O1 -g -fPIE' CFLAGS='$(SANITIZE)' \
		all unit $(NODE_PEERS)
	@ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99 \
		LSAN_OPTIONS=exitcode=99 \
		t/tools/run-tests -t '!fault,!still' build-asan

# Kills at every write, fsync, rename and unlink; SAMPLE=1 takes a few.
crash: all
	@t/crash/run $(if $(SAMPLE),--sample) $O

bench:
	@t/tools/setup build bench
	+@$(SUBMAKE) all $(BENCH) $(PEERS) $(NODE_PEERS)
	@t/bench/run $O

FUZZ_SECONDS ?= 60
fuzz:
	@t/tools/setup build lint
	@for f in t/fuzz/*.c; do \
		n=$$(basename $$f .c); mkdir -p build-fuzz/$$n && \
		clang $(CPPFLAGS) -std=c11 -g -O1 \
			-fsanitize=fuzzer,address,undefined \
			-fno-sanitize-recover=all -o build-fuzz/$$n/run $$f \
			$(wildcard lib/base/*.c lib/model/*.c) -ljq -lnettle && \
		build-fuzz/$$n/run -max_total_time=$(FUZZ_SECONDS) \
			-verbosity=0 -artifact_prefix=build-fuzz/$$n/ || exit; \
	done

check: test
check-layers: $(LIB_O)
	@t/tools/layers $O

check-headers:
	@for h in $(HEADERS); do \
		$(CC) $(CPPFLAGS) $(CFLAGS) -Werror -fsyntax-only -x c $$h || exit; \
	done

C_FILES = $(LIB_C) $(CMD_C) $(PART_C) $(wildcard t/unit/*.c t/fuzz/*.c t/peers/*.c)
check-format:
	@clang-format --dry-run -Werror $(C_FILES) $(HEADERS) t/unit/*.h

CLANG_WARN = -Wcomma -Wunreachable-code -Wmissing-variable-declarations
lint:
	@t/tools/setup build lint
	+@$(SUBMAKE) check-format check-headers check-gcc check-clang \
		check-cppcheck check-tidy check-scripts check-man
	@echo lint: clean

# What is built already was built with the same warnings.
check-gcc:
	+@$(SUBMAKE) WERROR=-Werror all unit

check-clang:
	@printf '%s\n' $(C_FILES) | xargs -P 2 -n 8 clang $(CPPFLAGS) $(CFLAGS) \
		$(CLANG_WARN) -Werror -fsyntax-only

check-cppcheck:
	@cppcheck -q -j 2 --std=c11 --error-exitcode=1 --inline-suppr \
		--enable=warning,portability,performance \
		--suppress=missingIncludeSystem \
		$(filter-out -include base/banned.h,$(CPPFLAGS)) lib cmd

# clang-tidy wants its files before the flags.  All but a fiftieth of its time is
# the analyzer's: it gets a fourth of the usual nodes a function.
TIDY_FLAGS = $(subst ',,$(filter -D% -I%,$(CPPFLAGS))) \
	-Xclang -analyzer-config -Xclang max-nodes=50000
check-tidy:
	@printf '%s\n' $(LIB_C) $(CMD_C) $(PART_C) | \
		FLAGS='-std=c11 -include base/banned.h $(TIDY_FLAGS)' \
		xargs -P 2 -n 4 sh -c 'clang-tidy --quiet "$$@" -- $$FLAGS' tidy

# gcc -fanalyzer is left out: gcc 12 has only false alarms for us.
# Not said: SC2317 of what a trap calls; of bats SC2154 its variables, SC2016 jq
# programs, SC2094 .out read while the next is written, SC2030 SC2031 SC2103
# each test is a subshell of its own.
check-scripts:
	@shellcheck -e SC2317 $(SCRIPTS)
	@$(if $(BATS),shellcheck -s bats -e SC2317 -e SC2030 -e SC2031 -e SC2103 \
		-e SC2154 -e SC2016 -e SC2094 $(BATS))

check-man:
	@$(if $(MAN),mandoc -T lint -W warning $(MAN))

# What install puts down, and uninstall takes away, file by file.
SHARE := $(shell find share -type f 2>/dev/null | LC_ALL=C sort)
# what names a program by its path
UNITS := $(patsubst share/%,%,$(wildcard share/systemd/* share/cron/*))
PROGRAMS := $(CMD_C:cmd/%.c=%)
dest = $(DESTDIR)$(PREFIX)
BASH_DIR = $(dest)/share/bash-completion/completions
ZSH_DIR = $(dest)/share/zsh/site-functions
FISH_DIR = $(dest)/share/fish/vendor_completions.d

install: all
	@install -d $(dest)/bin $(BASH_DIR) $(ZSH_DIR) $(FISH_DIR)
	@install $(BIN) $(dest)/bin
	@for f in $(SHARE:share/%=%); do \
		m=644; test -x share/$$f && m=755; \
		install -D -m $$m share/$$f $(dest)/share/sergeant/$$f || exit; \
	done
	@sed -i 's|/usr/local|$(PREFIX)|' $(UNITS:%=$(dest)/share/sergeant/%)
	@for f in $(MAN); do \
		install -D -m 644 $$f $(dest)/share/man/man$${f##*.}/$${f#man/} || exit; \
	done
	@install -m 644 completions/sgt.bash $(BASH_DIR)/sgt
	@install -m 644 completions/_sgt $(ZSH_DIR)/_sgt
	@for p in $(PROGRAMS); do \
		install -m 644 completions/sgt.fish $(FISH_DIR)/$$p.fish && \
		{ test $$p = sgt || ln -sf sgt $(BASH_DIR)/$$p; } || exit; \
	done

uninstall:
	@rm -f $(PROGRAMS:%=$(dest)/bin/%) $(PROGRAMS:%=$(BASH_DIR)/%) \
		$(ZSH_DIR)/_sgt $(PROGRAMS:%=$(FISH_DIR)/%.fish) \
		$(SHARE:share/%=$(dest)/share/sergeant/%)
	@for f in $(MAN); do \
		rm -f $(dest)/share/man/man$${f##*.}/$${f#man/}; \
	done
	@test ! -d $(dest)/share/sergeant || \
		find $(dest)/share/sergeant -depth -type d -empty -delete

dist:
	@git archive --prefix=sergeant-$(VERSION)/ -o sergeant-$(VERSION).tar.gz HEAD
	@sha256sum sergeant-$(VERSION).tar.gz

clean:
	rm -rf build build-asan build-fuzz $O

.PHONY: FORCE all unit demo test test-callback crash bench fuzz check check-asan check-layers \
	check-headers check-format lint check-gcc check-clang check-cppcheck \
	check-tidy check-scripts check-man install uninstall dist clean
.SECONDARY:
-include $(shell find $O -name '*.d' 2>/dev/null)
