#include "transport/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

/* Far above what a subject needs, far below what is felt. */
#define BACKTRACK_MAX 100000

struct kind_pattern {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *context;
	const char *s;
	bool matched;
};

int
pattern_compile(struct span text, const char *name, struct kind_pattern **ret,
    struct err *e)
{
	struct kind_pattern *p;
	PCRE2_UCHAR why[120];
	PCRE2_SIZE at;
	pcre2_code *code;
	int fault;

	code = pcre2_compile((PCRE2_SPTR)text.s, text.len,
	    PCRE2_UTF | PCRE2_DOLLAR_ENDONLY, &fault, &at, NULL);
	if (code == NULL) {
		(void)pcre2_get_error_message(fault, why, sizeof(why));
		return err_set(e, STATUS_CONFIG, "%s: at byte %zu: %s", name,
		    (size_t)at, (const char *)why);
	}
	p = mem_new(sizeof(*p));
	p->code = code;
	p->match = pcre2_match_data_create_from_pattern(code, NULL);
	p->context = pcre2_match_context_create(NULL);
	(void)pcre2_set_match_limit(p->context, BACKTRACK_MAX);
	*ret = p;
	return 0;
}

void
pattern_free(struct kind_pattern *p)
{
	if (p == NULL)
		return;
	pcre2_match_context_free(p->context);
	pcre2_match_data_free(p->match);
	pcre2_code_free(p->code);
	free(p);
}

static bool
match(struct kind_pattern *p, struct span s, uint32_t options)
{
	int n;

	if (s.s == NULL)
		return false;
	n = pcre2_match(
	    p->code, (PCRE2_SPTR)s.s, s.len, 0, options, p->match, p->context);
	p->s = s.s;
	p->matched = n > 0;
	return p->matched;
}

bool
pattern_matches(struct kind_pattern *p, struct span s)
{
	return match(p, s, PCRE2_ANCHORED | PCRE2_ENDANCHORED);
}

bool
pattern_finds(struct kind_pattern *p, struct span s)
{
	return match(p, s, 0);
}

bool
pattern_each(const struct kind_pattern *p, size_t i, struct span *ret_name,
    struct span *ret_value)
{
	uint32_t n = 0;
	uint32_t size = 0;
	PCRE2_SPTR table = NULL;
	PCRE2_SPTR row;
	size_t *at;
	size_t group;

	(void)pcre2_pattern_info(p->code, PCRE2_INFO_NAMECOUNT, &n);
	if (!p->matched || i >= n)
		return false;
	(void)pcre2_pattern_info(p->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	(void)pcre2_pattern_info(p->code, PCRE2_INFO_NAMETABLE, &table);
	row = table + i * size;
	group = (size_t)row[0] << 8 | row[1];
	at = pcre2_get_ovector_pointer(p->match);
	*ret_name = span_of((const char *)row + 2);
	*ret_value = (struct span){ 0 };
	if (at[2 * group] != PCRE2_UNSET)
		*ret_value = (struct span){ p->s + at[2 * group],
			at[2 * group + 1] - at[2 * group] };
	return true;
}

struct span
pattern_group(const struct kind_pattern *p, struct span name)
{
	struct span each;
	struct span value;
	size_t i;

	for (i = 0; pattern_each(p, i, &each, &value); i++)
		if (span_equal(each, name))
			return value;
	return (struct span){ 0 };
}
