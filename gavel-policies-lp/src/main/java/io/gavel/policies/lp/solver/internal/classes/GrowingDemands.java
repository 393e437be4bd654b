package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Whether demands of jobs can be met that grow from one question to the next, on the program of
 * their classes ({@link ClassProgram}). A row of a class is that of a rate {@code λ}, with {@code
 * Σ_m (demand_m − λ)⁺} as the demand, whichever jobs exceed the rate. So rows stay the same while
 * demands grow, and each answer starts from the basis of the one before. Mutable.
 */
public final class GrowingDemands {

  /** The most numbers of a tableau: 160 MB. */
  private static final long MOST_ENTRIES = 20_000_000;

  /** The rows that a class has in the end; three are usual. */
  private static final int ROWS_OF_CLASS = 5;

  /** The part of a class' time that may be missing. */
  private static final double VIOLATED = 1e-12;

  /** The growth of demands, as a part of what everything is worth, that is next to nothing. */
  private static final double FLAT = 1e-9;

  /** The most prices in a row that are rounding. */
  private static final int MOST_FORGIVEN = 1_000;

  private final PairClasses classes;
  private final ClassTimes times;
  private final int[][] columnsOf;

  /** The fastest rate of each class, {@code [class]}. */
  private final double[] fastest;

  private final double[] workers;
  private final MovingLimits rows;

  /** The limits of the rows of times and pools. */
  private final double[] resources;

  private final List<Cut> cuts = new ArrayList<>();

  /** Met and outstanding demands. */
  private double[] met;

  private double[] asked;

  /** Whether the rows know a reason why demands cannot be met. */
  private boolean knowsReason;

  /** The fraction of the way from the met to the requested demands. */
  private double part;

  private double[] point = {};

  /** A row of demands: those of a class above a rate. */
  private record Cut(int ofClass, double rate) {}

  private GrowingDemands(AllocationProgram program, PairClasses classes, SolveLimits limits) {
    this.classes = classes;
    workers = Programs.workers(program);
    times = new ClassTimes(classes, workers, program.rows());
    columnsOf = classes.columnsOf();
    met = new double[program.jobCount()];
    asked = met;
    RowProgram matrix = times.program(0, 0);
    double[][] dense = new double[times.rows()][classes.count()];
    for (int c = 0; c < classes.count(); c++) {
      times.fill(matrix, c);
      matrix.endColumn(0);
      for (int e = matrix.start[c]; e < matrix.start[c + 1]; e++) {
        dense[matrix.row[e]][c] = matrix.value[e];
      }
    }
    resources = matrix.limit.clone();
    rows = new MovingLimits(classes.count(), limits);
    for (int i = 0; i < dense.length; i++) {
      rows.add(dense[i], resources[i], resources[i]);
    }
    fastest = new double[columnsOf.length];
    for (int a = 0; a < fastest.length; a++) {
      for (int c : columnsOf[a]) {
        fastest[a] = Math.max(fastest[a], classes.rateOf(c, a));
      }
      add(a, 0);
    }
  }

  /**
   * No demands yet; empty if the classes are too many or their members differ.
   *
   * @param program with pairs by job type, without coupling rows
   * @param partition the class of each job, {@code [job]}
   * @param limits they end the search with a {@link CancelledSolve}
   */
  public static Optional<GrowingDemands> of(
      AllocationProgram program, int[] partition, SolveLimits limits) {
    long rows = (long) ROWS_OF_CLASS * ImplicitPairSolver.count(partition) + program.poolCount();
    return new ImplicitPairSolver(program)
        .classes(partition)
        .filter(found -> rows * found.count() <= MOST_ENTRIES)
        .map(found -> new GrowingDemands(program, found, limits));
  }

  /** Returns the coefficient of a column in the row of a rate, for a fraction of 1. */
  private double above(int c, int a, double lambda) {
    return times.unit(c) * classes.share(c, a) * Math.max(0, classes.rateOf(c, a) - lambda);
  }

  /** Returns the scale of a row, so that its largest number is 1. */
  private double scale(int a, double lambda) {
    return fastest[a] == lambda ? 1 : 1 / ((fastest[a] - lambda) * classes.members[a].length);
  }

  private void add(int a, double lambda) {
    Cut cut = new Cut(a, lambda);
    cuts.add(cut);
    double scale = scale(a, lambda);
    double[] row = new double[classes.count()];
    double sum = 0;
    for (int c : columnsOf[a]) {
      row[c] = 0.0 - above(c, a, lambda) * scale; // no -0.0
      sum += point.length == 0 ? 0 : row[c] * point[c];
    }
    double end = limit(cut, asked);
    rows.add(row, knowsReason ? limit(cut, met) : Math.max(end, sum), end);
  }

  private double limit(Cut cut, double[] demands) {
    return 0.0
        - DemandProof.above(classes.members[cut.ofClass], cut.rate, demands)
            * scale(cut.ofClass, cut.rate);
  }

  private double[] limits(double[] demands) {
    double[] limits = Arrays.copyOf(resources, resources.length + cuts.size());
    for (int i = 0; i < cuts.size(); i++) {
      limits[resources.length + i] = limit(cuts.get(i), demands);
    }
    return limits;
  }

  /**
   * Begins to ask for more than the last demands that were met.
   *
   * @param demands the same but for rounding, in steps per second, {@code [job]}; kept
   */
  public void start(double[] demands) {
    met = demands;
    asked = demands;
    knowsReason = false;
    part = 1;
    double[] limits = limits(demands);
    rows.start(limits);
  }

