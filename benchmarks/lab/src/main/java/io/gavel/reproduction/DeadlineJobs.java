package io.gavel.reproduction;

import io.gavel.experiment.JobSource;
import io.gavel.experiment.PublishedData;
import io.gavel.workload.JobKind;
import io.gavel.workload.PythonRandom;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The jobs of Gavel's cost experiment: ResNet-50 or A3C with equal probability, half a day to eight
 * days on a v100, due after 1.2, 2 or 10 times that. Their arrival times were not published.
 */
final class DeadlineJobs {

  private static final double DAY = 86_400;
  private static final List<Double> DAYS = List.of(0.5, 1.0, 2.0, 4.0, 8.0);
  private static final List<Double> SLOS = List.of(1.2, 2.0, 10.0);
  private static final List<Integer> BATCHES = List.of(16, 32, 64, 128);

  private DeadlineJobs() {}

  /**
   * Generates the jobs.
   *
   * @param count number of jobs
   * @param jobsPerHour mean arrival rate
   * @return the source of jobs
   */
  static JobSource of(int count, double jobsPerHour) {
    return new JobSource(
        "%s jobs of ResNet-50 and A3C with deadlines, %s an hour".formatted(count, jobsPerHour),
        PublishedData::simulated,
        (data, seed) -> jobs(data.simulated(), count, jobsPerHour, seed));
  }

  private static Iterator<TraceJob> jobs(
      ThroughputTable table, int count, double jobsPerHour, long seed) {
    PythonRandom random = new PythonRandom(seed);
    List<TraceJob> jobs = new ArrayList<>();
    double arrival = 0;
    for (int i = 0; i < count; i++) {
      String type =
          random.below(2) == 0
              ? "A3C"
              : "ResNet-50 (batch size %s)".formatted(BATCHES.get(random.below(BATCHES.size())));
      JobKind kind = new JobKind(type, 1);
      double seconds = DAY * DAYS.get(random.below(DAYS.size()));
      jobs.add(
          new TraceJob(
              Integer.toString(i),
              arrival,
              kind,
              seconds * table.stepsPerSecond("v100", kind).orElseThrow(),
              1,
              OptionalDouble.of(SLOS.get(random.below(SLOS.size()))),
              OptionalDouble.of(seconds)));
      arrival += random.gapSeconds(jobsPerHour);
    }
    return jobs.iterator();
  }
}
