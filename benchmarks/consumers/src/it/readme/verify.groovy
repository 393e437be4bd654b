// The digits of a gap of 1e-14 are the solver's.
def withoutGap = { it.replaceAll(/\d\.\de-\d\d/, 'gap') }
def expected = new File(basedir, 'expected-output.txt').readLines('UTF-8').collect(withoutGap)
def log = new File(basedir, 'build.log').readLines('UTF-8').collect(withoutGap)
assert Collections.indexOfSubList(log, expected) >= 0
