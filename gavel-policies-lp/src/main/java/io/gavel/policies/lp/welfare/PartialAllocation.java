package io.gavel.policies.lp.welfare;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Strategy-proof partial allocation (Cole, Gkatzelis and Goel, EC 2013) over {@link NashWelfare}.
 *
 * <p>Every job keeps the part {@code f(m)} of its proportionally fair allocation, and the rest is
 * withheld: the smaller, the more the job's presence costs the others.
 *
 * <pre>
 *   f(m) = ( Π_{k ≠ m} ( throughput(k) / throughput_without_m(k) )^w_k )^(1 / w_m)
 * </pre>
 *
 * <p>Reporting wrong throughputs then gains a job nothing, as far as the theory goes: its
 * valuations are homogeneous, and the limit on a job's own time is not part of it. Every job keeps
 * at least {@code 1/e} of its proportionally fair throughput if no limit on time binds. What is
 * withheld stays idle; that is the price, and the policy is therefore neither Pareto efficient nor
 * work conserving.
 *
 * <p>With all jobs' ratios in it the discount leaves job {@code m} with {@code w_m log(f(m) ·
 * throughput(m)) = N - N_(-m)}, the optimal sums of logarithms with and without it, which hardly
 * feel an error of the solver while throughputs do. The certificate's objective and bound are those
 * of the Nash welfare before the discount. Pairs are refused, because of what they make nothing can
 * be withheld from one member alone. Costs one solve, and one for each kind of job: jobs alike in
 * weight and throughputs are one kind, and keep the same part to the last bit. Immutable; may be
 * shared by threads.
 */
public final class PartialAllocation extends Configured implements Policy {

  private record Options(NashWelfare fair) {}

  private final Options options;

  private PartialAllocation(NashWelfare fair) {
    options = new Options(requireNonNull(fair, "fair"));
  }

  /**
   * The policy over weighted Nash welfare.
   *
   * @return the policy
   */
  public static PartialAllocation create() {
    return over(NashWelfare.create()).withSolver(CertifiedSolver.standard());
  }

  /**
   * The policy over a given form of Nash welfare.
   *
   * @param fair weighted or not
   * @return the policy
   */
  public static PartialAllocation over(NashWelfare fair) {
    return new PartialAllocation(fair);
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public PartialAllocation withSolver(CertifiedSolver solver) {
    return over(options.fair().withSolver(solver.forPolicy("partial_allocation")));
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the problem has pairs: of what a pair makes nothing can be
   *     withheld from one member alone
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationFactory.requireNoPairs(problem);
    NashWelfare fair = options.fair();
    double[] weight = fair.weights(problem);
    AllocationProgram program = NashWelfare.program(problem, weight);
    CertifiedSolution point = fair.solver().solve(program);
    double[] throughput = program.throughput(point.fractions());
    List<List<Double>> kinds = kinds(program, weight);
    Map<List<Double>, Double> kept = new HashMap<>();
    for (int m = 0; m < weight.length; m++) {
      if (weight[m] > 0 && !kept.containsKey(kinds.get(m))) {
        double[] others = weight.clone();
        others[m] = 0;
        CertifiedSolution without = fair.solver().solve(NashWelfare.program(problem, others));
        double part = kept(m, weight, throughput, program.throughput(without.fractions()));
        kept.put(kinds.get(m), Math.min(1, part)); // above 1 by rounding only
      }
    }
    double[] x = point.fractions();
    for (int c = 0; c < x.length; c++) {
      x[c] *= kept.getOrDefault(kinds.get(program.first(c)), 0.0);
    }
    Certificate certificate =
        new Certificate(point.objective(), point.bound().value(), 0, point.bound().prices());
    return AllocationFactory.of(program, problem, x, certificate);
  }

  /** What makes jobs identical but for units, {@code [job]}: their weights and their columns. */
  private static List<List<Double>> kinds(AllocationProgram program, double[] weight) {
    List<List<Double>> kinds = new ArrayList<>();
    for (double w : weight) {
      kinds.add(new ArrayList<>(List.of(w)));
    }
    double[] fastest = program.fastest();
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      double rate = Math.scalb(program.rate(c), -Math.getExponent(fastest[m]));
      kinds.get(m).addAll(List.of((double) program.pool(c), program.size(c), rate));
    }
    return kinds;
  }

  /** By ratios of throughputs, in which the unit of a job's steps leaves no bit. */
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
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return options.fair().reads();
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.PROGRESS).and(Invariant.EQUAL_TREATMENT);
  }
}
