/** Policies as optimisation problems, and the solvers that return certified solutions. */
@SuppressWarnings("module") // the baselines are built later
module io.gavel.policies.lp {
  requires transitive io.gavel.policies;
  requires jdk.jfr;
  requires static org.jspecify;

  exports io.gavel.policies.lp;
  exports io.gavel.policies.lp.catalog;
  exports io.gavel.policies.lp.deadline;
  exports io.gavel.policies.lp.fairness;
  exports io.gavel.policies.lp.hierarchy;
  exports io.gavel.policies.lp.program;
  exports io.gavel.policies.lp.queue;
  exports io.gavel.policies.lp.share;
  exports io.gavel.policies.lp.solver;
  exports io.gavel.policies.lp.solver.program;
  exports io.gavel.policies.lp.throughput;
  exports io.gavel.policies.lp.variant;
  exports io.gavel.policies.lp.welfare;
  exports io.gavel.policies.lp.solver.internal.interior.rows to
      io.gavel.baselines;
}
