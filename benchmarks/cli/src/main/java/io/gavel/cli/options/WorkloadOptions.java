package io.gavel.cli.options;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.Messages;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.Window;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.Workload;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What jobs are made up and by which rules they are simulated: common to several commands. */
public final class WorkloadOptions {

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
      names = "--steady",
      description =
          "Made up: at time 0 there are jobs for all workers already, which come first and count as"
              + " jobs.")
  private boolean steady;

  @Option(
      names = "--window",
      paramLabel = "FROM..TO",
      description =
          "Measure these jobs by order of arrival, TO excluded; the run ends when they are done.")
  private @Nullable String window;

  @Option(
      names = "--round",
      paramLabel = "SECONDS",
      defaultValue = "360",
      description = "Length of a round (default ${DEFAULT-VALUE}).")
  private double round;

  @Option(
      names = "--checkpoint",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "What it costs a job to leave its workers (default ${DEFAULT-VALUE}).")
  private double checkpoint;

  @Option(
      names = "--restore",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "What it costs a job to go on, there or elsewhere (default ${DEFAULT-VALUE}).")
  private double restore;

  @Option(
      names = "--min-reset",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Least time between two allocations (default ${DEFAULT-VALUE}).")
  private double minReset;

  @Option(
      names = "--faithful",
      description = "By the rules of Gavel's original simulator, faults included.")
  private boolean faithful;

  /** Whether any option is for made-up jobs only. */
  boolean saysMadeUp() {
    return count != null || minutes != null || gangs || priorities || slos || steady;
  }

  /** Whether a window decides when to stop. */
  public boolean isEndless() {
    return !window().isEverything();
  }

  public OptionalInt jobs() {
    if (count == null) {
      return OptionalInt.empty();
    }
    if (count < 1) {
      throw new InvalidInputException("--jobs is %d; must be at least 1".formatted(count));
    }
    if (isEndless()) {
      throw new InvalidInputException(
          "--jobs and --window both decide when to stop; say one of them");
    }
    return OptionalInt.of(count);
  }

  /** Which jobs are measured. */
  public Window window() {
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

  /** Length of a round, and what moves cost. */
  RoundOptions rounds() {
    if (!(round > 0) || round == Double.POSITIVE_INFINITY) {
      throw new InvalidInputException(
          "--round is %s; must be finite and greater than 0".formatted(round));
    }
    if (faithful && (checkpoint > 0 || restore > 0)) {
      throw new InvalidInputException("--faithful: moves cost nothing in the original");
    }
    try {
      return new RoundOptions(round).withOverhead(new Overhead(checkpoint, restore));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--checkpoint, --restore: " + Messages.oneLine(e));
    }
  }

  double minResetSeconds() {
    return minReset; // checked by the setup
  }

  public boolean faithful() {
    return faithful;
  }

  /** Jobs that find the cluster full, if it is to be. */
  JobGenerator behind(Cluster cluster, JobGenerator jobs) {
    return steady ? jobs.behindFull(cluster) : jobs;
  }

  /** Whether jobs are to find the cluster full. */
  public boolean steady() {
    return steady;
  }

  /** The workload at a rate. */
  public Workload at(double jobsPerHour) {
    if (isEndless() && jobsPerHour == 0) {
      throw new InvalidInputException("at rate 0 all jobs arrive at once; say --jobs N");
    }
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

  /** The options as given. */
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("jobs", count);
    json.put("window", window);
    json.put("gangs", gangs);
    json.put("priorities", priorities);
    json.put("slos", slos);
    json.put("duration_minutes", minutes);
    json.put("round_s", round);
    json.put("min_reset_s", minReset);
    if (checkpoint > 0 || restore > 0) { // runs of earlier versions have no such line
      json.put("checkpoint_s", checkpoint);
      json.put("restore_s", restore);
    }
    if (steady) {
      json.put("steady", true);
    }
    json.put("faithful", faithful);
    return json;
  }
}
