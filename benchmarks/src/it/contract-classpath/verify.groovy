// What follows the table is the certificate: its last digits are the solver's, and the library's tests check them.
def expected = new File(basedir, 'expected-contract-output.txt').readLines('UTF-8')
def actual = new File(basedir, 'target/output.txt').readLines('UTF-8')
assert actual.take(expected.size()) == expected
