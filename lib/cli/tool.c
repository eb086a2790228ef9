#include "cli/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cli/nearest.h"
#include "cli/options.h"

/* what is said in one line on stderr */
#define LINE_MAX_SAID 8192

/* The frame's own state: the only mutable state of the library. */
static const struct tool *current;
static const struct verb *verb;
static enum status gravest;
static int n_operands;
static bool quiet, json, help, version, list, broken, asked, terminal;
static struct buf scratch;
/* of its own: given a size alone, glibc takes a block */
static char stdout_buffer[65536];

static const struct opt common[] = {
	OPT_FLAG('q', "quiet", &quiet, "say nothing but errors"),
	OPT_FLAG(0, "json", &json, "print JSON lines, also on a terminal"),
	OPT_FLAG(0, "help", &help, "print this"),
	OPT_FLAG(0, "version", &version, "print the version"),
	OPT_FLAG(0, "options", &list, NULL),
	OPT_END,
};

struct buf *
tool_scratch(void)
{
	return &scratch;
}

static int
gravity(enum status status)
{
	switch (status) {
	case STATUS_OK:
		return 0;
	case STATUS_NO:
		return 1;
	case STATUS_DATA:
		return 2;
	case STATUS_TEMPORARY:
		return 3;
	case STATUS_USAGE:
		return 4;
	case STATUS_CONFIG:
		return 5;
	case STATUS_TRUST:
		return 6;
	case STATUS_IO:
		return 7;
	case STATUS_OS:
		return 8;
	case STATUS_BUG:
		return 9;
	}
	/* a status that is none */
	return 9;
}

void
tool_note(enum status status)
{
	if (gravity(status) > gravity(gravest))
		gravest = status;
}

/* One line, in one write, whatever others write to stderr. */
static void
say(const char *text)
{
	struct buf line = { .len_max = LINE_MAX_SAID };

	buf_format(&line, "%s: ", current == NULL ? "sgt" : current->name);
	text_clean(&line, span_of(text));
	buf_byte(&line, '\n');
	(void)fwrite(line.s, 1, line.len, stderr);
	buf_done(&line);
}

void
tool_warn(const struct err *e)
{
	say(e->text);
	tool_note(e->status);
}

void
tool_warn_text(enum status status, const char *format, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, format);
	(void)vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	say(text);
	tool_note(status);
}

void
tool_die(const struct err *e)
{
	tool_warn(e);
	exit(tool_end(STATUS_OK));
}

/* "usage: sgt-watch add SUBJECT..." */
static void
usage_line(struct buf *out)
{
	const char *synopsis = verb != NULL ? verb->synopsis :
	    current->synopsis != NULL	    ? current->synopsis :
	    current->verbs != NULL	    ? "VERB [ARG...]" :
					      "";

	buf_format(out, "usage: %s", current->name);
	if (verb != NULL)
		buf_format(out, " %s", verb->name);
	if (synopsis != NULL && synopsis[0] != '\0')
		buf_format(out, " %s", synopsis);
	buf_byte(out, '\n');
}

static _Noreturn void
die_of_usage(const char *text)
{
	struct buf line = { 0 };

	say(text);
	usage_line(&line);
	(void)fwrite(line.s, 1, line.len, stderr);
	buf_done(&line);
	exit(STATUS_USAGE);
}

void
tool_usage(const char *format, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, format);
	(void)vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	die_of_usage(text);
}

/*
 * A descriptor 0, 1 or 2 that is closed would be given to the next file opened:
 * hold its place with one on which every read or write fails.
 */
