package io.gavel.policies.snapshot;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Group;
import java.util.List;

/** A configuration of a job as a line of a problem's text. */
record ConfigurationLine(String jobId, String name, int workers, RateLine rates) {

  static void write(
      SnapshotWriter to, String jobId, Group.Configuration configuration, RateLine rates) {
    to.line("configuration").name(jobId).name(configuration.name());
    rates.write(to.whole("workers", configuration.workers()), "rates");
  }

  /** Reads the fields after the keyword. */
  static ConfigurationLine read(SnapshotReader from) {
    return new ConfigurationLine(
        from.name(), from.name(), from.count("workers"), RateLine.read(from, "rates"));
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
      matrix.configuration(rigid.indexOf(line.jobId), line.name, line.workers, line.rates.rates());
      if (!line.rates.isCertain()) {
        matrix.within(line.rates.low(), line.rates.high());
      }
    }
    return rigid.withConfigurations(matrix.build());
  }
}
