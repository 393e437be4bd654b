package io.gavel.policies.snapshot;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import java.util.List;

/** A configuration of a job as a line of a problem's text. */
record ConfigurationLine(String jobId, String name, Holding holding, RateLine rates) {

  static void write(
      SnapshotWriter to, String jobId, Group.Configuration configuration, RateLine rates) {
    to.line("configuration").name(jobId).name(configuration.name());
    to.whole("workers", configuration.holding().workers());
    to.count("milli", configuration.holding().gpuMilli(), Job.WHOLE_WORKER);
    AlongsideCodec.write(to, configuration.holding().alongside());
    rates.write(to, "rates");
  }

  /** Reads the fields after the keyword. */
  static ConfigurationLine read(SnapshotReader from) {
    String jobId = from.name();
    String name = from.name();
    int workers = from.count("workers");
    int milli = from.count("milli", Job.WHOLE_WORKER);
    Holding holding = new Holding(workers, milli, AlongsideCodec.read(from));
    return new ConfigurationLine(jobId, name, holding, RateLine.read(from, "rates"));
  }

  /**
   * Adds configurations to a problem. Unlike a builder, it takes configurations that are larger
   * than every pool: a problem may have lost workers since it was built.
   */
  static AllocationProblem addTo(AllocationProblem rigid, List<ConfigurationLine> lines) {
    if (lines.isEmpty()) {
      return rigid;
    }
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(rigid.cluster().typeCount());
    rigid.jobs().forEach(job -> matrix.job(new double[rigid.cluster().typeCount()]));
    for (ConfigurationLine line : lines) {
      matrix.configuration(rigid.indexOf(line.jobId), line.name, line.holding, line.rates.rates());
      if (!line.rates.isCertain()) {
        matrix.within(line.rates.low(), line.rates.high());
      }
    }
    return rigid.withConfigurations(matrix.build());
  }
}
