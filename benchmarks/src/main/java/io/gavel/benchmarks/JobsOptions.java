package io.gavel.benchmarks;

import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.input.TraceJob;
import io.gavel.benchmarks.input.TraceReader;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.JobGenerator;
import io.gavel.benchmarks.workload.Workload;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command takes its jobs from: a trace, or the generator of the published simulations. */
final class JobsOptions {

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

  @Option(names = "--jobs", paramLabel = "N", description = "Made up: how many (without --window).")
  private @Nullable Integer count;

  @Option(names = "--gangs", description = "Made up: some jobs need 2, 4 or 8 workers.")
  private boolean gangs;

  @Option(names = "--priorities", description = "Made up: a fifth of the jobs has weight 5.")
  private boolean priorities;

  @Option(names = "--slos", description = "Made up: deadlines of 1.2, 2 or 10 durations.")
  private boolean slos;

  @Option(
      names = "--duration",
      paramLabel = "MINUTES",
      description = "Made up: all of one duration, alone on a v100.")
  private @Nullable Double minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Of made-up jobs, and of the order of types with --faithful (default 0).")
  private long seed;

  @Option(
      names = "--window",
      paramLabel = "FROM..TO",
      description =
          "Measure these jobs by order of arrival, TO excluded; the run ends when they are done.")
  private @Nullable String window;

  long seed() {
    if (seed < 0 || seed > Integer.MAX_VALUE) {
      throw new InvalidInputException(
          "--seed is %d; must be from 0 to %d".formatted(seed, Integer.MAX_VALUE));
    }
    return seed;
  }

  /** Which jobs are measured. */
  Window window() {
    if (window == null) {
      return Window.ALL;
    }
    String[] ends = window.split("\\.\\.", -1);
    try {
      if (ends.length == 2) {
        return new Window(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
      }
    } catch (IllegalArgumentException e) {
      // falls through to the complaint
    }
    throw new InvalidInputException(
        "--window is \"%s\"; must be like 4000..5000, the first smaller".formatted(window));
  }

  /** About how many jobs will be completed, for showing progress. */
  int expected() {
    return window().isEverything() && count != null
        ? count
        : window().isEverything() ? -1 : window().to();
  }

  /** The file, if jobs come from one. */
  Optional<Path> trace() {
    return Optional.ofNullable(trace);
  }

  /** The jobs of the file; only if there is one. */
  List<TraceJob> fromTrace() {
    for (Object made : new @Nullable Object[] {rate, count, minutes}) {
      requireNoTrace(made != null);
    }
    requireNoTrace(gangs || priorities || slos);
    List<TraceJob> jobs = TraceReader.read(trace().orElseThrow());
    if (!window().isEverything() && window().to() > jobs.size()) {
      throw new InvalidInputException(
          "--window is %s; %s has %d jobs".formatted(window, trace, jobs.size()));
    }
    return jobs;
  }

  private void requireNoTrace(boolean madeUp) {
    if (madeUp) {
      throw new InvalidInputException(
          "--trace brings the jobs; --rate, --jobs, --gangs, --priorities, --slos and --duration"
              + " are for jobs that are made up");
    }
  }

  /** Jobs that are made up; endless if a window says when to stop. */
  Iterator<TraceJob> madeUp(ThroughputTable table) {
    if (rate == null) {
      throw new InvalidInputException("say --trace FILE, or --rate for jobs that are made up");
    }
    boolean endless = !window().isEverything();
    if (endless == (count != null)) {
      throw new InvalidInputException(
          "with --rate, say either --jobs N or --window FROM..TO, which decides when to stop");
    }
    if (endless && rate == 0) {
      throw new InvalidInputException("--rate is 0: all jobs arrive at once; say --jobs N");
    }
    JobGenerator generator = new JobGenerator(workload(rate), table, seed());
    if (count == null) {
      return generator;
    }
    if (count < 1) {
      throw new InvalidInputException("--jobs is %d; must be at least 1".formatted(count));
    }
    return IntStream.range(0, count).mapToObj(i -> generator.next()).iterator();
  }

  private Workload workload(double jobsPerHour) {
    try {
      Workload plain = Workload.published(jobsPerHour);
      return new Workload(
          jobsPerHour,
          gangs,
          priorities,
          slos,
          minutes == null ? OptionalDouble.empty() : OptionalDouble.of(minutes),
          plain.referenceType(),
          plain.templates());
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(Messages.oneLine(e));
    }
  }
}
