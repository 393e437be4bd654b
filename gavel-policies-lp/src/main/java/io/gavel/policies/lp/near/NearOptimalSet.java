package io.gavel.policies.lp.near;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.function.ToDoubleFunction;

/**
 * The near-optimal allocations of a policy: those that meet the floors of a program and whose gains
 * reach a minimum sum. Immutable.
 *
 * @param program the floors and gains; without level, utilities and coupling rows
 * @param leastGain the minimum sum of the gains; ignored unless positive
 * @param objective the policy's objective at fractions, {@code [column]} of the program
 */
public record NearOptimalSet(
    AllocationProgram program, double leastGain, ToDoubleFunction<double[]> objective) {

  /**
   * The near-optimal allocations of a policy that optimises a level.
   *
   * @param problem the jobs and the cluster
   * @param demand the minimum throughput of each job in steps per second, {@code [job]}; copied
   * @param level the policy's objective for throughputs, {@code [job]}
   * @return the allocations that meet all demands
   */
  public static NearOptimalSet ofLevel(
      AllocationProblem problem, double[] demand, ToDoubleFunction<double[]> level) {
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[demand.length]).withFloor(demand);
    return new NearOptimalSet(program, 0, x -> level.applyAsDouble(program.throughput(x)));
  }

  /**
   * The near-optimal allocations of a policy that maximises a sum.
   *
   * @param sum a program with gains
   * @param floor the minimum throughput of each job in steps per second, {@code [job]}
   * @param least the minimum sum of the gains, at least 0
   * @return the allocations that reach both
   */
  public static NearOptimalSet ofSum(AllocationProgram sum, double[] floor, double least) {
    return new NearOptimalSet(sum.withFloor(floor), least, sum::objective);
  }
}
