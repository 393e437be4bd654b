package io.gavel.policies.lp.welfare;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.ProgressCheck;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Strategy-proof partial allocation (Cole, Gkatzelis and Goel, EC 2013) over {@link NashWelfare}.
 *
 * <p>Every job keeps the part {@code f(m)} of its proportionally fair allocation, and the rest is
 * withheld. The more the job's presence costs the other jobs, the smaller is {@code f(m)}.
 *
 * <pre>
 *   f(m) = ( Π_{k ≠ m} ( throughput(k) / throughput_without_m(k) )^w_k )^(1 / w_m)
 * </pre>
 *
 * <p>A job then gains nothing by reporting wrong throughputs, within the assumptions of the theory:
 * valuations are homogeneous, and a job's own time is not limited. Every job keeps at least {@code
 * 1/e} of its proportionally fair throughput if no limit on time binds. The withheld part stays
 * idle, so the policy is neither Pareto efficient nor work conserving.
 *
 * <p>With this discount job {@code m} has {@code w_m log(f(m) · throughput(m)) = N - N_(-m)}, the
 * difference of the optimal sums of logarithms with and without it. These sums are less sensitive
 * to solver errors than throughputs are. The certificate's objective and bound refer to the Nash
 * welfare before the discount. Pairs are rejected, because throughput cannot be withheld from one
 * member of a pair alone.
 *
 * <p>Constraints must be upper limits of amounts that are at least 0, such as budgets and limits of
 * quotas: then the withheld parts keep them, and the optimum without a job is that of the problem
 * without it under the same constraints. Truthfulness also requires that they do not depend on
 * throughputs, as amounts per step do. Other constraints are refused.
 *
 * <p>Jobs with equal weight and proportional throughputs form a class and keep exactly the same
 * fraction. Each class takes a solve of its own, which starts from the optimum without another job
 * and is as precise as the solver, measured against {@code Σ w}. Immutable and thread-safe.
 *
 * @param fair the policy whose allocation bidders keep a part of
 */
public record PartialAllocation(NashWelfare fair) implements Policy {

  /** The bits of a rate relative to the job's fastest. */
  private static final int RATE_BITS = 40;

  /**
   * Checks the options.
   *
   * @param fair the policy whose allocation bidders keep a part of
   */
  public PartialAllocation {
    requireNonNull(fair, "fair");
  }

  /**
   * Returns the policy over weighted Nash welfare.
   *
   * @return the policy
   */
  public static PartialAllocation create() {
    return over(NashWelfare.create()).withSolver(CertifiedSolver.standard());
  }

