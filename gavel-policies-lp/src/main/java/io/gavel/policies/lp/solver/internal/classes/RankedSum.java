package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sums in which a step of each job has its own worth, over classes of jobs with equal rates.
 *
 * <p>At given prices, a job of worth {@code w} earns {@code w V − h} in a column with rate {@code
 * V} that costs its class {@code h}, and chooses the column with the largest earning. Ranked by
 * worth, the members of a class therefore fall into ranges of equal choice, and only the mean worth
 * of a range matters. Each range is a class of a {@link ClassProgram} whose gains are those of the
 * mean worth; its optimum gives all members equal throughput. Its prices show where choices change
 * within a range. These ranges are divided there, until the gap is small. Only columns whose
 * reduced cost was near 0 in some round take part.
 *
 * <p>The proof prices the time of each job by its earning. The cost of a column that two classes
 * share is divided: each pays the highest offer of its ranges and half of the rest. Mutable.
 */
final class RankedSum {

  /** The relative gap at which to stop, far below the certified gap. */
  private static final double ENOUGH = 1e-8;

  /** Largest relative reduced cost of a column that takes part, as a multiple of the gap. */
  private static final double NEAR = 2;

  private static final double LEAST_NEAR = 1e-4;

  private static final int MOST_ROUNDS = 40;

  private static final int RANGES_AT_FIRST = 4;

  private final AllocationProgram program;
  private final double[] worth;

  /** Columns of classes whose rate is the earning of a member of worth 1; they have no gain. */
  private final PairClasses classes;

  /** The jobs of each class by falling worth, {@code [class][rank]}. */
  private final int[][] ranked;

  private final int[][] columnsOf;

  /** Consecutive ranks of each class, {@code [class]}. */
  private final List<List<Range>> ranges = new ArrayList<>();

  /** The cost of each column to its first and second class, {@code [side][column]}. */
  private final double[][] cost;

  /** The one job that its own range cannot pair with itself, {@code [column]}; usually none. */
  private final int[] alone;

  /** The surplus of each job at its choice, {@code [job]}. */
  private final double[] surplus;

  /** The ranks near each side of a column: the first, and the one after the last. */
  private final int[][] nearFrom;

  private final int[][] nearTo;

  /** Whether any prices are known; before that, all ranks count as near. */
  private boolean isPriced;

  private PairClasses groups;
  private ClassProgram relaxed;
  private Prices prices = Prices.zero(0, 0);

  /** Consecutive ranks of a class, with the number among all ranges. */
  private record Range(int number, int from, int to, double mean) {
    int size() {
      return to - from;
    }
  }

  private RankedSum(AllocationProgram program, PairClasses classes, double[] worth) {
    this.program = program;
    this.classes = classes;
    this.worth = worth;
    columnsOf = classes.columnsOf();
    cost = new double[2][classes.count()];
    alone = new int[classes.count()];
    surplus = new double[worth.length];
    nearFrom = new int[2][classes.count()];
    nearTo = new int[2][classes.count()];
    ranked = new int[columnsOf.length][];
    List<int[]> starts = new ArrayList<>();
    for (int a = 0; a < ranked.length; a++) {
      ranked[a] = StableOrder.ascending(classes.members[a], m -> -worth[m]);
      int jobs = ranked[a].length;
      boolean equal = worth[ranked[a][0]] == worth[ranked[a][jobs - 1]];
      starts.add(
          IntStream.range(0, equal ? 1 : RANGES_AT_FIRST)
              .map(i -> (int) ((long) jobs * i / RANGES_AT_FIRST))
              .distinct()
              .toArray());
    }
    for (int[] from : nearFrom) {
      Arrays.fill(from, Integer.MAX_VALUE);
    }
    divide(starts);
    groups = classes;
    relaxed = relaxed();
  }

  /**
   * Solves a sum without floors; empty if no optimum was found.
   *
   * @param classes with jobs of equal rates in a class; the gain of a column is that of worth 1
   * @param worth of a step per second of each job, {@code [job]}
   */
  static Optional<CertifiedSolution> solve(
      AllocationProgram program, PairClasses classes, double[] worth) {
    return new RankedSum(program, earning(classes), worth).converged();
  }

  /** Returns a copy with the earnings of a member of worth 1 as rates. */
  private static PairClasses earning(PairClasses classes) {
    PairClasses earning = new PairClasses(classes.classOf, classes.classes());
    for (int c = 0; c < classes.count(); c++) {
      double perRate = classes.gain[c] / (classes.rate[c] + classes.secondRate[c]);
      earning.addLike(
          classes,
          c,
          classes.first[c],
          classes.second[c],
          classes.rate[c] * perRate,
          classes.secondRate[c] * perRate,
          0);
    }
    return earning;
  }

