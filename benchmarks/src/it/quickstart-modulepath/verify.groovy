def expected = new File(basedir, 'expected-output.txt').readLines('UTF-8')
def actual = new File(basedir, 'target/output.txt').readLines('UTF-8')
assert actual == expected
