package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.internal.ProgressCheck;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Maximises the ratio of two sums, gain over cost, under floors by Dinkelbach's method. For a guess
 * λ of the ratio the program {@code max Σ (gain − λ · cost) x} has value 0 exactly if λ is the
 * optimum; otherwise the ratio at its solution is a better guess. The guesses increase and converge
 * superlinearly.
 *
 * <p>Mutable while it searches.
 */
final class Dinkelbach {

  private static final int MOST_GUESSES = 100;

  /** A relative rise of the guess that counts as rounding. */
  private static final double EXACT = 1e-11;

  /** The relative loss of ratio that is accepted for a larger total. */
  private static final double SCALE_PREFERENCE = 5e-7;

  /** The part by which prices of demands are raised, so that rounding does not undo the proof. */
  private static final double ABOVE = 1e-12;

  private final CertifiedSolver solver;
  private final AllocationProblem problem;
  private final double[] gain;
  private final double[] cost;
  private final double[] floor;
  private double bound;
  private Prices prices;
  private Optional<CertifiedSolution> best = Optional.empty();

  /**
   * Creates a ratio problem.
   *
   * @param gain the numerator of each entry at fraction 1, {@code [group][worker type]} row-major
   * @param cost the denominator of each entry at fraction 1, in the same order, positive
   * @param floor minimum throughputs, {@code [job]}
   */
  Dinkelbach(
      CertifiedSolver solver,
      AllocationProblem problem,
      double[] gain,
      double[] cost,
      double[] floor) {
    this.solver = solver;
    this.problem = problem;
    this.gain = gain;
    this.cost = cost;
    this.floor = floor;
    this.prices = Prices.zero(problem);
    this.bound = provedBy(program(0), prices);
  }

  Allocation answer() {
    boolean demands =
        Arrays.stream(floor).anyMatch(f -> f > 0) || !problem.constraintRows().isEmpty();
    if (Arrays.stream(floor).allMatch(f -> f == 0) && bound > 0) {
      // A ratio of nothing has no value.
      ProgressCheck.require(problem, under -> AllocationProgram.maximizeGain(under, gain), solver);
    }
    return solver.orKnown(
        throwing -> AllocationFactory.proved(optimal(throwing, demands)), this::known);
  }

  private Allocation optimal(CertifiedSolver throwing, boolean demands) {
    double ratio = // without demands the best single column is optimal
        demands ? withDemands(throwing) : bound;
    AllocationProgram program = largest(ratio, demands);
    return certified(FloorSolver.solve(throwing::solve, program, floor));
  }

  /** Returns the feasible allocation with the best ratio found so far. */
  private Allocation known() {
    return certified(
        best.orElseGet(() -> FloorSolver.solve(solver::solveOrFeasible, program(0), floor)));
  }

  private Allocation certified(CertifiedSolution point) {
    AllocationProgram program = point.program();
    double[] x = point.fractions();
    double total = sum(program, cost, x);
    return AllocationFactory.certified(
        problem,
        AllocationFactory.fractions(program, problem, x),
        statement(total > 0 ? total : 1),
        raised(program, total > 0 ? total : 1),
        Math.max(bound, ratioOf(program, x)));
  }

  /**
   * Returns the ratio with gains and costs relative to a total, so that prices are of the ratio.
   */
  private Statement statement(double total) {
    double[] gains = Arrays.stream(gain).map(g -> g / total).toArray();
    double[] costs = Arrays.stream(cost).map(c -> c / total).toArray();
    Statement statement = Statement.of(Goal.ratio(gains, costs));
    return Arrays.stream(floor).anyMatch(f -> f > 0) ? statement.withFloors(floor) : statement;
  }

  /**
   * Returns the prices with which {@link #provedBy} proves the bound, a little higher, relative to
   * a total.
   */
  private Prices raised(AllocationProgram program, double total) {
    Multiples of = multiples(program, prices);
    double[] pools = prices.pools();
    double[] time = new double[floor.length];
    double[] throughput = new double[floor.length];
    double above = of.raise * (1 + ABOVE) / total;
    Arrays.setAll(pools, k -> pools[k] * of.scale / total);
    Arrays.setAll(time, m -> prices.ofTime(m) * of.scale / total);
    Arrays.setAll(throughput, m -> prices.ofThroughput(m) * above);
    Map<String, Double> rows = new HashMap<>(prices.constraints());
    double[] signed = signed(program, prices);
    for (int i = 0; i < signed.length; i++) {
      double worth = signed[i] * program.rows().bound(i);
      double factor = worth < 0 ? above : (worth > 0 ? of.scale : 1) / total;
      rows.computeIfPresent(program.rows().row(i).name(), (name, price) -> price * factor);
    }
    return Prices.of(pools, time, throughput).withConstraints(rows);
  }

