// The digits of a gap of 1e-14 are the solver's.
def withoutGap = { it.replaceAll(/\d\.\de-\d\d/, 'gap') }
// Maven writes colour codes of its own between lines.
def plain = { it.replaceAll(/\x1B\[[0-9;]*m/, '') }
def lines = { new File(basedir, it).readLines('UTF-8').collect(plain).findAll { !it.isBlank() }.collect(withoutGap) }
def expected = lines('expected-output.txt')
def log = lines('build.log')
assert Collections.indexOfSubList(log, expected) >= 0
