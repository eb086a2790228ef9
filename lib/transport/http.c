#include "transport/http.h"

#include <curl/curl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/pool.h"
#include "transport/answer.h"
#include "transport/credential.h"
#include "transport/fetch.h"

struct host_certificate {
	struct span host;
	int64_t not_after_ms;
};

struct http {
	CURLM *multi;
	const char *config;
	struct buf ca_file;
	/* certificates are told at the handshake alone */
	struct host_certificate *certificates;
	size_t n_certificates;
	size_t certificates_cap;
	struct credential_gh *gh;
	struct pool pool;
};

struct transfer {
	CURL *easy;
	struct curl_slist *headers;
	struct buf lines;
	char complaint[CURL_ERROR_SIZE];
};

struct http *
http_new(const char *config)
{
	struct http *h = mem_new(sizeof(*h));

	(void)curl_global_init(CURL_GLOBAL_DEFAULT);
	h->multi = curl_multi_init();
	h->config = config;
	credential_ca_file(config, &h->ca_file);
	(void)curl_multi_setopt(
	    h->multi, CURLMOPT_MAXCONNECTS, (long)FETCH_HTTP_MAX);
	return h;
}

void
http_free(struct http *h)
{
	if (h == NULL)
		return;
	(void)curl_multi_cleanup(h->multi);
	curl_global_cleanup();
	free(h->certificates);
	credential_gh_free(h->gh);
	pool_done(&h->pool);
	buf_done(&h->ca_file);
	free(h);
}

static size_t
take_body(char *s, size_t size, size_t n, void *arg)
{
	struct fetch *x = arg;

	if (x->body.len + size * n > x->request.body_max) {
		x->truncated = true;
		return 0;
	}
	buf_add(&x->body, s, size * n);
	return size * n;
}

/* A new status line begins anew: what came before was a redirect's. */
static size_t
take_header(char *s, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;

	if (size * n > 5 && memcmp(s, "HTTP/", 5) == 0)
		buf_reset(&t->lines);
	buf_add(&t->lines, s, size * n);
	return t->lines.full ? 0 : size * n;
}

static void
add_header(struct transfer *t, const char *name, const char *value, size_t len)
{
	struct buf b = { 0 };
	struct curl_slist *more;

	buf_format(&b, "%s: ", name);
	buf_add(&b, value, len);
	more = curl_slist_append(t->headers, b.s);
	if (more != NULL)
		t->headers = more;
	explicit_bzero(b.s, b.len);
	buf_done(&b);
}

static void
add_headers(struct transfer *t, struct fetch *x)
{
	struct json_item it = { 0 };
	struct buf name = { 0 };
	struct span value;

	while (json_each(&x->request.headers, &it)) {
		buf_reset(&name);
		buf_span(&name, it.key);
		if (json_text(&it.value, "header", &x->pool, &value, NULL) == 0)
			add_header(t, name.s, value.s, value.len);
	}
	if (x->etag[0] != '\0')
		add_header(t, "If-None-Match", x->etag, strlen(x->etag));
	if (x->modified[0] != '\0')
		add_header(
		    t, "If-Modified-Since", x->modified, strlen(x->modified));
	buf_done(&name);
}

/* -1 where the secret is there but may not be used: x says so. */
static int
add_credential(struct http *h, struct transfer *t, struct fetch *x)
{
	struct buf secret = { 0 };
	struct buf b = { 0 };
	struct err e = { 0 };
	int r;

	if (x->request.credential.s == NULL)
		return 0;
	r = credential_read(x->request.credential, h->config, &secret, &e);
	if (r == -1) {
		answer_fail(x, ERROR_AUTH, "%s", e.text);
		return -1;
	}
	if (r == 1 && x->request.ask_gh)
		r = credential_ask_gh(
		    &h->gh, request_host(x->request.url), &secret);
	if (r == 0) {
		buf_text(&b, "Bearer ");
		buf_add(&b, secret.s, secret.len);
		add_header(t, "Authorization", b.s, b.len);
		credential_forget(&secret);
		credential_forget(&b);
	}
	return 0;
}