  /**
   * Returns whether demands can be met by the time of classes, but for rounding.
   *
   * @param demands of at least the start and at most the fastest rate of each job, in steps per
   *     second, {@code [job]}; kept
   * @throws io.gavel.policies.SolveFailedException if rounding does not allow to say
   */
  public boolean areMet(double[] demands) {
    if (knowsReason && isFlat(demands, FLAT)) {
      start(met); // on this line, the prices known say nothing
    }
    asked = demands;
    rows.to(limits(demands));
    for (int before = -1; before < cuts.size(); ) {
      if (!knowsReason) {
        part = 1;
        boolean reached = rows.reach();
        for (int i = 0; !reached && i < MOST_FORGIVEN && isFlat(demands, VIOLATED); i++) {
          rows.forgive();
          reached = rows.reach();
        }
        if (!reached) {
          if (rows.isTightAt(limits(met))) {
            return false;
          }
          knowsReason = true;
          rows.keepMultiples(limits(met), limits(demands));
        }
      }
      if (knowsReason) {
        part = Math.min(1, rows.climb());
        if (part == 0) {
          return false;
        }
      } else {
        rows.from(limits(demands));
      }
      point = rows.point();
      before = cuts.size();
      for (int a = 0; a < fastest.length; a++) {
        if (classes.members[a].length > 1) { // of one, the rate 0 and its time imply the others
          addMostViolated(a);
        }
      }
    }
    return !knowsReason || rows.isAtEnd();
  }

  /**
   * Returns whether the prices do not depend on the grown demands, up to a fraction of their worth.
   */
  private boolean isFlat(double[] demands, double little) {
    DemandProof found = proof();
    return found.excess(demands) - found.excess(met) <= little * found.worth();
  }

  /** Adds the row of a class that is violated most: only rates of columns that are used matter. */
  private void addMostViolated(int a) {
    int[] members = classes.members[a];
    int[] used = Arrays.stream(columnsOf[a]).filter(c -> point[c] != 0).toArray();
    double most = VIOLATED / scale(a, 0);
    double worst = Double.NaN;
    for (int c : used) {
      double lambda = classes.rateOf(c, a);
      double lacking = part * DemandProof.above(members, lambda, asked);
      lacking += part < 1 ? (1 - part) * DemandProof.above(members, lambda, met) : 0;
      for (int d : used) {
        lacking -= above(d, a, lambda) * point[d];
      }
      if (lacking > most && !cuts.contains(new Cut(a, lambda))) {
        most = lacking;
        worst = lambda;
      }
    }
    if (!Double.isNaN(worst)) {
      add(a, worst);
    }
  }

  /** Prices that rule out the last demands, which were not met. */
  public DemandProof proof() {
    double[] ray = rows.ray();
    double[] pools = times.ofPools(ray, 1);
    double[] time = new double[classes.classes()];
    Arrays.setAll(time, a -> ray[a] / classes.members[a].length);
    double[] gain = new double[classes.count()];
    double[] price = new double[cuts.size()];
    for (int i = 0; i < price.length; i++) {
      int a = cuts.get(i).ofClass;
      double rate = cuts.get(i).rate;
      price[i] = ray[resources.length + i] * scale(a, rate);
      for (int c : price[i] == 0 ? new int[0] : columnsOf[a]) {
        gain[c] += price[i] * above(c, a, rate) / times.unit(c);
      }
    }
    payFor(gain, pools, time);
    DemandProof proof = new DemandProof(classes, pools, workers, time);
    for (int i = 0; i < price.length; i++) {
      proof.add(cuts.get(i).ofClass, cuts.get(i).rate, price[i]);
    }
    return proof;
  }

  /** Raises the prices of time until no column gains more than it pays; what lacks is rounding. */
  private void payFor(double[] gain, double[] pools, double[] time) {
    for (int c = 0; c < gain.length; c++) {
      int a = classes.first[c];
      int b = classes.second[c] == PairClasses.NONE ? a : classes.second[c];
      double units = classes.share(c, a) + (a == b ? 0 : 1);
      double lacking = gain[c] - pools[classes.pool[c]] * classes.size[c];
      lacking -= a == b ? units * time[a] : time[a] + time[b];
      double more = Math.max(0, lacking) / units;
      time[a] += more;
      time[b] += a == b ? 0 : more;
    }
  }

  /** Returns whether the last demands were met, but prices rule out more of them, or nearly so. */
  public boolean isLimited() {
    return knowsReason && part < 1;
  }

  /**
   * Returns whether the demands of the start are all that can be met on the way to the last ones.
   */
  public boolean isStuck() {
    return part == 0;
  }

  /** What prices prove of a program of the same jobs. */
  public DualBound bound(AllocationProgram program, Prices prices) {
    return Programs.of(program).bound(classes, prices, new double[0]);
  }

  /** The last time of classes that met demands, to be divided among jobs. */
  private final class Met implements ClassPoint {
    @Override
    public double time(int c) {
      return times.unit(c) * point[c];
    }

    @Override
    public double demand(int m) {
      return asked[m];
    }
  }

  /**
   * Returns jobs that would have to be their own partners to meet their last demand, at most one of
   * each class. Such a job must be a class of its own.
   */
  public List<Integer> misfits() {
    return ClassShares.of(classes, new Met()).misfits();
  }

  /**
   * Returns a solution that meets the last demands, without misfits.
   *
   * @param program of the same jobs
   * @param bound on its objective
   */
  public CertifiedSolution solution(AllocationProgram program, DualBound bound) {
    List<JobTime> shares = ClassShares.of(classes, new Met()).shares();
    return PairWriter.write(program, classes, shares).solution(bound);
  }
}
