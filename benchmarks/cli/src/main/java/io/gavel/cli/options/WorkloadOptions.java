package io.gavel.cli.options;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.Messages;
import io.gavel.experiment.Rules;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.Window;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for generated jobs and for the rules by which they are simulated. */
public final class WorkloadOptions {

  /** The most generated jobs of a command. */
  public static final int MOST_JOBS = 10_000_000;

  @Option(names = "--jobs", split = ",", paramLabel = "N")
  private List<Integer> counts = List.of();

  @Option(names = "--gangs")
  private boolean gangs;

  @Option(names = "--shares")
  private boolean shares;

  @Option(names = "--priorities")
  private boolean priorities;

  @Option(names = "--slos")
  private boolean slos;

  @Option(names = "--duration", paramLabel = "MINUTES")
  private @Nullable Double minutes;

  @Option(names = "--steady")
  private boolean steady;

  @Option(names = "--window", paramLabel = "FROM..TO")
  private @Nullable String window;

  @Option(names = "--elastic", paramLabel = "WORKERS", defaultValue = "0")
  private int elastic;

  @Option(names = "--round", paramLabel = "SECONDS", defaultValue = "360")
  private double round;

  @Option(names = "--checkpoint", paramLabel = "SECONDS", defaultValue = "0")
  private double checkpoint;

  @Option(names = "--restore", paramLabel = "SECONDS", defaultValue = "0")
  private double restore;

  @Option(names = "--patience", paramLabel = "ROUNDS", defaultValue = "0")
  private double patience;

  @Option(names = "--min-run", paramLabel = "SECONDS", defaultValue = "0")
  private double minRun;

  @Option(names = "--min-reset", paramLabel = "SECONDS", defaultValue = "0")
  private double minReset;

  @Option(names = "--faithful")
  private boolean faithful;

  @Option(names = "--ideal")
  private boolean ideal;

  /** Returns whether any option for generated jobs is given. */
  boolean saysMadeUp() {
    return !counts.isEmpty() || minutes != null || gangs || shares || priorities || slos || steady;
  }

  /** Fails if an option for generated jobs is given. */
  public void requireNothingMadeUp() {
    if (saysMadeUp()) {
      throw new InvalidInputException(
          "--trace provides the jobs; --rate, --jobs, --gangs, --shares, --priorities, --slos,"
              + " --duration and --steady apply to generated jobs only");
    }
  }

  /** Returns whether a window determines when to stop. */
  public boolean isEndless() {
    return !window().isEverything();
  }

  /** Returns the number of jobs; empty if a window or nothing determines when to stop. */
  public OptionalInt jobs() {
    List<Integer> all = jobCounts();
    if (all.size() > 1) {
      throw new InvalidInputException(
          "--jobs has %s numbers; a single run has one".formatted(all.size()));
    }
    return all.isEmpty() ? OptionalInt.empty() : OptionalInt.of(all.get(0));
  }

  /** Returns the numbers of jobs; none if a window or nothing determines when to stop. */
  public List<Integer> jobCounts() {
    for (int count : counts) {
      if (count < 1 || count > MOST_JOBS) {
        throw new InvalidInputException(
            "--jobs is %s; it must be from 1 to %s".formatted(count, MOST_JOBS));
      }
    }
    if (!counts.isEmpty() && isEndless()) {
      throw new InvalidInputException(
          "--jobs and --window both determine when to stop; use only one");
    }
    return counts;
  }

  /** Returns the window of measured jobs. */
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
      // falls through to the exception
    }
    throw new InvalidInputException(
        "--window is \"%s\"; it must be FROM..TO with FROM less than TO, such as 4000..5000"
            .formatted(window));
  }

  /** Returns the length of a round and the cost of moves. */
  RoundOptions rounds() {
    Range.require(Range.isPositive(round), "--round", round, "finite and greater than 0");
    if (checkpoint > 0 || restore > 0 || patience > 0 || minRun > 0) {
      requireRounds("--checkpoint, --restore, --patience, --min-run", rules());
    }
    try {
      return new RoundOptions(round)
          .withOverhead(new Overhead(checkpoint, restore))
          .withPatience(patience)
          .withMinRunSeconds(minRun);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "--checkpoint, --restore, --patience, --min-run: " + Messages.oneLine(e));
    }
  }

  double minResetSeconds() {
    Range.require(Range.isNonNegative(minReset), "--min-reset", minReset, "finite and at least 0");
    if (minReset > 0 && ideal) {
      requireRounds("--min-reset", rules());
    }
    return minReset;
  }

  /** Returns the rules of the simulation. */
  public Rules rules() {
    if (faithful && ideal) {
      throw new InvalidInputException("--faithful has rounds, --ideal has none; use only one");
    }
    return faithful ? Rules.ORIGINAL : ideal ? Rules.IDEAL : Rules.DEFAULT;
  }

  /** Fails if a simulation does not have the rounds of this library, which an option requires. */
  static void requireRounds(String option, Rules rules) {
    if (rules == Rules.ORIGINAL) {
      throw new InvalidInputException(
          option + ": not available by the rules of the original; omit --faithful");
    }
    if (rules == Rules.IDEAL) {
      throw new InvalidInputException(
          option + ": not available in a cluster without rounds; omit --ideal");
    }
  }

  /** Returns the most workers of an elastic job; 0 if all jobs are rigid. */
  int elasticWorkers() {
    Range.require(elastic >= 0, "--elastic", elastic, "at least 0");
    if (elastic > 0 && faithful) {
      requireRounds("--elastic", rules());
    }
    return elastic;
  }

  /** Fills the cluster at time 0 if requested. */
  JobGenerator behind(Cluster cluster, JobGenerator jobs) {
    return steady ? jobs.behindFull(cluster) : jobs;
  }

  /** Returns whether the cluster is full at time 0. */
  public boolean steady() {
    return steady;
  }

  /** Returns the workload at an arrival rate, of the job types of a table. */
  public Workload at(double jobsPerHour, ThroughputTable table) {
    if (isEndless() && jobsPerHour == 0) {
      throw new InvalidInputException("--rate 0 requires --jobs N: all jobs arrive at time 0");
    }
    try {
      Workload plain = Workload.of(jobsPerHour, table);
      return new Workload(
          jobsPerHour,
          gangs,
          shares,
          priorities,
          slos,
          minutes == null ? OptionalDouble.empty() : OptionalDouble.of(minutes),
          plain.referenceType(),
          plain.templates());
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--rate, --duration: " + Messages.oneLine(e));
    }
  }

  /** Returns the options as JSON, for one of the numbers of jobs. */
  public ObjectNode json(OptionalInt jobs) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("jobs", jobs.isPresent() ? (Integer) jobs.getAsInt() : null);
    json.put("window", window);
    json.put("gangs", gangs);
    if (shares) { // files of earlier versions lack this entry
      json.put("shares", true);
    }
    json.put("priorities", priorities);
    json.put("slos", slos);
    json.put("duration_minutes", minutes);
    json.put("round_s", round);
    json.put("min_reset_s", minReset);
    if (checkpoint > 0 || restore > 0) { // files of earlier versions lack these entries
      json.put("checkpoint_s", checkpoint);
      json.put("restore_s", restore);
    }
    if (patience > 0 || minRun > 0) {
      json.put("patience_rounds", patience);
      json.put("min_run_s", minRun);
    }
    if (steady) {
      json.put("steady", true);
    }
    if (elastic > 0) {
      json.put("elastic_workers", elastic);
    }
    json.put("faithful", faithful);
    if (ideal) {
      json.put("ideal", true);
    }
    return json;
  }
}
