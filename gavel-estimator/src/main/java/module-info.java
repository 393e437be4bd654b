/**
 * Estimates of throughputs that nobody has measured, from few measurements and a reference table.
 */
module io.gavel.estimator {
  requires jdk.jfr;
  requires static org.jspecify;
  requires transitive io.gavel.policies;
  requires ejml.core;
  requires ejml.ddense;

  exports io.gavel.estimator;
}
