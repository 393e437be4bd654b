/** Estimates of unmeasured throughputs, from few measurements and a reference table. */
module io.gavel.estimator {
  requires jdk.jfr;
  requires static org.jspecify;
  requires transitive io.gavel.policies;
  requires ejml.core;
  requires ejml.ddense;

  exports io.gavel.estimator;
  exports io.gavel.estimator.evaluate;
  exports io.gavel.estimator.measurement;
  exports io.gavel.estimator.method;
  exports io.gavel.estimator.table;
  exports io.gavel.estimator.throughput;
}
