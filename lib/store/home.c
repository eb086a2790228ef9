#include "store/home.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/text.h"
#include "disk/dir.h"

#define PATH_LEN sizeof(((struct home *)0)->root_path)

/* Empty means unset. */
static const char *
get(const char *name)
{
	const char *s = getenv(name);

	return s == NULL || s[0] == '\0' ? NULL : s;
}

static int
join(char ret[PATH_LEN], const char *a, const char *b, struct err *e)
{
	int n = snprintf(ret, PATH_LEN, "%s/%s", a, b);

	if (n < 0 || (size_t)n >= PATH_LEN)
		return err_set(
		    e, STATUS_CONFIG, "cannot use '%s': too long", a);
	return 0;
}

static int
copy(char ret[PATH_LEN], const char *name, const char *s, struct err *e)
{
	if (strlen(s) >= PATH_LEN)
		return err_set(
		    e, STATUS_CONFIG, "cannot use %s: too long", name);
	memcpy(ret, s, strlen(s) + 1);
	return 0;
}

/* NAME, else XDG/sergeant, else ~/fallback/sergeant. */
static int
place(char ret[PATH_LEN], const char *name, const char *xdg,
    const char *fallback, struct err *e)
{
	const char *s = get(name);
	const struct passwd *pw;
	char rest[64];

	if (s != NULL)
		return copy(ret, name, s, e);

	s = xdg == NULL ? NULL : get(xdg);
	/* the XDG specification: a relative path is invalid, ignore it */
	if (s != NULL && s[0] == '/')
		return join(ret, s, "sergeant", e);

	s = get("HOME");
	if (s == NULL) {
		pw = getpwuid(geteuid());
		s = pw == NULL ? NULL : pw->pw_dir;
	}
	if (s == NULL)
		return err_set(e, STATUS_CONFIG,
		    "no place for files: neither "
		    "%s nor HOME is set",
		    name);
	(void)snprintf(rest, sizeof(rest), "%s/sergeant", fallback);
	return join(ret, s, rest, e);
}

static int
take_slug(struct home *h, struct err *e)
{
	const char *s = get("SERGEANT_WORKSPACE");
	struct span slug;

	if (s == NULL)
		s = "default";
	slug = span_of(s);
	if (slug.len >= sizeof(h->slug) || !dir_name_is_safe(slug))
		return err_set(e, STATUS_CONFIG,
		    "no workspace: '%s' is no name for one", s);
	memcpy(h->slug, s, slug.len + 1);
	return 0;
}

int
home_open(struct home *ret, struct err *e)
{
	struct home h = { .root = -1, .workspace = -1 };
	char below[sizeof(h.slug) + 16];

	if (take_slug(&h, e) == -1 ||
	    place(h.root_path, "SERGEANT_HOME", "XDG_STATE_HOME",
		".local/state", e) == -1)
		return -1;

	(void)snprintf(below, sizeof(below), "workspaces/%s", h.slug);
	if (join(h.workspace_path, h.root_path, below, e) == -1)
		return -1;

	h.root = dir_make(AT_FDCWD, h.root_path, e);
	if (h.root == -1)
		return -1;
	h.workspace = dir_make(h.root, below, e);
	if (h.workspace == -1) {
		(void)close(h.root);
		return -1;
	}
	*ret = h;
	return 0;
}

/* 0 is a home that was never opened. */
void
home_close(struct home *h)
{
	if (h->workspace > 0)
		(void)close(h->workspace);
	if (h->root > 0)
		(void)close(h->root);
	h->workspace = 0;
	h->root = 0;
}

int
home_dir(const struct home *h, const char *name, struct err *e)
{
	return dir_make(h->workspace, name, e);
}

int
home_config_path(char ret[4096], struct err *e)
{
	return place(ret, "SERGEANT_CONFIG", "XDG_CONFIG_HOME", ".config", e);
}

