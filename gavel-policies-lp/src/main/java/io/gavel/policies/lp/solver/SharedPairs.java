package io.gavel.policies.lp.solver;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Group;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The pairs of a program that are known by job type and not listed: any two jobs of kinds that
 * stand beside each other in a table. What a pair gains is what its members' steps are worth.
 * Immutable.
 */
final class SharedPairs {

  private static final int NONE = -1;

  private final PairThroughputs table;
  private final int[] kindOf;
  private final int types;
  private final int[] poolOfType;
  private final boolean[] fits;
  private final int[] scaleFactor;
  private final double[] worth;

  private SharedPairs(AllocationProblem problem, double[] worth) {
    Cluster cluster = problem.cluster();
    table = problem.pairsByType();
    types = cluster.typeCount();
    poolOfType = new int[types];
    Arrays.setAll(poolOfType, cluster::poolOf);
    kindOf = new int[problem.jobCount()];
    scaleFactor = new int[table.kindCount()];
    for (int m = 0; m < kindOf.length; m++) {
      kindOf[m] = table.kindOf(problem.job(m));
      if (kindOf[m] != NONE) {
        scaleFactor[kindOf[m]] = problem.scaleFactor(m);
      }
    }
    fits = new boolean[scaleFactor.length * types];
    for (int i = 0; i < fits.length; i++) {
      fits[i] = scaleFactor[i / types] <= cluster.poolWorkers(poolOfType[i % types]);
    }
    this.worth = worth;
  }

  private SharedPairs(SharedPairs source, double[] worth) {
    table = source.table;
    kindOf = source.kindOf;
    types = source.types;
    poolOfType = source.poolOfType;
    fits = source.fits;
    scaleFactor = source.scaleFactor;
    this.worth = worth;
  }

  /** The pairs of a problem; none or one. */
  static List<SharedPairs> of(AllocationProblem problem, double[] worth) {
    return problem.pairsByType().isEmpty() ? List.of() : List.of(new SharedPairs(problem, worth));
  }

  SharedPairs worthNothing() {
    return new SharedPairs(this, new double[worth.length]);
  }

  /** Whether jobs of two kinds can share workers of a type. */
  private boolean run(int of, int beside, int j) {
    return fits[of * types + j]
        && table.stepsPerSecond(of, beside, j) > 0
        && table.stepsPerSecond(beside, of, j) > 0;
  }

  /** The largest throughput that each job can have, given what it can have alone. */
  double[] fastest(double[] alone) {
    int kinds = scaleFactor.length;
    boolean[] present = new boolean[kinds];
    for (int a : kindOf) {
      if (a != NONE) {
        present[a] = true;
      }
    }
    double[] ofKind = new double[kinds];
    for (int i = 0; i < kinds * kinds * types; i++) {
      int a = i / types / kinds;
      int b = i / types % kinds;
      if (present[a] && present[b] && run(a, b, i % types)) {
        ofKind[a] = Math.max(ofKind[a], table.stepsPerSecond(a, b, i % types));
      }
    }
    double[] fastest = alone.clone();
    Arrays.setAll(
        fastest, m -> kindOf[m] == NONE ? alone[m] : Math.max(alone[m], ofKind[kindOf[m]]));
    return fastest;
  }

