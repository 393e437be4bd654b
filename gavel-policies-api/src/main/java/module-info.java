/**
 * The vocabulary of accelerator scheduling: problems, allocations and the {@link
 * io.gavel.policies.Policy} interface. Depends on nothing.
 */
@SuppressWarnings("module")
module io.gavel.policies {
  requires static org.jspecify;

  exports io.gavel.policies;
  exports io.gavel.policies.annotation;
  exports io.gavel.policies.audit;
  exports io.gavel.policies.claims;
  exports io.gavel.policies.constraint;
  exports io.gavel.policies.explain;
  // These modules are compiled after this one, so that javac warns that it does not find them.
  exports io.gavel.policies.internal to
      io.gavel.estimator,
      io.gavel.mechanism,
      io.gavel.policies.lp,
      io.gavel.simulator;
  exports io.gavel.policies.internal.tree to
      io.gavel.policies.lp;
  exports io.gavel.policies.model;
  exports io.gavel.policies.program;
  exports io.gavel.policies.proof;
  exports io.gavel.policies.snapshot;
  exports io.gavel.policies.statement;
}