/* A link that ends with a slash, or a slash and a dot, would be followed. */
static void
cut_end(char *path)
{
	size_t len = strlen(path);

	while (len > 1 &&
	    (path[len - 1] == '/' ||
		(path[len - 1] == '.' && path[len - 2] == '/')))
		path[--len] = '\0';
}

int
home_fleet_path(char ret[4096], struct err *e)
{
	char folder[PATH_LEN];

	if (place(folder, "SERGEANT_FLEET", NULL, ".local/share", e) == -1)
		return -1;
	if (get("SERGEANT_FLEET") == NULL)
		return join(ret, folder, "fleet", e);
	cut_end(folder);
	return copy(ret, "SERGEANT_FLEET", folder, e);
}

int
home_callbacks_path(char ret[4096], struct err *e)
{
	const char *s = get("SERGEANT_CALLBACKS");
	char folder[PATH_LEN];

	if (s == NULL)
		return home_config_path(folder, e) == -1 ?
		    -1 :
		    join(ret, folder, "callbacks", e);
	if (copy(ret, "SERGEANT_CALLBACKS", s, e) == -1)
		return -1;
	cut_end(ret);
	return 0;
}

int
home_trees_path(char ret[4096], struct err *e)
{
	char folder[PATH_LEN];

	if (place(folder, "SERGEANT_HOME", "XDG_STATE_HOME", ".local/state",
		e) == -1)
		return -1;
	return join(ret, folder, "worktrees", e);
}

const char *
home_variable(const char *name)
{
	return get(name);
}

/* BUILD/bin/PROGRAM has share/ next to BUILD. */
static bool
share_of_tree(char ret[PATH_LEN])
{
	static const char tail[] = "/../../share";
	char exe[PATH_LEN];
	char kinds[PATH_LEN + 8];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	char *slash;

	if (n <= 0)
		return false;
	exe[n] = '\0';
	slash = strrchr(exe, '/');
	if (slash == NULL)
		return false;
	*slash = '\0';
	n = snprintf(ret, PATH_LEN, "%s%s", exe, tail);
	if (n < 0 || (size_t)n >= PATH_LEN)
		return false;
	(void)snprintf(kinds, sizeof(kinds), "%s/kinds", ret);
	return access(kinds, X_OK) == 0;
}

int
home_share_path(char ret[4096], struct err *e)
{
	const char *s = get("SERGEANT_SHARE");

	if (s == NULL && share_of_tree(ret))
		return 0;
	if (s == NULL)
		return join(ret, SGT_PREFIX, "share/sergeant", e);
	return copy(ret, "SERGEANT_SHARE", s, e);
}

/* What is run must be ours, or root's, and nobody else's to write. */
static int
check_trust(const char *path, struct err *e)
{
	struct stat st;

	if (stat(path, &st) == -1)
		return err_sys(e, "cannot run '%s'", path);
	if ((st.st_uid != geteuid() && st.st_uid != 0) ||
	    (st.st_mode & 022) != 0)
		return err_set(e, STATUS_TRUST,
		    "cannot run '%s': it may be written by others", path);
	return 0;
}

int
home_tick_path(char ret[4096], struct err *e)
{
	char folder[PATH_LEN];

	if (home_config_path(folder, e) == -1 ||
	    join(ret, folder, "tick", e) == -1)
		return -1;
	if (access(ret, X_OK) == 0)
		return check_trust(ret, e);
	if (home_share_path(folder, e) == -1)
		return -1;
	return join(ret, folder, "tick", e);
}

int
home_default_party(char ret[80], struct err *e)
{
	const struct passwd *pw = getpwuid(geteuid());
	int n;

	if (pw == NULL)
		return err_set(e, STATUS_CONFIG,
		    "no default party: this user has no name; say --to");
	n = snprintf(ret, 80, "human:%s", pw->pw_name);
	if (n < 0 || n >= 80)
		return err_set(e, STATUS_CONFIG,
		    "no default party: the user's name is too long; say --to");
	return 0;
}

const char *
home_kinds(void)
{
	return get("SERGEANT_KINDS");
}