  /** Returns the prices of the constraints with their signs, {@code [row]}. */
  private static double[] signed(AllocationProgram program, Prices p) {
    double[] signed = new double[program.rows().count()];
    for (int i = 0; i < signed.length; i++) {
      double price = p.constraints().getOrDefault(program.rows().row(i).name(), 0.0);
      signed[i] =
          switch (program.rows().relation(i)) {
            case AT_MOST -> Math.max(0, price);
            case AT_LEAST -> -Math.max(0, price);
            case EXACTLY -> price;
          };
    }
    return signed;
  }

  private double withDemands(CertifiedSolver throwing) {
    double guess = 0;
    for (int i = 0; i < MOST_GUESSES; i++) {
      AllocationProgram program = program(guess);
      CertifiedSolution point = FloorSolver.solve(throwing::solve, program, floor);
      double proved = provedBy(program, point.bound().prices());
      if (proved < bound) {
        bound = proved;
        prices = point.bound().prices();
      }
      double better = ratioOf(program, point.fractions());
      best = Optional.of(point); // guesses increase
      if (better <= guess * (1 + EXACT) || better >= bound * (1 - EXACT)) {
        return Math.max(guess, better);
      }
      guess = better;
    }
    throw new SolveFailedException(
        "the ratio still rose after %s programs".formatted(MOST_GUESSES));
  }

  private AllocationProgram program(double guess) {
    double[] net = new double[gain.length];
    Arrays.setAll(net, i -> gain[i] - guess * cost[i]);
    return AllocationProgram.maximizeGain(problem, net);
  }

  /**
   * Returns the program that selects the largest of the solutions with the best ratio. Demands
   * force columns whose ratio is below the best one to run, so net gains are taken at a guess
   * slightly below the ratio, which rewards size. Without demands the gain of the best columns
   * counts in full.
   */
  private AllocationProgram largest(double ratio, boolean demands) {
    double lower = ratio * (1 - SCALE_PREFERENCE);
    double[] net = new double[gain.length];
    Arrays.setAll(
        net, i -> demands || gain[i] < lower * cost[i] ? gain[i] - lower * cost[i] : gain[i]);
    return AllocationProgram.maximizeGain(problem, net);
  }

  private static double sum(AllocationProgram program, double[] terms, double[] x) {
    double sum = 0;
    for (int c = 0; c < x.length; c++) {
      sum += terms[program.entry(c)] * x[c];
    }
    return sum;
  }

  /** Returns the ratio at a point; 0 if nothing runs. */
  private double ratioOf(AllocationProgram program, double[] x) {
    double total = sum(program, cost, x);
    return total > 0 ? sum(program, gain, x) / total : 0;
  }

  /**
   * Returns an upper bound on the ratio. Let p be prices of pools, u of time, π of constraints,
   * with the sign − if they state at least, and y of throughput such that {@code Σ workers p + Σ u
   * + Σ bound π ≤ Σ floor y}. Then every λ with {@code gain + Σ rate y ≤ λ cost + size p + Σ u + Σ
   * a π} for each column is a bound, since the sum over columns is {@code Σ gain x ≤ λ Σ cost x}.
   * The prices y, and π where {@code bound π} is negative, are raised until the first inequality
   * holds; if all of them are 0, only prices of constraints with the bound 0 are used.
   */
  private double provedBy(AllocationProgram program, Prices p) {
    Multiples of = multiples(program, p);
    double[] signed = signed(program, p);
    double[] ofRows = new double[program.columnCount()];
    for (int i = 0; i < signed.length; i++) {
      double worth = signed[i] * program.rows().bound(i);
      double price = signed[i] * (worth < 0 ? of.raise : worth > 0 ? of.scale : 1);
      program.rows().forEach(i, (c, a) -> ofRows[c] += a * price);
    }
    double ratio = 0;
    for (int c = 0; c < program.columnCount(); c++) {
      double value = program.rate(c) * p.ofThroughput(program.first(c));
      double paid = program.size(c) * p.ofPool(program.pool(c)) + p.ofTime(program.first(c));
      if (program.second(c) >= 0) {
        value += program.secondRate(c) * p.ofThroughput(program.second(c));
        paid += p.ofTime(program.second(c));
      }
      int entry = program.entry(c);
      ratio =
          Math.max(
              ratio, (gain[entry] + of.raise * value - of.scale * paid - ofRows[c]) / cost[entry]);
    }
    return ratio;
  }

  /** Returns the factor of prices at which demands are worth their cost. Immutable. */
  private record Multiples(double raise, double scale) {}

  private Multiples multiples(AllocationProgram program, Prices p) {
    double spent = 0;
    double owed = 0;
    for (int k = 0; k < program.poolCount(); k++) {
      spent += program.workers(k) * p.ofPool(k);
    }
    for (int m = 0; m < floor.length; m++) {
      spent += p.ofTime(m);
      owed += floor[m] * p.ofThroughput(m);
    }
    double[] signed = signed(program, p);
    for (int i = 0; i < signed.length; i++) {
      double worth = signed[i] * program.rows().bound(i);
      spent += Math.max(0, worth);
      owed += Math.max(0, -worth);
    }
    return owed > 0 ? new Multiples(Math.max(1, spent / owed), 1) : new Multiples(0, 0);
  }
}