#define SET(option, value) (void)curl_easy_setopt(t->easy, option, value)

static void
set_limits(struct transfer *t, const struct fetch *x)
{
	SET(CURLOPT_TIMEOUT_MS, (long)x->request.timeout_ms);
	SET(CURLOPT_CONNECTTIMEOUT_MS, (long)x->request.timeout_ms);
	SET(CURLOPT_FOLLOWLOCATION, 1L);
	SET(CURLOPT_MAXREDIRS, (long)HTTP_REDIRECTS_MAX);
	SET(CURLOPT_PROTOCOLS_STR, "http,https");
	SET(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
	SET(CURLOPT_NOSIGNAL, 1L);
	SET(CURLOPT_ACCEPT_ENCODING, "");
	SET(CURLOPT_USERAGENT, "sergeant/" SGT_VERSION);
}

static void
set_method(struct transfer *t, const struct fetch *x)
{
	if (span_is(x->request.method, "HEAD")) {
		SET(CURLOPT_NOBODY, 1L);
	} else if (span_is(x->request.method, "POST")) {
		SET(CURLOPT_POSTFIELDSIZE_LARGE,
		    (curl_off_t)x->request.body.len);
		SET(CURLOPT_POSTFIELDS,
		    x->request.body.s != NULL ? x->request.body.s : "");
	}
}

static void
release(struct fetch *x)
{
	struct transfer *t = x->transfer;

	if (t == NULL)
		return;
	curl_easy_cleanup(t->easy);
	curl_slist_free_all(t->headers);
	buf_done(&t->lines);
	free(t);
	x->transfer = NULL;
}

void
http_start(struct http *h, struct fetch *x)
{
	struct transfer *t = mem_new(sizeof(*t));

	x->transfer = t;
	x->began_ms = clock_now_ms();
	buf_init(&x->body, x->request.body_max);
	buf_init(&t->lines, HTTP_HEADER_MAX);
	t->easy = curl_easy_init();
	if (t->easy == NULL) {
		answer_fail(x, ERROR_UNKNOWN, "no memory for a transfer");
		answer_done(x);
		release(x);
		return;
	}
	set_limits(t, x);
	set_method(t, x);
	add_headers(t, x);
	if (add_credential(h, t, x) == -1) {
		answer_done(x);
		release(x);
		return;
	}
	SET(CURLOPT_URL, x->request.url.s);
	SET(CURLOPT_HTTPHEADER, t->headers);
	SET(CURLOPT_WRITEFUNCTION, take_body);
	SET(CURLOPT_WRITEDATA, x);
	SET(CURLOPT_HEADERFUNCTION, take_header);
	SET(CURLOPT_HEADERDATA, t);
	SET(CURLOPT_ERRORBUFFER, t->complaint);
	SET(CURLOPT_CERTINFO, 1L);
	SET(CURLOPT_PRIVATE, x);
	if (h->ca_file.len > 0)
		SET(CURLOPT_CAINFO, h->ca_file.s);
	(void)curl_multi_add_handle(h->multi, t->easy);
}

/* Where the certificate of a host ends, learned now or at its handshake. */
static int64_t
certificate_end(struct http *h, struct fetch *x)
{
	struct transfer *t = x->transfer;
	struct curl_certinfo *info = NULL;
	struct span host = request_host(x->request.url);
	struct curl_slist *line;
	int64_t end = 0;
	size_t i;

	if (!span_begins(x->request.url, "https://"))
		return 0;
	(void)curl_easy_getinfo(t->easy, CURLINFO_CERTINFO, &info);
	line =
	    info != NULL && info->num_of_certs > 0 ? info->certinfo[0] : NULL;
	for (; line != NULL && end == 0; line = line->next)
		if (strncasecmp(line->data, "Expire date:", 12) == 0)
			end = answer_certificate_time(line->data + 12);
	for (i = 0; i < h->n_certificates; i++)
		if (span_equal(h->certificates[i].host, host))
			return end != 0 ? end : h->certificates[i].not_after_ms;
	if (end == 0)
		return 0;
	h->certificates = mem_grow(h->certificates, &h->certificates_cap,
	    h->n_certificates + 1, sizeof(*h->certificates));
	h->certificates[h->n_certificates++] =
	    (struct host_certificate){ pool_copy(&h->pool, host), end };
	return end;
}

static void
fail(struct fetch *x, const struct transfer *t, CURLcode code)
{
	struct span host = request_host(x->request.url);
	int len = (int)host.len;
	long status = 0;

	switch ((int)code) {
	case CURLE_OPERATION_TIMEDOUT:
		answer_fail(x, ERROR_TIMEOUT, "no answer within %lld ms",
		    (long long)x->request.timeout_ms);
		break;
	case CURLE_COULDNT_RESOLVE_HOST:
		answer_fail(
		    x, ERROR_NETWORK, "cannot resolve '%.*s'", len, host.s);
		break;
	case CURLE_COULDNT_CONNECT:
		answer_fail(
		    x, ERROR_NETWORK, "cannot connect to '%.*s'", len, host.s);
		break;
	case CURLE_WRITE_ERROR:
		answer_fail(x, ERROR_MALFORMED,
		    "the answer is larger than %zu bytes", x->request.body_max);
		break;
	case CURLE_PEER_FAILED_VERIFICATION:
		answer_fail(x, ERROR_NETWORK, "%s",
		    t->complaint[0] != '\0' ? t->complaint :
					      "the certificate is not trusted");
		break;
	case CURLE_PARTIAL_FILE:
		answer_fail(x, ERROR_NETWORK, "the answer was cut short");
		break;
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
		answer_fail(x, ERROR_NETWORK, "'%.*s' closed the connection",
		    len, host.s);
		break;
	case CURLE_TOO_MANY_REDIRECTS:
		answer_fail(x, ERROR_MALFORMED, "more than %d redirects",
		    HTTP_REDIRECTS_MAX);
		break;
	case CURLE_UNSUPPORTED_PROTOCOL:
		(void)curl_easy_getinfo(
		    t->easy, CURLINFO_RESPONSE_CODE, &status);
		answer_fail(x, ERROR_MALFORMED, "%s",
		    status == 0 ? "the answer is not HTTP" :
				  "redirected to neither http nor https");
		break;
	default:
		answer_fail(x, ERROR_NETWORK, "%s", curl_easy_strerror(code));
	}
}

static void
finish(struct http *h, struct fetch *x, CURLcode code)
{
	struct transfer *t = x->transfer;
	long status = 0;
	curl_off_t wait_s = 0;

	(void)curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
	(void)curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &wait_s);
	x->not_after_ms = certificate_end(h, x);
	answer_headers(x, buf_as_span(&t->lines));
	/* a body that is too large is no reason to forget the status */
	if (code == CURLE_OK || x->truncated)
		x->status = status;
	if (code == CURLE_OK) {
		answer_status(x, wait_s);
	} else {
		fail(x, t, code);
	}
	(void)curl_multi_remove_handle(h->multi, t->easy);
	release(x);
	answer_done(x);
}

size_t
http_step(struct http *h)
{
	struct fetch *x;
	CURLMsg *m;
	size_t n = 0;
	int running;
	int left;

	(void)curl_multi_perform(h->multi, &running);
	while ((m = curl_multi_info_read(h->multi, &left)) != NULL) {
		if (m->msg != CURLMSG_DONE)
			continue;
		(void)curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &x);
		finish(h, x, m->data.result);
		n++;
	}
	return n;
}

void
http_wait(struct http *h, struct pollfd *also, size_t n, int64_t wait_ms)
{
	struct curl_waitfd *fds = mem_new((n + 1) * sizeof(*fds));
	int ready;
	size_t i;

	for (i = 0; i < n; i++) {
		fds[i].fd = also[i].fd;
		if ((also[i].events & POLLIN) != 0)
			fds[i].events |= CURL_WAIT_POLLIN;
		if ((also[i].events & POLLOUT) != 0)
			fds[i].events |= CURL_WAIT_POLLOUT;
	}
	(void)curl_multi_poll(h->multi, fds, (unsigned)n, (int)wait_ms, &ready);
	free(fds);
}