  /** Jobs of one kind with the same columns alone, whose steps are worth the same. */
  int[] classOf(AllocationProgram program) {
    int n = program.jobCount();
    long[] signs = new long[n];
    for (int m = 0; m < n; m++) {
      signs[m] = mixed(kindOf[m], Double.doubleToLongBits(worth[m]));
    }
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      long sign = mixed(signs[m], program.entry(c) % types);
      sign = mixed(sign, Double.doubleToLongBits(program.size(c)));
      sign = mixed(sign, Double.doubleToLongBits(program.rate(c)));
      signs[m] = mixed(sign, Double.doubleToLongBits(program.gain(c)));
    }
    Map<Long, Integer> numbers = new HashMap<>();
    int[] classes = new int[n];
    for (int m = 0; m < n; m++) {
      int fresh = numbers.size();
      classes[m] = numbers.computeIfAbsent(signs[m], sign -> fresh);
    }
    return classes;
  }

  private static long mixed(long a, long b) {
    long z = a * 0x9E3779B97F4A7C15L + b;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The columns of a program between classes; none if members of a class differ after all. */
  List<PairClasses> between(AllocationProgram program, int[] classOf) {
    PairClasses classes = new PairClasses(classOf, Arrays.stream(classOf).max().orElse(-1) + 1);
    int[][] columnsOf = new int[program.jobCount()][0];
    for (int c = 0, from = 0; c < program.columnCount(); c++) { // columns are ordered by job
      if (c + 1 == program.columnCount() || program.first(c + 1) != program.first(c)) {
        int first = from;
        columnsOf[program.first(c)] = new int[c + 1 - from];
        Arrays.setAll(columnsOf[program.first(c)], i -> first + i);
        from = c + 1;
      }
    }
    for (int a = 0; a < classes.classes(); a++) {
      int[] members = classes.members[a];
      int one = members[0];
      for (int m : members) {
        if (!same(program, columnsOf[one], columnsOf[m], one, m)) {
          return List.of(); // two different signs met in one number
        }
      }
      for (int c : columnsOf[one]) {
        int j = program.entry(c) % types;
        classes.addSolo(a, program.pool(c), j, program.size(c), program.rate(c), program.gain(c));
      }
    }
    for (int a = 0; a < classes.classes(); a++) {
      for (int b = a; b < classes.classes(); b++) {
        addPairs(classes, a, b);
      }
    }
    return List.of(classes);
  }

  private boolean same(AllocationProgram program, int[] ones, int[] others, int one, int other) {
    boolean same =
        kindOf[one] == kindOf[other] && worth[one] == worth[other] && ones.length == others.length;
    for (int i = 0; same && i < ones.length; i++) {
      int c = ones[i];
      int d = others[i];
      same =
          program.entry(c) % types == program.entry(d) % types
              && program.size(c) == program.size(d)
              && program.rate(c) == program.rate(d)
              && program.gain(c) == program.gain(d);
    }
    return same;
  }

  private void addPairs(PairClasses classes, int a, int b) {
    int one = classes.members[a][0];
    int other = classes.members[b][0];
    int of = kindOf[one];
    int beside = kindOf[other];
    if (of == NONE || beside == NONE || (a == b && classes.members[a].length == 1)) {
      return;
    }
    for (int j = 0; j < types; j++) {
      if (run(of, beside, j)) {
        double ofFirst = table.stepsPerSecond(of, beside, j);
        double ofSecond = table.stepsPerSecond(beside, of, j);
        double gain = worth[one] * ofFirst + worth[other] * ofSecond;
        classes.add(a, b, poolOfType[j], j, scaleFactor[of], ofFirst, ofSecond, gain);
      }
    }
  }

  /** A program on the columns that an answer uses, and its point on them. */
  Written write(AllocationProgram program, PairClasses classes, Entries shares) {
    int n = program.jobCount();
    double[] alone = new double[n * types];
    long[] keys = new long[shares.count()];
    int used = 0;
    for (int e = 0; e < shares.count(); e++) {
      int m = shares.job(e);
      int partner = shares.partner(e);
      int j = classes.place[shares.column(e)];
      if (partner == Entries.NONE) {
        alone[m * types + j] += shares.amount(e);
      } else {
        long pair = (long) Math.min(m, partner) * n + Math.max(m, partner);
        keys[used++] = ((pair * types + j) << 24) | e;
      }
    }
    Arrays.sort(keys, 0, used);
    return new Writer(program, classes, shares, alone, keys, used).write();
  }

  /** What was written. */
  record Written(AllocationProgram program, List<Group.Pair> pairs, Point point) {}

  /** Fractions of columns; holds an array, which is not copied. */
  static final class Point {
    final double[] x;

    Point(double[] x) {
      this.x = x;
    }
  }

  private final class Writer {
    private final AllocationProgram program;
    private final PairClasses classes;
    private final Entries shares;
    private final double[] alone;
    private final long[] keys;
    private final int used;

    Writer(
        AllocationProgram program,
        PairClasses classes,
        Entries shares,
        double[] alone,
        long[] keys,
        int used) {
      this.program = program;
      this.classes = classes;
      this.shares = shares;
      this.alone = alone;
      this.keys = keys;
      this.used = used;
    }

    Written write() {
      int n = program.jobCount();
      int solo = program.columnCount();
      Columns columns = program.columns().withRoom(used);
      double[] gain = new double[solo + used];
      double[] x = new double[solo + used];
      for (int c = 0; c < solo; c++) {
        gain[c] = program.gain(c);
        x[c] = alone[program.entry(c)];
      }
      List<Group.Pair> pairs = new ArrayList<>();
      int count = solo;
      long lastPair = NONE;
      long lastKey = NONE;
      for (int i = 0; i < used; i++) {
        int e = (int) (keys[i] & 0xFFFFFF);
        long key = keys[i] >> 24;
        if (key == lastKey) {
          x[count - 1] += shares.amount(e);
          continue;
        }
        int first = (int) (key / types / n);
        int second = (int) (key / types % n);
        if (key / types != lastPair) {
          pairs.add(new Group.Pair(first, second));
        }
        lastPair = key / types;
        lastKey = key;
        int j = (int) (key % types);
        columns.entry[count] = (n + pairs.size() - 1) * types + j;
        columns.pool[count] = poolOfType[j];
        columns.first[count] = first;
        columns.second[count] = second;
        columns.size[count] = scaleFactor[kindOf[first]];
        columns.rate[count] = table.stepsPerSecond(kindOf[first], kindOf[second], j);
        columns.secondRate[count] = table.stepsPerSecond(kindOf[second], kindOf[first], j);
        gain[count] = classes.gain[shares.column(e)];
        x[count++] = shares.amount(e);
      }
      AllocationProgram written = program.written(columns.first(count), Arrays.copyOf(gain, count));
      return new Written(written, pairs, new Point(Arrays.copyOf(x, count)));
    }
  }

  /** A bound over all pairs from any prices. */
  DualBound bound(AllocationProgram program, Prices claim) {
    List<PairClasses> classes = between(program, classOf(program));
    if (classes.isEmpty()) {
      classes = between(program, IntStream.range(0, program.jobCount()).toArray());
    }
    return bound(program, classes.get(0), claim);
  }

  /**
   * A bound over all pairs from any prices, as {@link DualBound}: class by class, the least that
   * members ask for time at the rate of a column, {@code min_m (u_m − y_m T)}, is compared with
   * what the column has to pay.
   */
  static DualBound bound(AllocationProgram program, PairClasses classes, Prices claim) {
    double sum = 0;
    for (int m = 0; m < program.jobCount(); m++) {
      sum += program.requirement(m) * claim.ofThroughput(m);
    }
    double scale = program.hasLevel() ? 1 / sum : 1;
    if (!Double.isFinite(scale)) {
      return DualBound.proved(Double.POSITIVE_INFINITY, claim);
    }
    double[] pools = new double[program.poolCount()];
    double[] time = new double[program.jobCount()];
    double[] owed = new double[program.jobCount()];
    Arrays.setAll(pools, k -> claim.ofPool(k) * scale);
    Arrays.setAll(time, m -> claim.ofTime(m) * scale);
    Arrays.setAll(owed, m -> claim.ofThroughput(m) * scale);
    double[] raised = new double[classes.classes()];
    int[][] distinct = new int[classes.classes()][];
    Arrays.setAll(distinct, a -> distinct(classes.members[a], time, owed));
    for (int c = 0; c < classes.count(); c++) {
      int a = classes.first[c];
      int b = classes.second[c];
      double lacking =
          classes.gain[c]
              - classes.size[c] * pools[classes.pool[c]]
              - least(distinct[a], time, owed, classes.rateOf(c, a))
              - raised[a];
      if (b != PairClasses.NONE) {
        lacking -= least(distinct[b], time, owed, classes.rateOf(c, b)) + raised[b];
      }
      raised[a] += Math.max(0, lacking);
    }
    double value = 0;
    for (int k = 0; k < pools.length; k++) {
      value += pools[k] * program.workers(k);
    }
    for (int m = 0; m < time.length; m++) {
      time[m] += raised[classes.classOf[m]];
      value += time[m] - owed[m] * program.floor(m);
    }
    return DualBound.proved(value, Prices.of(pools, time, owed));
  }

  /** Members of which no two in a row have the same prices. */
  private static int[] distinct(int[] members, double[] time, double[] owed) {
    Map<Long, Integer> seen = new HashMap<>();
    List<Integer> distinct = new ArrayList<>();
    for (int m : members) {
      long sign = mixed(Double.doubleToLongBits(time[m]), Double.doubleToLongBits(owed[m]));
      Integer known = seen.putIfAbsent(sign, m);
      if (known == null || time[known] != time[m] || owed[known] != owed[m]) {
        distinct.add(m);
      }
    }
    return distinct.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double least(int[] members, double[] time, double[] owed, double rate) {
    double least = Double.POSITIVE_INFINITY;
    for (int m : members) {
      least = Math.min(least, time[m] - owed[m] * rate);
    }
    return least;
  }
}
