package io.gavel.policies.lp.internal;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.presolve.OpenJobs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The optimal point of a program, and how clearly its prices determine each job's fractions. Later
 * programs keep this optimum. Immutable.
 */
public final class EarlierOptimum {

  private static final EarlierOptimum NONE =
      new EarlierOptimum(new double[0], new double[0], Prices.zero(0, 0), () -> new double[0]);

  /** A job that pays less, relative to the one that pays most, pays nothing but rounding. */
  private static final double ROUNDING = 1e-9;

  private final double[] fractions;
  private final double[] free;
  private final Prices prices;

  /**
   * The reduced cost of the cheapest choice that a job does not need for its tight rows, relative
   * to its payments, {@code [job]}; computed for programs that can use it.
   */
  private final Supplier<double[]> margins;

  private EarlierOptimum(
      double[] fractions, double[] free, Prices prices, Supplier<double[]> margins) {
    this.fractions = fractions;
    this.free = free;
    this.prices = prices;
    this.margins = margins;
  }

  /** Returns an unknown optimum. */
  public static EarlierOptimum none() {
    return NONE;
  }

  /**
   * Returns an optimum.
   *
   * @param program a linear program
   * @param proof the prices that prove the optimum
   * @param fractions the optimal point, {@code [column]}; not copied
   * @param free its values of free variables, {@code [free variable]}; not copied
   */
  public static EarlierOptimum of(
      AllocationProgram program, DualBound proof, double[] fractions, double[] free) {
    double worth = 0;
    for (int k = 0; k < program.poolCount(); k++) {
      worth += program.workers(k) * proof.prices().ofPool(k);
    }
    boolean costsNothing = program.isPlain() && worth <= ROUNDING * Math.abs(proof.value());
    if (costsNothing) { // time limits the level, and all jobs are left a choice
      return NONE;
    }
    return new EarlierOptimum(fractions, free, proof.prices(), () -> margins(program, proof));
  }