  /**
   * Returns the policy over a given form of Nash welfare.
   *
   * @param fair weighted or unweighted Nash welfare
   * @return the policy
   */
  public static PartialAllocation over(NashWelfare fair) {
    return new PartialAllocation(fair);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public PartialAllocation withSolver(CertifiedSolver solver) {
    return over(fair.withSolver(solver.forPolicy("partial_allocation")));
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the problem has pairs, since throughput cannot be withheld
   *     from one member of a pair alone; or a constraint that is not an upper limit of amounts of
   *     at least 0, since withholding could break it
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    problem.constraintSet().requireRightsStated("partial allocation");
    Unsupported.requireNoPairs(problem, "partial allocation");
    double[] weight = NashWelfare.weights(problem, fair.weighted());
    ProgressCheck.require(problem, fair.solver(), m -> weight[m] > 0);
    AllocationProgram program = NashWelfare.program(problem, weight);
    requireLimits(program.rows());
    CertifiedSolution point = fair.solver().solveOrFeasible(program);
    return fair.solver()
        .orKnown(solver -> allocate(solver, problem, point, weight), () -> leastOf(problem, point));
  }

  /** Returns the least part of a Nash allocation that the policy leaves each job in theory. */
  private static Allocation leastOf(AllocationProblem problem, CertifiedSolution point) {
    double[] x = Arrays.stream(point.fractions()).map(f -> f / Math.E).toArray();
    return withheld(problem, point, x);
  }

  private static Allocation allocate(
      CertifiedSolver solver, AllocationProblem problem, CertifiedSolution point, double[] weight) {
    TimeCaps caps = TimeCaps.of(point.program()); // rows of one job each
    CertifiedSolution start = caps.isEmpty() ? point : solver.solveOrFeasible(caps.reduced());
    AllocationProgram program = relative(start.program());
    double[] throughput = program.throughput(start.fractions());
    List<List<Double>> classes = classes(program, weight);
    Departures departures = new Departures(solver, program, start);
    double[] ofAll = departures.ofAll();
    Set<List<Double>> seen = new HashSet<>();
    int[] ofClasses =
        IntStream.range(0, weight.length)
            .filter(m -> weight[m] > 0 && seen.add(classes.get(m)))
            .toArray();
    Map<List<Double>, Double> kept = new HashMap<>(); // throughputs
    for (int m : Departures.order(start, ofClasses)) {
      double part = kept(m, weight, ofAll, departures.without(m));
      kept.put(classes.get(m), ofAll[m] * part);
    }
    double[] x = caps.fractions(start.fractions());
    for (int c = 0; c < x.length; c++) {
      int m = program.first(c);
      if (x[c] > 0) {
        double part = kept.getOrDefault(classes.get(m), 0.0) / throughput[m];
        x[c] *= Math.min(1, part); // more is rounding
      }
    }
    return withheld(problem, point, x);
  }

  private static Allocation withheld(
      AllocationProblem problem, CertifiedSolution point, double[] x) {
    Certificate certificate =
        new Certificate(point.objective(), point.bound().value(), 0, point.bound().prices());
    return AllocationFactory.of(point.program(), problem, x, certificate);
  }

  /**
   * Returns a key per job that is equal for identical jobs, {@code [job]}: weight and columns, with
   * their entries in constraints.
   */
  private static List<List<Double>> classes(AllocationProgram program, double[] weight) {
    List<List<Double>> classes = new ArrayList<>();
    for (double w : weight) {
      classes.add(new ArrayList<>(List.of(w)));
    }
    RowEntries entries = program.rows().byColumn(program.columnCount());
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      classes.get(m).addAll(List.of((double) program.pool(c), program.size(c), program.rate(c)));
      entries.forEach(c, (row, value) -> classes.get(m).addAll(List.of((double) row, value)));
    }
    return classes;
  }

  /** Requires that smaller fractions keep all constraints. */
  private static void requireLimits(CouplingRows rows) {
    for (int i = 0; i < rows.count(); i++) {
      if (!rows.isUpperLimit(i)) {
        throw new IllegalArgumentException(
            ("partial allocation does not support constraints that withholding could break, which"
                    + " are all but upper limits of amounts of at least 0; the problem has \"%s\"")
                .formatted(rows.row(i).name()));
      }
    }
  }

  /**
   * Returns a copy with the rates of each job relative to its fastest. They are rounded, so that
   * jobs with proportional throughputs are identical: neither units of steps nor rounding of the
   * throughputs tell them apart.
   */
  private static AllocationProgram relative(AllocationProgram program) {
    double[] fastest = program.fastest();
    ProgramColumns columns = Programs.columns(program);
    double[] rate = new double[columns.count()];
    Arrays.setAll(rate, c -> rounded(columns.rate[c] / fastest[columns.first[c]]));
    return Programs.of(program)
        .rewritten(
            columns.withRates(rate, new double[0]), new double[fastest.length], program.goal());
  }

  private static double rounded(double rate) {
    double unit = StrictMath.scalb(1.0, Math.getExponent(rate) - RATE_BITS);
    return Math.rint(rate / unit) * unit;
  }

  /**
   * Returns the part that a job keeps, from ratios of throughputs so that units of steps cancel
   * exactly.
   */
  private static double kept(int m, double[] weight, double[] throughput, double[] without) {
    double loss = 0;
    for (int k = 0; k < weight.length; k++) {
      if (k != m && weight[k] > 0) {
        loss += weight[k] * StrictMath.log(throughput[k] / without[k]);
      }
    }
    return StrictMath.exp(loss / weight[m]);
  }

  @Override
  public Set<Aspect> reads() {
    return fair.reads();
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.PROGRESS).and(Invariant.EQUAL_TREATMENT);
  }
}
