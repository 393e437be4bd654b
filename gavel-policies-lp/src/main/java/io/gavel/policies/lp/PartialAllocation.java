package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Claims;
import io.gavel.policies.Invariant;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedPoint;
import io.gavel.policies.lp.solver.CertifiedSolver;

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
 * <p>The discount is computed from optimal values, {@code w_m log(f(m) · throughput(m)) = N -
 * N_(-m)} with the optimal sums of logarithms with and without the job, because those hardly feel
 * an error of the solver while the throughputs do. The certificate's objective and bound are those
 * of the Nash welfare before the discount. Costs {@code n + 1} solves. Immutable; may be shared by
 * threads.
 */
public final class PartialAllocation implements Policy {

  private final NashWelfare fair;

  private PartialAllocation(NashWelfare fair) {
    this.fair = fair;
  }

  /**
   * The policy over weighted Nash welfare.
   *
   * @return the policy
   */
  public static PartialAllocation create() {
    return over(NashWelfare.create());
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
   * With a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return the policy over weighted Nash welfare
   */
  public static PartialAllocation with(CertifiedSolver solver) {
    return over(NashWelfare.with(solver));
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    double[] weight = fair.weights(problem);
    AllocationProgram program = NashWelfare.program(problem, weight);
    CertifiedPoint point = fair.solver().solve(program);
    double[] throughput = program.throughput(point.fractions());
    double[] discount = new double[weight.length];
    for (int m = 0; m < weight.length; m++) {
      if (weight[m] > 0) {
        double[] others = weight.clone();
        others[m] = 0;
        double without = fair.solver().solve(NashWelfare.program(problem, others)).objective();
        double kept = StrictMath.exp((point.objective() - without) / weight[m]);
        discount[m] = Math.min(1, kept / throughput[m]); // above 1 by rounding only
      }
    }
    double[] x = point.fractions();
    for (int c = 0; c < x.length; c++) {
      x[c] *= discount[program.first(c)];
    }
    Certificate certificate =
        new Certificate(point.objective(), point.bound().value(), 0, point.bound().prices());
    return Allocations.of(program, problem, x, certificate);
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.PROGRESS).and(Invariant.EQUAL_TREATMENT);
  }
}
