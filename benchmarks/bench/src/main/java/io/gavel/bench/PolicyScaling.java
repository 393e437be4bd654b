package io.gavel.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry.Need;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Every policy of the catalogue by number of jobs and of worker types. Immutable. */
public final class PolicyScaling {

  /** The numbers of jobs, each four times the one before. */
  public static final List<Integer> JOBS =
      List.of(64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576);

  /** The numbers of worker types. */
  public static final List<Integer> TYPES = List.of(3, 8, 16, 64);

  private static final long START_SECONDS = 30;

  /** The time of the reference solvers of a cell that belongs to a family. */
  private static final long RIVALS_SECONDS = 120;

  private final ChildJvm jvm;
  private final long limitSeconds;
  private final Consumer<String> progress;

  /**
   * Creates a measurement.
   *
   * @param program main class and first words of a command line that measures cases, whose names it
   *     reads, in its own JVM with {@code --measure SOLVER}
   * @param limitSeconds the time that an allocation may take, in seconds, at least 1
   * @param progress receives the name of each cell
   */
  public PolicyScaling(List<String> program, long limitSeconds, Consumer<String> progress) {
    this.jvm = new ChildJvm(program);
    this.limitSeconds = limitSeconds;
    this.progress = progress;
  }

  /**
   * Returns the policies that can be measured.
   *
   * @return the names of the catalogue
   */
  public static List<String> policies() {
    return PolicyCatalog.keys();
  }

  /**
   * Measures cells, each in its own JVM. A policy that does not answer within the limit is not
   * tried on more jobs with as many worker types.
   *
   * @param policies some of {@link #policies}
   * @param jobs numbers of jobs, ascending
   * @param types numbers of worker types
   * @param done receives each cell
   */
  public void run(
      List<String> policies, List<Integer> jobs, List<Integer> types, Consumer<Cell> done) {
    for (String policy : policies) {
      for (int k : types) {
        run(policy, k, jobs, done);
      }
    }
  }

  /**
   * Measures cells of families one after the other in one JVM, by ascending jobs, with reference
   * solvers by turns where the policy is one linear program. Only policies over entities are
   * measured on {@link Family#TEAMS}.
   *
   * @param policies some of {@link #policies}
   * @param jobs numbers of jobs, ascending
   * @param types numbers of worker types
   * @param families families of problems
   * @param done receives each cell
   */
  public void run(
      List<String> policies,
      List<Integer> jobs,
      List<Integer> types,
      List<Family> families,
      Consumer<Cell> done) {
    ChildJvm.Running warm = jvm.start(Measurement.OURS, ChildJvm.HEAP);
    try {
      Map<String, Cell> fewer = new HashMap<>(); // the cells before, by name without jobs
      for (int n : jobs) {
        for (String policy : policies) {
          for (int k : types) {
            for (Family family : families) {
              if (family == Family.TEAMS
                  && !PolicyCatalog.entry(policy).needs().contains(Need.ENTITIES)) {
                continue;
              }
              String series = ScalingTasks.name(policy, 0, k, family);
              Optional<Cell> before = Optional.ofNullable(fewer.get(series));
              warm = warm.isAlive() ? warm : jvm.start(Measurement.OURS, ChildJvm.HEAP);
              Cell cell =
                  isWorthTrying(before)
                      ? ofFamily(policy, n, k, family, before, warm)
                      : Cell.notRun(n, before.orElseThrow());
              fewer.put(series, cell);
              done.accept(cell);
            }
          }
        }
      }
    } finally {
      warm.close();
    }
  }

  private Cell ofFamily(
      String policy,
      int jobs,
      int types,
      Family family,
      Optional<Cell> fewer,
      ChildJvm.Running warm) {
    String name = ScalingTasks.name(policy, jobs, types, family);
    progress.accept(name);
    ObjectNode figures =
        warm.measure(name, 2 * (2 * limitSeconds + START_SECONDS) + RIVALS_SECONDS);
    Cell cell = Cell.of(policy, jobs, types, figures, limitSeconds);
    return cell.withComparison(Comparison.of(family, figures, cell, fewer));
  }

