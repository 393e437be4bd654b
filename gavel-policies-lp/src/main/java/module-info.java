/** Policies as optimisation problems, and the solver layer that answers them with a proof. */
module io.gavel.policies.lp {
  requires transitive io.gavel.policies;
  requires ojalgo;
  requires jdk.jfr;
  requires static org.jspecify;

  exports io.gavel.policies.lp;
  exports io.gavel.policies.lp.schedulers;
  exports io.gavel.policies.lp.solver;
}