static void
hold_standard_descriptors(void)
{
	int fd;

	for (fd = 0; fd <= 2; fd++) {
		if (fcntl(fd, F_GETFD) == -1)
			(void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
	}
}

static void
list_verbs(struct buf *out)
{
	const struct verb *v = current->verbs;
	size_t width = 0;

	for (; v->name != NULL; v++) {
		if (strlen(v->name) > width)
			width = strlen(v->name);
	}
	for (v = current->verbs; v->name != NULL; v++)
		options_row(out, v->name, width + 4, v->brief);
	buf_byte(out, '\n');
}

static void
print_help(const struct options *o)
{
	struct buf out = { 0 };
	struct options own = { .tables = { o->tables[0] } };

	buf_format(&out, "%s%s%s - %s\n", current->name,
	    verb == NULL ? "" : " ", verb == NULL ? "" : verb->name,
	    verb == NULL ? current->brief : verb->brief);
	usage_line(&out);
	buf_byte(&out, '\n');
	if (verb == NULL && current->verbs != NULL)
		list_verbs(&out);
	options_help(verb == NULL ? o : &own, &out);
	if (verb != NULL)
		buf_format(&out,
		    "%sAnd --quiet, --json, --help as everywhere.\n",
		    verb->opts == NULL ? "" : "\n");
	(void)fwrite(out.s, 1, out.len, stdout);
	buf_done(&out);
}

static void
print_options(const struct options *o)
{
	const struct verb *v = verb == NULL ? current->verbs : NULL;
	struct buf out = { 0 };

	for (; v != NULL && v->name != NULL; v++)
		buf_format(&out, "%s\t%s\n", v->name, v->brief);
	options_list(o, &out);
	(void)fwrite(out.s, 1, out.len, stdout);
	buf_done(&out);
}

/* What the options alone ask for is answered here, before anything is owned. */
static void
parse(const struct opt *opts, bool mixed, int *argc, char *argv[])
{
	struct options o = { .tables = { opts, common }, .mixed = mixed };
	struct err e = { 0 };
	int bad = options_parse(&o, argc, argv, &e);

	if (help)
		print_help(&o);
	else if (bad == -1)
		die_of_usage(e.text);
	else if (version)
		printf("%s %s\n", current->name, SGT_VERSION);
	else if (list)
		print_options(&o);
	if (help || version || list)
		exit(tool_end(STATUS_OK));

	n_operands = o.n_before_dashes == -1 ? *argc : o.n_before_dashes;
}

void
tool_start(const struct tool *t, int *argc, char ***argv)
{
	struct err e = { 0 };

	current = t;
	hold_standard_descriptors();
	/* a pipe takes as much at once */
	if (!tool_is_terminal())
		(void)setvbuf(
		    stdout, stdout_buffer, _IOFBF, sizeof(stdout_buffer));
	if (t->commits) {
		(void)signal(SIGPIPE, SIG_IGN);
		(void)signal(SIGXFSZ, SIG_IGN);
	}
	if (*argc > 0) {
		--*argc;
		++*argv;
	}
	parse(t->opts, t->verbs == NULL, argc, *argv);
	if (clock_check(&e) == -1)
		tool_die(&e);
}

static const struct verb *
find_verb(const char *name)
{
	struct nearest near = { .word = name };
	const struct verb *v;

	for (v = current->verbs; v->name != NULL; v++) {
		if (strcmp(v->name, name) == 0)
			return v;
		nearest_offer(&near, v->name);
	}
	if (near.name == NULL)
		tool_usage("unknown verb '%.100s'", name);
	tool_usage(
	    "unknown verb '%.100s'; did you mean '%s'?", name, near.name);
}

int
tool_run_verb(const struct tool *t, int *argc, char ***argv)
{
	tool_start(t, argc, argv);
	if (*argc == 0)
		tool_usage("a verb is missing");

	verb = find_verb((*argv)[0]);
	--*argc;
	++*argv;
	parse(verb->opts, true, argc, *argv);
	return verb->run(*argc, *argv);
}

void
tool_refuse_operands(int argc, char *argv[])
{
	if (argc > 0)
		tool_usage("unexpected operand '%.100s'", argv[0]);
}

int
tool_operands_before_dashes(void)
{
	return n_operands;
}

bool
tool_is_quiet(void)
{
	return quiet;
}

bool
tool_is_terminal(void)
{
	/* asked for every record, and nobody changes stdout meanwhile */
	if (!asked)
		terminal = isatty(STDOUT_FILENO) != 0;
	asked = true;
	return terminal;
}

bool
tool_wants_json(void)
{
	return json || !tool_is_terminal();
}

static void
stdout_broke(void)
{
	if (!broken)
		tool_warn_text(
		    STATUS_IO, "cannot write to stdout: %s", strerror(errno));
	broken = true;
}

bool
tool_flush(void)
{
	if (!broken && (fflush(stdout) != 0 || ferror(stdout)))
		stdout_broke();
	return !broken;
}

int
tool_end(int status)
{
	if (tool_flush() && fclose(stdout) != 0)
		stdout_broke();
	buf_done(&scratch);
	tool_note((enum status)status);
	return (int)gravest;
}
