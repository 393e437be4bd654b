/** A consumer that names the library's module and nothing else. */
module io.gavel.it.quickstart {
  requires io.gavel.policies.lp;
}