  private void run(String policy, int types, List<Integer> jobs, Consumer<Cell> done) {
    Optional<Cell> before = Optional.empty();
    for (int n : jobs) {
      Cell cell =
          isWorthTrying(before) ? measured(policy, n, types) : Cell.notRun(n, before.orElseThrow());
      before = Optional.of(cell);
      done.accept(cell);
    }
  }

  private static boolean isWorthTrying(Optional<Cell> fewerJobs) {
    return fewerJobs.map(Cell::isAnswered).orElse(true);
  }

  private Cell measured(String policy, int jobs, int types) {
    String name = ScalingTasks.name(policy, jobs, types);
    progress.accept(name);
    long seconds = 2 * limitSeconds + START_SECONDS; // one solve for warm-up
    ObjectNode figures = jvm.measure(name, Measurement.OURS, ChildJvm.HEAP, seconds);
    return Cell.of(policy, jobs, types, figures, limitSeconds);
  }

  /**
   * The time of one policy on one size of problem. Immutable.
   *
   * @param policy name of the policy
   * @param jobs number of jobs
   * @param types number of worker types
   * @param ms median wall time in milliseconds; NaN if there is none
   * @param cpuMs median processor time in milliseconds; NaN if there is none
   * @param gap the certified relative gap; NaN if there is none, infinite where nothing is proved
   * @param status {@link #ANSWERED}, {@link #OVER_BUDGET}, {@link #NOT_RUN} or why there the policy
   *     did not answer
   * @param comparison with other solvers and fewer jobs; empty unless the cell is of a family
   */
  public record Cell(
      String policy,
      int jobs,
      int types,
      double ms,
      double cpuMs,
      double gap,
      String status,
      Optional<Comparison> comparison) {

    /** The status of a cell with a time. */
    public static final String ANSWERED = "answered";

    /** The status of a cell that takes longer than the limit. */
    public static final String OVER_BUDGET = "over budget";

    /** The status of a cell with more jobs than one that has no answer. */
    public static final String NOT_RUN = "not run";

    static Cell of(String policy, int jobs, int types, ObjectNode figures, long limitSeconds) {
      double ms = figures.path("ms").asDouble(Double.NaN);
      String reason = figures.path("reason").asText(ANSWERED);
      boolean late = ms > 1e3 * limitSeconds || reason.startsWith("stopped after");
      return new Cell(
          policy,
          jobs,
          types,
          late ? Double.NaN : ms,
          late ? Double.NaN : figures.path("cpu_ms").asDouble(Double.NaN),
          late ? Double.NaN : figures.path("relative_gap").asDouble(Double.NaN),
          late ? OVER_BUDGET : reason,
          Optional.empty());
    }

    static Cell notRun(int jobs, Cell unanswered) {
      double none = Double.NaN;
      String status = unanswered.status();
      String first = "%s: %s at %s jobs".formatted(NOT_RUN, status, unanswered.jobs());
      return new Cell(
          unanswered.policy,
          jobs,
          unanswered.types,
          none,
          none,
          none,
          status.startsWith(NOT_RUN) ? status : first,
          unanswered.comparison.map(Comparison::notRun));
    }

    Cell withComparison(Comparison withRivals) {
      return new Cell(policy, jobs, types, ms, cpuMs, gap, status, Optional.of(withRivals));
    }

    /**
     * Returns whether the policy answered within the limit.
     *
     * @return true if there is a time
     */
    public boolean isAnswered() {
      return status.equals(ANSWERED);
    }

    /**
     * Returns whether the cell has no fault of a comparison.
     *
     * @return true for cells of no family
     */
    public boolean passes() {
      return comparison.map(rivals -> rivals.faults().isEmpty()).orElse(true);
    }

    /**
     * Returns the cell as JSON.
     *
     * @return {@code policy}, {@code jobs}, {@code types}, {@code ms}, {@code cpu_ms}, {@code gap}
     *     (null where there is none) and {@code status}; for a family also the members of {@link
     *     Comparison}
     */
    public ObjectNode json() {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("policy", policy).put("jobs", jobs).put("types", types);
      BenchOutcome.put(node, "ms", ms);
      BenchOutcome.put(node, "cpu_ms", cpuMs);
      BenchOutcome.put(node, "gap", gap);
      node.put("status", status);
      comparison.ifPresent(rivals -> rivals.put(node));
      return node;
    }
  }
}
