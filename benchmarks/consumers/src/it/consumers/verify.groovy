// What follows the expected lines is the certificate: its last digits are the solver's, and the library's tests check them.
def expected = [
  'quickstart-classpath': 'expected-output.txt',
  'quickstart-modulepath': 'expected-output.txt',
  'contract-classpath': 'expected-contract-output.txt',
  'contract-modulepath': 'expected-contract-output.txt',
  'runtime-image': 'expected-rounds-output.txt',
]
expected.each { project, file ->
  def lines = new File(basedir, file).readLines('UTF-8')
  // A JVM that gets options from the environment (JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS) says so.
  def output = new File(basedir, "${project}/target/output.txt").readLines('UTF-8').findAll { !(it ==~ /(NOTE: )?Picked up .*/) }
  assert output.take(lines.size()) == lines : "${project} prints ${output}"
}

// The annotations are for compilers; nobody needs them at run time.
def image = new File(basedir, 'runtime-image/target/image/release').text
assert ['io.gavel.policies', 'io.gavel.policies.lp', 'io.gavel.mechanism'].every { image.contains(" ${it} ") || image.contains(" ${it}\"") }
assert !image.contains('org.jspecify')