  /**
   * A job's choices are its columns, idling and more throughput than it is owed. It needs one of
   * them for the row of its time and one for that of its throughput, if it has such a row.
   */
  private static double[] margins(AllocationProgram program, DualBound proof) {
    Prices prices = proof.prices();
    double[] fastest = program.fastest();
    double[][] least = new double[fastest.length][]; // the three lowest costs, ascending
    double[] paid = new double[fastest.length];
    for (int m = 0; m < least.length; m++) {
      boolean owed = !program.isIndifferentTo(m);
      double more = owed ? prices.ofThroughput(m) * fastest[m] : 0;
      least[m] = new double[] {more, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
      paid[m] = prices.ofTime(m);
      insert(least[m], paid[m]);
    }
    double[] costs = program.reducedCosts(proof);
    for (int c = 0; c < costs.length; c++) {
      int m = program.first(c);
      insert(least[m], costs[c]);
      paid[m] = Math.max(paid[m], program.size(c) * prices.ofPool(program.pool(c)));
    }
    double nothing = ROUNDING * Arrays.stream(paid).max().orElse(0);
    double[] margins = new double[least.length];
    Arrays.setAll(margins, m -> paid[m] > nothing ? least[m][2] / paid[m] : 0);
    return margins;
  }

  private static void insert(double[] least, double cost) {
    double left = cost;
    for (int i = 0; i < least.length; i++) {
      double larger = Math.max(least[i], left);
      least[i] = Math.min(least[i], left);
      left = larger;
    }
  }

  /**
   * Solves a program that keeps this optimum.
   *
   * @param later any program over the same jobs and columns for which the point is feasible; after
   *     the rows of the earlier one, it may have others, of which the last one keeps its objective
   * @return a good solution or, of many jobs, a certified one; empty if none is known, if too many
   *     jobs are left a choice, if the program is not a linear sum, or if it has pairs
   */
  public Optional<CertifiedSolution> improved(CertifiedSolver solver, AllocationProgram later) {
    if (fractions.length == 0 || later.hasLevel() || later.hasUtility() || hasPairs(later)) {
      return Optional.empty();
    }
    return later.freeVariables().count() > 0 // other purchases leave all jobs a choice
        ? unimproved(later)
        : new JobsInDoubt(solver, later, fractions).solve(margins.get());
  }

  /**
   * This optimum as one of a program that keeps its objective by its last row: throughput beyond a
   * job's floor has a positive cost, which no surplus can pay. Then multiples of the earlier prices
   * prove that the later sum cannot be larger; empty if they do not.
   */
  private Optional<CertifiedSolution> unimproved(AllocationProgram later) {
    double[] worth = new double[later.jobCount()]; // of a step per second, in the later sum
    for (int c = 0; c < later.columnCount(); c++) {
      int m = later.first(c);
      worth[m] = Math.max(worth[m], later.rate(c) > 0 ? later.gain(c) / later.rate(c) : 0);
    }
    double multiple =
        IntStream.range(0, worth.length)
            .filter(m -> worth[m] > 0)
            .mapToDouble(m -> worth[m] / prices.ofThroughput(m))
            .max()
            .orElse(0);
    int kept = later.rows().count() - 1;
    if (kept < 0 || !Double.isFinite(multiple)) {
      return Optional.empty();
    }
    double[] pools = new double[later.poolCount()];
    double[] time = new double[worth.length];
    double[] owed = new double[worth.length];
    Arrays.setAll(pools, k -> multiple * prices.ofPool(k));
    Arrays.setAll(time, m -> multiple * prices.ofTime(m));
    Arrays.setAll(owed, m -> Math.max(0, multiple * prices.ofThroughput(m) - worth[m]));
    double[] ofRows = new double[kept + 1];
    Arrays.setAll(
        ofRows, i -> multiple * prices.constraints().getOrDefault(later.rows().name(i), 0.0));
    ofRows[kept] = -later.rows().sign(kept) * multiple;
    DualBound bound = DualBound.of(later, DualBound.claimed(pools, time, owed), ofRows);
    return Optional.of(
            CertifiedSolution.of(later, List.of(), fractions.clone(), free.clone(), bound))
        .filter(known -> known.isNear(CertifiedSolution.GOOD));
  }

  private static boolean hasPairs(AllocationProgram program) {
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) != ProgramColumns.NONE) {
        return true;
      }
    }
    return program.hasPairsByType();
  }

  /*
   * Nearly every job has the same fractions at all points that keep an optimum: the prices of that optimum leave it
   * no more choices than it has tight rows of its own. So a program that keeps the optimum is one of the few jobs
   * in doubt, beside what the others hold. Its prices of pools and rows tell what each of the others could gain by
   * other fractions. If that is nothing, they prove the optimum of the whole program; if not, the jobs that could
   * gain most are in doubt, too.
   *
   * All jobs together leave an interior-point method next to no interior. Those in doubt are so few that rounding
   * does not add up to what is left.
   */

  /** Solves a linear sum that keeps the optimum of an earlier program. Mutable. */
  private static final class JobsInDoubt {

    /** The fraction of a job's payments below which rounding may decide between two choices. */
    private static final double TIE = 1e-8;

    /**
     * The jobs that are in doubt at first for each pool, row and free variable. As many as these
     * could be between two choices; with twice as many, prices that are not unique seldom take more
     * attempts.
     */
    private static final int OF_EACH = 2;

    private static final int MOST_ATTEMPTS = 6;

    /** The part of the jobs in doubt from which on a program of all jobs takes as long. */
    private static final double MOST = 0.5;

    /** The gain of a job that counts as rounding, relative to the largest gain. */
    private static final double NEXT_TO_NOTHING = 1e-6;

    private final CertifiedSolver solver;
    private final AllocationProgram program;
    private final double[] known;

    /** The jobs in doubt, {@code [job]}. */
    private final boolean[] open;

    private int openCount;

    /** The possible gain of each decided job at the prices of the last attempt. */
    private final double[] missed;

    /**
     * Starts.
     *
     * @param program a linear sum without pairs
     * @param known fractions of a feasible point, {@code [column]}; not modified
     */
    JobsInDoubt(CertifiedSolver solver, AllocationProgram program, double[] known) {
      this.solver = solver;
      this.program = program;
      this.known = known;
      open = new boolean[program.jobCount()];
      missed = new double[open.length];
    }

    /**
     * Solves the program.
     *
     * @param margins by how much a choice that each job did not need was too dear, {@code [job]}
     * @return a good solution or, of many jobs, a certified one; empty if too many jobs are in
     *     doubt, or if those in doubt are too degenerate
     */
    Optional<CertifiedSolution> solve(double[] margins) {
      int coupling = program.poolCount() + program.rows().count() + program.freeVariables().count();
      double[] sorted = margins.clone();
      Arrays.sort(sorted);
      double widest = Math.max(TIE, sorted[Math.min(OF_EACH * coupling, sorted.length) - 1]);
      for (int m = 0; m < open.length; m++) {
        open(m, margins[m] <= widest);
      }
      Tolerance enough =
          FloorSolver.isSmall(program) ? CertifiedSolution.GOOD : Tolerance.CERTIFIED;
      Optional<CertifiedSolution> best = Optional.empty();
      for (int attempt = 0; attempt < MOST_ATTEMPTS && openCount <= MOST * open.length; attempt++) {
        Optional<CertifiedSolution> found = attempt();
        if (found.isEmpty()) {
          break;
        }
        boolean better = best.isEmpty() || found.get().open() < best.get().open();
        best = better ? found : best;
        boolean rounded = !better && best.get().holdsWithin(enough); // more jobs round more
        if (rounded || best.get().holdsWithin(CertifiedSolution.GOOD) || !openMore()) {
          break;
        }
      }
      return best.filter(found -> found.holdsWithin(enough));
    }

    private void open(int m, boolean doubtful) {
      openCount += doubtful && !open[m] ? 1 : 0;
      open[m] |= doubtful;
    }

    /**
     * Returns the best point at which only jobs in doubt move, with the bound that its prices
     * prove.
     */
    private Optional<CertifiedSolution> attempt() {
      OpenJobs part = OpenJobs.of(program, known, open, 0);
      CertifiedSolution found;
      try {
        found = solver.solve(part.program());
      } catch (SolveFailedException | InfeasibleProblemException tooTight) {
        return Optional.empty();
      }
      DualBound ofPart = found.bound();
      double[] owed = part.owed(ofPart.prices());
      BestReply reply = new BestReply(program, worth(ofPart), known);
      for (int m = 0; m < open.length; m++) {
        missed[m] = 0;
        if (!open[m]) {
          owed[m] = reply.owed(m);
          missed[m] = reply.missed();
        }
      }
      Prices prices = DualBound.claimed(ofPart.prices().pools(), new double[open.length], owed);
      DualBound bound = DualBound.of(program, prices, ofPart.rowPrices());
      return Optional.of(
          CertifiedSolution.of(
              program, List.of(), part.point(found.fractions()), found.free(), bound));
    }

    /**
     * Returns the worth of each column less the prices of workers and rows, without throughput,
     * {@code [column]}.
     */
    private double[] worth(DualBound ofPart) {
      double[] none = new double[open.length];
      Prices prices = Prices.of(ofPart.prices().pools(), none, none);
      DualBound withTime = DualBound.of(program, prices, ofPart.rowPrices());
      double[] worth = program.reducedCosts(withTime);
      for (int c = 0; c < worth.length; c++) {
        worth[c] = withTime.prices().ofTime(program.first(c)) - worth[c];
      }
      return worth;
    }

    /** Opens at most about as many jobs as are open, those that could gain most; false if none. */
    private boolean openMore() {
      double[] sorted = missed.clone();
      Arrays.sort(sorted);
      double most = sorted[sorted.length - 1];
      double least = Math.max(sorted[sorted.length - openCount], NEXT_TO_NOTHING * most);
      for (int m = 0; m < open.length; m++) {
        open(m, missed[m] > 0 && missed[m] >= least);
      }
      return most > 0;
    }
  }

  /**
   * Computes a job's best response at given prices of workers and rows: the price of its throughput
   * and its gain from other fractions. Without pairs. Mutable.
   */
  static final class BestReply {

    private static final int NONE = -1;

    private final AllocationProgram program;
    private final double[] worth;
    private final double[] known;

    /** The columns of job {@code m} are {@code start[m]} to {@code start[m + 1]}. */
    private final int[] start;

    private double missed;

    /**
     * Starts.
     *
     * @param worth of each column less the prices of workers and rows, {@code [column]}
     * @param known the fractions that the jobs have, {@code [column]}
     */
    BestReply(AllocationProgram program, double[] worth, double[] known) {
      this.program = program;
      this.worth = worth;
      this.known = known;
      start = new int[program.jobCount() + 1];
      for (int c = 0; c < worth.length; c++) {
        start[program.first(c) + 1]++;
      }
      for (int m = 0; m < program.jobCount(); m++) {
        start[m + 1] += start[m];
      }
    }

    /**
     * Returns the price of throughput with the best bound on a job's gain. The most that its
     * columns and idling can be worth is concave in throughput; the price is what one more unit
     * costs at the floor.
     */
    double owed(int m) {
      double held = 0;
      int at = NONE; // idling
      for (int c = start[m]; c < start[m + 1]; c++) {
        held += worth[c] * known[c];
        boolean faster = worth[c] == worth(at) && rate(c) > rate(at);
        at = worth[c] > worth(at) || faster ? c : at;
      }
      double floor = program.floor(m);
      double owed = 0;
      for (int next = next(m, at); rate(at) < floor && next != NONE; next = next(m, at)) {
        owed = price(at, next);
        at = next;
      }
      missed = worth(at) - owed * (floor - rate(at)) - held;
      return owed;
    }

    /** Returns the largest gain of the job of the last call of {@link #owed}. */
    double missed() {
      return missed;
    }

    /** Returns the faster column that costs least per throughput. */
    private int next(int m, int at) {
      int next = NONE;
      for (int c = start[m]; c < start[m + 1]; c++) {
        if (rate(c) > rate(at)) {
          double less = next == NONE ? 1 : price(at, next) - price(at, c);
          next = less > 0 || (less == 0 && rate(c) > rate(next)) ? c : next;
        }
      }
      return next;
    }

    private double price(int at, int faster) {
      return (worth(at) - worth(faster)) / (rate(faster) - rate(at));
    }

    private double worth(int c) {
      return c == NONE ? 0 : worth[c];
    }

    private double rate(int c) {
      return c == NONE ? 0 : program.rate(c);
    }
  }
}
