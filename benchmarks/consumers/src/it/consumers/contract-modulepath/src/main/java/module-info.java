/** A consumer that runs the contract kit from a module of its own. */
module io.gavel.it.contract {
  requires io.gavel.policies;
  requires io.gavel.policies.contract;
}
