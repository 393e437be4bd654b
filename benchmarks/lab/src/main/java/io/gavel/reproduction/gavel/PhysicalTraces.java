package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.Rules;
import io.gavel.simulator.Window;

/** The cluster and the traces of Gavel's physical experiments. */
final class PhysicalTraces {

  static final String CLUSTER = "v100=8,p100=16,k80=24";
  static final JobSource ARRIVING =
      JobSource.physicalTrace("gavel-traces/physical/max_min_fairness.csv");
  static final JobSource AT_ONCE =
      JobSource.physicalTrace("gavel-traces/physical/minimize_makespan.csv");

  private PhysicalTraces() {}

  /** A policy of the catalogue on a whole trace. */
  static ExperimentRun run(String key, JobSource jobs, Rules rules) {
    return RunFactory.of(key, CLUSTER, jobs, Window.ALL).by(rules).run();
  }
}
