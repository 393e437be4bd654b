package io.gavel.simulator;

import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.JobKind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The ways in which the jobs of a kind can run: on the workers of the kind, and as configurations
 * on other numbers of workers for which the table has the job type. Immutable.
 */
final class JobWays {

  /** A configuration: the number of workers, and steps per second by worker type. */
  private static final class Way {
    final int workers;
    final double[] stepsPerSecond;

    Way(int workers, double[] stepsPerSecond) {
      this.workers = workers;
      this.stepsPerSecond = stepsPerSecond;
    }
  }

  private final int scaleFactor;
  private final double[] alone;
  private final Map<String, Way> configurations = new LinkedHashMap<>();

  private JobWays(int scaleFactor, double[] alone) {
    this.scaleFactor = scaleFactor;
    this.alone = alone;
  }

  /** Returns the ways of a kind; without configurations unless the jobs are elastic. */
  static JobWays of(SimulationSetup setup, JobKind kind, boolean elastic) {
    Cluster cluster = setup.cluster();
    JobWays ways = new JobWays(kind.scaleFactor(), setup.table().alone(cluster, kind));
    int largest = IntStream.range(0, cluster.poolCount()).map(cluster::poolWorkers).max().orElse(0);
    int most = elastic ? Math.min(largest, setup.elasticWorkers()) : 0;
    if (most == 0) {
      return ways;
    }
    for (JobKind other : setup.table().kinds()) {
      boolean another =
          other.jobType().equals(kind.jobType()) && other.scaleFactor() != kind.scaleFactor();
      double[] rates = setup.table().alone(cluster, other);
      if (another && other.scaleFactor() <= most && Arrays.stream(rates).anyMatch(r -> r > 0)) {
        ways.configurations.put("x" + other.scaleFactor(), new Way(other.scaleFactor(), rates));
      }
    }
    return ways;
  }

  /** Steps per second of the first way on each worker type; callers must not modify the array. */
  double[] alone() {
    return alone;
  }

  /** Steps per second in a way, on a type. */
  double stepsPerSecond(Optional<String> configuration, int j) {
    return way(configuration).map(way -> way.stepsPerSecond).orElse(alone)[j];
  }

  /** Returns the workers that a way holds. */
  int workers(Optional<String> configuration) {
    return way(configuration).map(way -> way.workers).orElse(scaleFactor);
  }

  private Optional<Way> way(Optional<String> configuration) {
    return configuration.map(
        name ->
            Optional.ofNullable(configurations.get(name))
                .orElseThrow(() -> new IllegalStateException("no configuration " + name)));
  }

  /** Adds the configurations to a job of a matrix. */
  void addTo(ThroughputMatrix.Builder rates, int m) {
    configurations.forEach(
        (name, way) -> rates.configuration(m, name, way.workers, way.stepsPerSecond));
  }
}
