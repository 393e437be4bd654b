package io.gavel.policies.lp.near;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.function.ToDoubleFunction;

/**
 * The allocations that are almost as good as an optimum: those that keep the floors of a program
 * and whose gains reach a sum. Immutable.
 *
 * @param program the floors and gains; without level, utilities and side rows
 * @param leastGain what the gains must add up to; not looked at unless positive
 * @param objective the policy's objective at fractions, {@code [column]} of the program
 */
public record NearOptimalSet(
    AllocationProgram program, double leastGain, ToDoubleFunction<double[]> objective) {

  /**
   * The allocations of a level.
   *
   * @param problem the jobs and the cluster
   * @param demand the least throughput of each job in steps per second, {@code [job]}; copied
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
   * The allocations of a sum.
   *
   * @param sum a program with gains
   * @param floor the least throughput of each job in steps per second, {@code [job]}
   * @param least what the gains must add up to, at least 0
   * @return the allocations that reach both
   */
  public static NearOptimalSet ofSum(AllocationProgram sum, double[] floor, double least) {
    return new NearOptimalSet(sum.withFloor(floor), least, sum::objective);
  }
}
