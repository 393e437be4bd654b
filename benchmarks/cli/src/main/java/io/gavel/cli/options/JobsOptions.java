package io.gavel.cli.options;

import io.gavel.input.TraceReader;
import io.gavel.simulator.SimulationSetup;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command takes its jobs from: a trace, or the generator of the published simulations. */
public final class JobsOptions {

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Jobs in CSV. Without, jobs are made up as in Gavel's simulations.")
  private @Nullable Path trace;

  @Option(
      names = "--rate",
      paramLabel = "JOBS/HOUR",
      description = "Made up: mean rate of arrivals; 0 = all at time 0.")
  private @Nullable Double rate;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Of made-up jobs, and of the order of types with --faithful (default ${DEFAULT-VALUE}).")
  private long seed;

  public long seed() {
    if (seed < 0 || seed > Integer.MAX_VALUE) {
      throw new InvalidInputException(
          "--seed is %d; must be from 0 to %d".formatted(seed, Integer.MAX_VALUE));
    }
    return seed;
  }

  /** The file, if jobs come from one. */
  public Optional<Path> trace() {
    return Optional.ofNullable(trace);
  }

  /** The jobs of the file; only if there is one. */
  public List<TraceJob> fromTrace(WorkloadOptions workload) {
    if (rate != null || workload.saysMadeUp()) {
      throw new InvalidInputException(
          "--trace brings the jobs; --rate, --jobs, --gangs, --priorities, --slos, --duration"
              + " and --steady are for jobs that are made up");
    }
    List<TraceJob> jobs = TraceReader.read(trace().orElseThrow());
    if (workload.isEndless() && workload.window().to() > jobs.size()) {
      throw new InvalidInputException(
          "--window ends at %d; %s has %d jobs"
              .formatted(workload.window().to(), trace, jobs.size()));
    }
    return jobs;
  }

  /** Jobs that are made up; endless if a window says when to stop. */
  public Iterator<TraceJob> madeUp(WorkloadOptions workload, SimulationSetup setup) {
    if (rate == null) {
      throw new InvalidInputException("say --trace FILE, or --rate for jobs that are made up");
    }
    JobGenerator generator =
        workload.behind(
            setup.cluster(), new JobGenerator(workload.at(rate), setup.table(), seed()));
    if (workload.isEndless()) {
      workload.jobs(); // complains if there is a number of jobs as well
      return generator;
    }
    int count =
        workload
            .jobs()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "with --rate, say --jobs N or --window FROM..TO, which decide when to"
                            + " stop"));
    return IntStream.range(0, count).mapToObj(i -> generator.next()).iterator();
  }
}
