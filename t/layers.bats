# bats file_tags=still
load helper

# object LAYER/NAME <<C: an object of a tree of its own
object() {
	mkdir -p "tree/lib/${1%/*}"
	cc -x c -c -fPIC -o "tree/lib/$1.o" -
}

layers() {
	"$TOP/t/tools/layers" "$@"
}

@test "the build keeps to the layers" {
	expect 0 layers "$BUILD"
	says
}

@test "a call upwards is named" {
	object cli/tool <<<'void tool_warn(void) { }'
	object engine/match <<<'void tool_warn(void);
		void match(void) { tool_warn(); }'
	expect 1 layers tree
	says 'engine may not call tool_warn (cli): engine/match.o'
}

@test "a transport may not know where things are kept" {
	object store/home <<<'void home_open(void) { }'
	object transport/http <<<'void home_open(void);
		void http(void) { home_open(); }'
	expect 1 layers tree
	says 'transport may not call home_open (store): transport/http.o'
}

@test "a clock behind an innocent call is named with its way" {
	object base/pick <<<'long random(void); long pick(void)
		{ return random(); }'
	object engine/decide <<<'long pick(void); long decide(void)
		{ return pick(); }'
	expect 1 layers tree
	says 'engine/decide.o -> base/pick.o may not refer to random'
}

@test "printing from a noun is named, checked twin or not" {
	object model/event <<<'int puts(const char *); void a(void) { puts("a"); }'
	object model/watch <<<'int __printf_chk(int, const char *);
		void b(void) { __printf_chk(1, "b"); }'
	expect 1 layers tree
	sort .out >sorted && mv sorted .out
	says 'model/event.o may not refer to puts' \
		'model/watch.o may not refer to __printf_chk' \
		'model/watch.o may not refer to printf'
}

@test "libjq has one door" {
	object transport/kind <<<'void jv_dump(void); void a(void) { jv_dump(); }'
	object transport/jq <<<'void jv_dump(void); void b(void) { jv_dump(); }'
	expect 1 layers tree
	says 'transport/kind.o may not refer to jv_dump'
}

@test "text, memory and sorting are pure" {
	object base/text <<<'unsigned long strlen(const char *);
		unsigned long text(const char *s) { return strlen(s); }'
	object engine/fold <<<'unsigned long text(const char *);
		void *memcpy(void *, const void *, unsigned long);
		void fold(char *a) { memcpy(a, "x", text(a)); }'
	expect 0 layers tree
	says
}
