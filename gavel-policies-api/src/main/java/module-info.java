/**
 * The vocabulary of accelerator scheduling: problems, allocations and the {@link
 * io.gavel.policies.Policy} interface. Depends on nothing.
 */
module io.gavel.policies {
  requires static org.jspecify;

  exports io.gavel.policies;
  exports io.gavel.policies.audit;
  exports io.gavel.policies.explain;
  exports io.gavel.policies.observe;
  exports io.gavel.policies.snapshot;
}
