# What tests on a small file system of their own share.

# mount_small OPTIONS: the home is on it; teardown takes it away
mount_small() {
	mkdir -p small
	mount -t tmpfs -o "$1" tmpfs "$PWD/small" 2>&- ||
		skip "mounting is not allowed here"
	export SERGEANT_HOME=$PWD/small/state
}

teardown() {
	! mountpoint -q "$BATS_TEST_TMPDIR/small" ||
		umount "$BATS_TEST_TMPDIR/small"
}