  /** Sets the ranges that start at given ranks, {@code [class]}. */
  private void divide(List<int[]> starts) {
    ranges.clear();
    int number = 0;
    for (int a = 0; a < ranked.length; a++) {
      List<Range> ofClass = new ArrayList<>();
      int[] start = starts.get(a);
      for (int i = 0; i < start.length; i++) {
        int to = i + 1 < start.length ? start[i + 1] : ranked[a].length;
        int[] members = ranked[a];
        double mean =
            IntStream.range(start[i], to).mapToDouble(r -> worth[members[r]]).average().orElse(0);
        ofClass.add(new Range(number++, start[i], to, mean));
      }
      ranges.add(ofClass);
    }
  }

  private Optional<CertifiedSolution> converged() {
    double gap = 1;
    DualBound bound = DualBound.proved(Double.POSITIVE_INFINITY, Prices.zero(0, 0));
    for (int round = 0; round < MOST_ROUNDS; round++) {
      groups = columns();
      ClassProgram next = relaxed();
      if (!next.solve()) {
        break;
      }
      relaxed = next;
      prices = next.prices();
      price();
      DualBound proof =
          Programs.of(program)
              .bound(
                  classes,
                  DualBound.claimed(prices.pools(), surplus.clone(), worth.clone()),
                  relaxed.rowPrices());
      bound = proof.value() < bound.value() ? proof : bound;
      double objective = objective();
      double before = gap;
      gap = Math.max(0, bound.value() / objective - 1);
      addNear(Math.max(LEAST_NEAR, NEAR * gap));
      boolean divided = refine(ENOUGH * objective / groups.classes());
      if (gap <= ENOUGH || (!divided && gap > before / 2)) {
        break;
      }
    }
    if (bound.value() == Double.POSITIVE_INFINITY) {
      return Optional.empty();
    }
    List<JobTime> shares = ClassShares.of(groups, relaxed).shares();
    return Optional.of(
        PairWriter.write(program, groups, shares).solution(withoutThroughput(bound)));
  }

  private ClassProgram relaxed() {
    double[] workers = Programs.workers(program);
    double[] none = new double[worth.length];
    return new ClassProgram(groups, workers, none, Goal.level(none), program.rows());
  }

  private double objective() {
    double sum = 0;
    for (int c = 0; c < groups.count(); c++) {
      sum += groups.gain[c] * relaxed.time(c);
    }
    return sum;
  }

  /** Drops the worths that stood for prices of throughput, which prove nothing without demands. */
  private DualBound withoutThroughput(DualBound proof) {
    Prices proved = proof.prices();
    double[] ofTime = new double[worth.length];
    Arrays.setAll(ofTime, proved::ofTime);
    return DualBound.proved(
        proof.value(),
        Prices.of(proved.pools(), ofTime, new double[ofTime.length])
            .withConstraints(proved.constraints()));
  }

  /** Returns the columns of ranges, whose gains are the gains of the mean worths. */
  private PairClasses columns() {
    int[] rangeOf = new int[worth.length];
    int count = 0;
    for (int a = 0; a < ranked.length; a++) {
      for (Range range : ranges.get(a)) {
        for (int i = range.from; i < range.to; i++) {
          rangeOf[ranked[a][i]] = range.number;
        }
        count++;
      }
    }
    PairClasses columns = new PairClasses(rangeOf, count);
    for (int c = 0; c < classes.count(); c++) {
      int a = classes.first[c];
      int b = classes.second[c];
      for (Range r : near(0, c, a)) {
        double gain = r.mean * classes.rate[c];
        if (b == PairClasses.NONE) {
          columns.addLike(classes, c, r.number, b, classes.rate[c], 0, gain);
          continue;
        }
        for (Range s : near(a == b ? 0 : 1, c, b)) {
          if (a != b || r.number < s.number || (r.number == s.number && r.size() > 1)) {
            columns.addLike(
                classes,
                c,
                r.number,
                s.number,
                classes.rate[c],
                classes.secondRate[c],
                gain + s.mean * classes.secondRate[c]);
          }
        }
      }
    }
    return columns;
  }

  private List<Range> near(int side, int c, int a) {
    return ranges.get(a).stream()
        .filter(r -> !isPriced || (nearFrom[side][c] < r.to && nearTo[side][c] > r.from))
        .toList();
  }

