#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "unit.h"

/* json-suite.txt: JSONTestSuite's cases */

/* What the suite leaves open and we refuse. */
static const char *const refused[] = {
	"i_object_key_lone_2nd_surrogate",
	"i_string_1st_surrogate_but_2nd_missing",
	"i_string_1st_valid_surrogate_2nd_invalid",
	"i_string_incomplete_surrogate_and_escape_valid",
	"i_string_incomplete_surrogate_pair",
	"i_string_incomplete_surrogates_escape_valid",
	"i_string_invalid_lonely_surrogate",
	"i_string_invalid_surrogate",
	"i_string_inverted_surrogates_U+1D11E",
	"i_string_lone_second_surrogate",
	"i_structure_500_nested_arrays",
	"i_structure_UTF-8_BOM_empty_object",
	/* accepted of others alone */
	"y_object_duplicated_key",
	"y_object_duplicated_key_and_value",
};

static bool
is_accepted(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		if (strcmp(name, refused[i]) == 0)
			return false;
	}
	return name[0] != 'n';
}

static int
digit(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Exactly as long as the input, so that a sanitizer sees one byte more. */
static char *
from_hex(const char *hex, size_t *ret_len)
{
	size_t len = strspn(hex, "0123456789abcdef") / 2, i;
	char *s = malloc(len == 0 ? 1 : len);

	for (i = 0; s != NULL && i < len; i++)
		s[i] = (char)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
	*ret_len = len;
	return s;
}

static void
one(char *line)
{
	char *hex = strchr(line, ' ');
	struct json j = { 0 };
	size_t len;
	bool twice;
	char *s;

	if (hex == NULL)
		return;

	*hex++ = '\0';
	s = from_hex(hex, &len);
	unit_case("%s %s", is_accepted(line) ? "accepts" : "refuses", line);
	OK((json_scan(s, len, &j, NULL) == 0) == is_accepted(line));
	OK((j.type != JSON_NONE) == is_accepted(line));
	twice = strncmp(line, "y_object_duplicated", 19) == 0;
	OK((json_scan_foreign(s, len, &j, NULL) == 0) ==
	    (is_accepted(line) || twice));
	free(s);
}

int
main(void)
{
	FILE *f = fopen("t/unit/json-suite.txt", "r");
	static char line[8192];
	int n = 0;

	while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
		if (line[0] == '#')
			continue;
		one(line);
		n++;
	}
	if (f != NULL)
		(void)fclose(f);
	unit_case("has read the whole suite");
	SAME_INT(n, 291);
	return unit_end();
}
