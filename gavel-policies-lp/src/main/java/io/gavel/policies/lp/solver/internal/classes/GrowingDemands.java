package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.internal.interior.rows.RowSimplex;
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
 * their classes ({@link ClassProgram}), which maximises the multiple of the demands. A row of a
 * class is that of a rate {@code λ}, with {@code Σ_m (demand_m − λ)⁺} as the demand, whichever jobs
 * exceed the rate. So rows stay the same while demands grow, and each answer starts from the basis
 * of the one before. Mutable.
 */
public final class GrowingDemands {

  /** The most entries of the rows, if all columns were in all of them. */
  private static final long MOST_ENTRIES = 20_000_000;

  /** The rows that a class has in the end; three are usual. */
  private static final int ROWS_OF_CLASS = 5;

  /** The part of a class' time, or of all demands, that may be missing. */
  private static final double VIOLATED = 1e-12;

  /** The violation of a row of the program, and the reduced cost, that is rounding. */
  private static final double ROUNDING = 1e-13;

  private static final int MOST_STEPS = 20_000;

  private final PairClasses classes;
  private final ClassTimes times;
  private final int[][] columnsOf;

  private final double[] workers;
  private final SolveLimits limits;
  private final List<Cut> cuts = new ArrayList<>();

  /** The last demands, and the part of them that can be met. */
  private double[] asked = {};

  private double part;

  private double[] point = {};
  private double[] prices = {};
  private int[] basis = {};

  /** A row of demands: those of a class above a rate. */
  private record Cut(int ofClass, double rate) implements ClassTimes.Rate {}

  private GrowingDemands(AllocationProgram program, PairClasses classes, SolveLimits limits) {
    this.classes = classes;
    workers = Programs.workers(program);
    times = new ClassTimes(classes, workers, program.rows());
    columnsOf = classes.columnsOf();
    this.limits = limits;
    for (int a = 0; a < columnsOf.length; a++) {
      cuts.add(new Cut(a, 0));
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

  /**
   * Returns the program whose level is the multiple of the demands that can be met.
   *
   * @param demanded the demand of each rate in its scale, {@code [cut]}
   * @param unit of the level
   */
  private RowProgram program(double[] demanded, double unit) {
    RowProgram program = times.program(cuts.size(), 0);
    for (int i = 0; i < cuts.size(); i++) {
      program.requirement[times.rows() + i] = demanded[i] / unit;
    }
    times.fill(program, cuts, c -> 0);
    return program;
  }

  /**
   * Returns whether demands can be met by the time of classes, but for rounding.
   *
   * @param demands at most the fastest rate of each job, in steps per second, {@code [job]}; kept
   * @throws SolveFailedException if rounding leaves that open
   */
  public boolean areMet(double[] demands) {
    asked = demands;
    for (int before = -1; before < cuts.size(); ) {
      before = cuts.size();
      solve();
      for (int a = 0; a < columnsOf.length; a++) {
        if (classes.members[a].length > 1) { // of one, the rate 0 and its time imply the others
          addMostViolated(a);
        }
      }
    }
    return 1 - part <= VIOLATED;
  }

  private void solve() {
    double[] demanded = new double[cuts.size()];
    for (int i = 0; i < demanded.length; i++) {
      Cut cut = cuts.get(i);
      int[] members = classes.members[cut.ofClass];
      demanded[i] = DemandProof.above(members, cut.rate, asked) * times.scale(cut.ofClass);
    }
    double most = Arrays.stream(demanded).max().orElse(0);
    if (most == 0) {
      part = 1;
      point = new double[classes.count()];
      return;
    }
    RowProgram program = program(demanded, most);
    Optional<RowSimplex.Vertex> found =
        RowSimplex.solve(program, ROUNDING, basis, MOST_STEPS, limits::isCancelled);
    limits.check();
    RowSimplex.Vertex vertex =
        found.orElseThrow(
            () -> new SolveFailedException("no optimum was found, perhaps due to rounding"));
    part = Math.min(1, vertex.level() / most);
    point = vertex.x();
    prices = vertex.pricesWithoutDust(); // any price holds jobs back
    basis = vertex.basis();
  }

  /** Adds the row of a class that is violated most: only rates of columns that are used matter. */
  private void addMostViolated(int a) {
    int[] members = classes.members[a];
    int[] used = Arrays.stream(columnsOf[a]).filter(c -> point[c] != 0).toArray();
    double most = VIOLATED / times.scale(a);
    double worst = Double.NaN;
    for (int c : used) {
      double lambda = classes.rateOf(c, a);
      double lacking = part * DemandProof.above(members, lambda, asked);
      for (int d : used) {
        lacking -= times.above(d, a, lambda) * point[d];
      }
      if (lacking > most && !cuts.contains(new Cut(a, lambda))) {
        most = lacking;
        worst = lambda;
      }
    }
    if (!Double.isNaN(worst)) {
      cuts.add(new Cut(a, worst));
    }
  }

  /** Prices that rule out the last demands, which were not met. */
  public DemandProof proof() {
    double[] pools = times.ofPools(prices, 1);
    double[] time = new double[classes.classes()];
    Arrays.setAll(time, a -> prices[a] / classes.members[a].length);
    double[] gain = new double[classes.count()];
    double[] price = new double[cuts.size()];
    for (int i = 0; i < price.length; i++) {
      int a = cuts.get(i).ofClass;
      double rate = cuts.get(i).rate;
      price[i] = prices[times.rows() + i] * times.scale(a);
      for (int c : price[i] == 0 ? new int[0] : columnsOf[a]) {
        gain[c] += price[i] * times.above(c, a, rate) / times.unit(c);
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
