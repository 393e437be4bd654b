package io.gavel.mechanism.internal.limit;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The limits that leases keep at each moment, as further pools: a lease draws an amount of each
 * limit in addition to the workers of its pool. Draws are kept by entry {@code i = group · types +
 * type}. Immutable.
 *
 * <p>A pair draws the most that it or one of its jobs alone draws, because one job may be done and
 * the other then continues alone.
 */
public final class MomentLimits {

  private static final double ROUNDING = 1e-9; // of the scale of a row

  private final AllocationProblem problem;
  private final List<LinearRow> rows;
  private final int always; // from this limit on, only back-fill draws
  private final int types;
  private final double[] capacities; // by limit
  private final int[] from; // by entry: its first draw
  private final int[] limits; // by draw
  private final double[] amounts; // by draw

  private MomentLimits(
      AllocationProblem problem, List<LinearRow> rows, int always, double[] capacities) {
    this.problem = problem;
    this.rows = rows;
    this.always = always;
    this.types = problem.cluster().typeCount();
    this.capacities = capacities;
    int entries = rows.isEmpty() ? 0 : Math.multiplyExact(problem.groupCount(), types);
    double[] row = new double[entries];
    List<Draws> drawn = rows.stream().map(each -> Draws.of(each, problem, row)).toList();
    this.from = new int[entries + 1];
    drawn.forEach(draws -> IntStream.of(draws.entries).forEach(i -> from[i + 1]++));
    for (int i = 0; i < entries; i++) {
      from[i + 1] += from[i];
    }
    this.limits = new int[from[entries]];
    this.amounts = new double[from[entries]];
    int[] next = from.clone();
    for (int l = 0; l < drawn.size(); l++) {
      Draws draws = drawn.get(l);
      for (int d = 0; d < draws.entries.length; d++) {
        int draw = next[draws.entries[d]]++;
        limits[draw] = l;
        amounts[draw] = draws.amounts[d];
      }
    }
  }

  /** Returns the workers of all pools that a group holds. */
  double workers(int g) {
    return IntStream.range(0, types)
        .mapToDouble(j -> problem.alongside(g, j))
        .reduce(problem.workers(g), Double::sum);
  }

  /**
   * Returns the limits of a problem and of back-fill.
   *
   * @throws IllegalArgumentException naming a constraint that is to hold at each moment and that
   *     rounds cannot keep
   */
  public static MomentLimits of(AllocationProblem problem, RoundOptions options) {
    List<LinearRow> rows =
        new ArrayList<>(
            problem.momentRows().stream()
                .filter(row -> !options.ignored().contains(row.name()))
                .toList());
    int always = rows.size();
    rows.addAll(new ConstraintSet(options.backfillLimits(), List.of()).over(problem));
    rows.forEach(MomentLimits::requireUpperLimit);
    double[] capacities =
        rows.stream().mapToDouble(row -> row.bound() + ROUNDING * row.scale()).toArray();
    return new MomentLimits(problem, List.copyOf(rows), always, capacities);
  }

  private static void requireUpperLimit(LinearRow row) {
    boolean negative = IntStream.range(0, row.size()).anyMatch(i -> row.coefficient(i) < 0);
    if (row.relation() != Relation.AT_MOST || negative) {
      throw new IllegalArgumentException(
          "constraint \"%s\" is to hold at each moment and %s; rounds keep upper limits without negative coefficients at each moment. State it onAverage(), or pass RoundOptions.ignoring(\"%s\")"
              .formatted(
                  row.name(),
                  negative
                      ? "has a negative coefficient"
                      : row.relation() == Relation.AT_LEAST ? "is a lower limit" : "is an equation",
                  row.name()));
    }
  }

  /** The entries that draw on one limit, each once, and their amounts. */
  private static final class Draws {

    private final int[] entries;
    private final double[] amounts;

    private Draws(int[] entries, double[] amounts) {
      this.entries = entries;
      this.amounts = amounts;
    }

    /** Reads a row with the help of an array of zeros, {@code [entry]}, which are restored. */
    static Draws of(LinearRow row, AllocationProblem problem, double[] amount) {
      int types = problem.cluster().typeCount();
      for (int i = 0; i < row.size(); i++) {
        amount[row.column(i)] = row.coefficient(i);
      }
      int firstPair = problem.jobCount() * types;
      int firstConfiguration = (problem.jobCount() + problem.pairCount()) * types;
      for (int i = firstPair; i < firstConfiguration; i++) {
        Group pair = problem.group(i / types);
        for (int member = 0; member < 2; member++) {
          amount[i] = Math.max(amount[i], amount[pair.member(member) * types + i % types]);
        }
      }
      int[] entries =
          IntStream.concat(
                  IntStream.range(0, row.size())
                      .map(row::column)
                      .filter(i -> i < firstPair || i >= firstConfiguration),
                  IntStream.range(firstPair, firstConfiguration))
              .filter(i -> amount[i] > 0)
              .toArray();
      double[] amounts = IntStream.of(entries).mapToDouble(i -> amount[i]).toArray();
      IntStream.of(entries).forEach(i -> amount[i] = 0);
      return new Draws(entries, amounts);
    }
  }

  /** Returns whether there is no limit. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns the number of limits of all leases, which come before the limits of back-fill. */
  public int always() {
    return always;
  }

  int count() {
    return rows.size();
  }

  public String name(int l) {
    return rows.get(l).name();
  }

  /** Returns the bound of a limit, and a tolerance for rounding. */
  public double capacity(int l) {
    return capacities[l];
  }

  /** Returns the position of the first draw of an entry; the last is before that of the next. */
  public int from(int entry) {
    return from[entry];
  }

  public int limit(int draw) {
    return limits[draw];
  }

  public double amount(int draw) {
    return amounts[draw];
  }

  /** Returns the room under the limits without a lease. */
  public LimitRoom room() {
    return new LimitRoom(this, types);
  }
}
