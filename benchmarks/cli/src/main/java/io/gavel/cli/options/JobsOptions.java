package io.gavel.cli.options;

import io.gavel.input.TraceReader;
import io.gavel.simulator.SimulationSetup;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the source of jobs: a trace, or the generator of the published simulations. */
public final class JobsOptions {

  @Option(names = "--trace", paramLabel = "FILE")
  private @Nullable Path trace;

  @Option(names = "--rate", paramLabel = "JOBS/HOUR")
  private @Nullable Double rate;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "0")
  private long seed;

  public long seed() {
    Range.require(
        seed >= 0 && seed <= Integer.MAX_VALUE, "--seed", seed, "from 0 to " + Integer.MAX_VALUE);
    return seed;
  }

  /** Returns the trace file, if the jobs come from one. */
  public Optional<Path> trace() {
    return Optional.ofNullable(trace);
  }

  /** Reads the jobs of the trace file; call only if there is one. */
  public List<TraceJob> fromTrace(WorkloadOptions workload, ThroughputTable table) {
    if (rate != null) {
      throw new InvalidInputException("--trace provides the jobs; --rate is for generated jobs");
    }
    workload.requireNothingMadeUp();
    List<TraceJob> jobs = TraceReader.read(trace().orElseThrow(), table);
    if (workload.isEndless() && workload.window().to() > jobs.size()) {
      throw new InvalidInputException(
          "--window ends at %s; %s has %s jobs"
              .formatted(workload.window().to(), trace, jobs.size()));
    }
    return jobs;
  }

  /** Generates jobs; endless if a window determines when to stop. */
  public Iterator<TraceJob> madeUp(WorkloadOptions workload, SimulationSetup setup) {
    if (rate == null) {
      throw new InvalidInputException("--trace FILE, or --rate for generated jobs, is required");
    }
    JobGenerator generator =
        workload.behind(
            setup.cluster(),
            new JobGenerator(workload.at(rate, setup.table()), setup.table(), seed()));
    if (workload.isEndless()) {
      workload.jobs(); // fails if a number of jobs is given as well
      return generator;
    }
    int count =
        workload
            .jobs()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "--rate requires --jobs N or --window FROM..TO, which determine when to"
                            + " stop"));
    return IntStream.range(0, count).mapToObj(i -> generator.next()).iterator();
  }
}
