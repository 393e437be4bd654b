/** A consumer whose modules are linked into a runtime image. */
module io.gavel.it.image {
  requires io.gavel.mechanism;
  requires io.gavel.policies.lp;
}