  /** Divides the costs of columns among their classes, and computes the surplus of each job. */
  private void price() {
    double[] ofRow = relaxed.rowPrices();
    for (int c = 0; c < classes.count(); c++) {
      int a = classes.first[c];
      int b = classes.second[c];
      double[] whole = {classes.size[c] * prices.ofPool(classes.pool[c])};
      classes.forEachRow(c, (i, x) -> whole[0] += x * program.rows().sign(i) * ofRow[i]);
      Range best = best(a, classes.rate[c]);
      double offer = offer(a, best, classes.rate[c]);
      alone[c] = PairClasses.NONE;
      cost[0][c] = whole[0];
      if (b == a) {
        boolean lacksPartner = 2 * offer > whole[0] && best.size() == 1;
        alone[c] = lacksPartner ? ranked[a][best.from] : PairClasses.NONE;
        cost[0][c] = lacksPartner ? whole[0] - offer : whole[0] / 2;
        cost[1][c] = offer;
      } else if (b != PairClasses.NONE) {
        double other = offer(b, best(b, classes.secondRate[c]), classes.secondRate[c]);
        double rest = (whole[0] - offer - other) / 2;
        cost[0][c] = offer + rest;
        cost[1][c] = other + rest;
      }
    }
    for (int a = 0; a < ranked.length; a++) {
      for (int m : ranked[a]) {
        int choice = choice(a, m);
        surplus[m] = choice == PairClasses.NONE ? 0 : left(choice, a, worth[m], m);
      }
    }
  }

  /** Returns the range of a class with the highest offer for a column. */
  private Range best(int a, double rate) {
    return ranges.get(a).stream()
        .max(Comparator.comparingDouble(range -> offer(a, range, rate)))
        .orElseThrow();
  }

  private double offer(int a, Range range, double rate) {
    return range.mean * rate - prices.ofTime(ranked[a][range.from]);
  }

  /** Returns the earning of a job in a column beyond its cost. */
  private double left(int c, int a, double of, int m) {
    boolean isOther = m != PairClasses.NONE && alone[c] == m;
    return of * classes.rateOf(c, a) - cost[isOther || classes.first[c] != a ? 1 : 0][c];
  }

  private int choice(int a, int m) {
    int best = PairClasses.NONE;
    double most = 0;
    for (int c : columnsOf[a]) {
      double left = left(c, a, worth[m], m);
      if (left > most) {
        most = left;
        best = c;
      }
    }
    return best;
  }

  /** Adds ranks to which a column costs hardly more than their choice. */
  private void addNear(double most) {
    isPriced = true;
    for (int c = 0; c < classes.count(); c++) {
      for (int side = 0; side < 2; side++) {
        int a = side == 0 ? classes.first[c] : classes.second[c];
        if (a == PairClasses.NONE) {
          continue;
        }
        for (int i = 0; i < ranked[a].length; i++) {
          int m = ranked[a][i];
          double earned = worth[m] * classes.rateOf(c, a);
          if (earned - cost[side][c] >= surplus[m] - most * earned) {
            nearFrom[side][c] = Math.min(nearFrom[side][c], i);
            nearTo[side][c] = Math.max(nearTo[side][c], i + 1);
          }
        }
      }
    }
  }

  /**
   * Divides ranges where choices change; returns whether any is divided.
   *
   * @param little the surplus beyond that of equal jobs which a range may have
   */
  private boolean refine(double little) {
    List<int[]> starts = new ArrayList<>();
    boolean any = false;
    for (int a = 0; a < ranked.length; a++) {
      IntStream.Builder start = IntStream.builder();
      for (Range range : ranges.get(a)) {
        start.add(range.from);
        int before = choice(a, ranked[a][range.from]);
        boolean open = open(a, range) > little;
        for (int i = range.from + 1; open && i < range.to; i++) {
          int choice = choice(a, ranked[a][i]);
          if (choice != before) {
            start.add(i);
            any = true;
          }
          before = choice;
        }
      }
      starts.add(start.build().toArray());
    }
    divide(starts);
    return any;
  }

  /** Returns the surplus of a range beyond the surplus of as many jobs of its mean worth. */
  private double open(int a, Range range) {
    double sum = 0;
    for (int i = range.from; i < range.to; i++) {
      sum += surplus[ranked[a][i]];
    }
    double most = 0;
    for (int c : columnsOf[a]) {
      most = Math.max(most, left(c, a, range.mean, PairClasses.NONE));
    }
    return sum - range.size() * most;
  }
}
