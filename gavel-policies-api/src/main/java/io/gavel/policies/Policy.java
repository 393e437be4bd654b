package io.gavel.policies;

import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Job;
import java.util.Set;

/**
 * Decides which fraction of wall-clock time each group of jobs spends on each worker type.
 *
 * <p>A policy is a pure function of its problem: it keeps no state, reads no clock and draws no
 * random number, so one instance may be called from any thread. Data from earlier calls are part of
 * the problem ({@link Job#isolatedSecondsSoFar}, {@link Job#history}).
 *
 * <p>Every policy keeps these rules unless its documentation excludes one:
 *
 * <ol>
 *   <li><b>Shape</b>: rows are the groups of the problem, columns its worker types.
 *   <li><b>Fractions</b>: every entry is a finite number in {@code [0, 1]}.
 *   <li><b>Time</b>: the groups that contain a job sum to at most 1.
 *   <li><b>Capacity</b>: for each pool, {@code Σ workers · X} is at most its workers ({@link
 *       AllocationProblem#workers}).
 *   <li><b>Useful time</b>: no time where the group cannot run ({@link AllocationProblem#runs}).
 *   <li><b>Determinism</b>: equal problems yield equal allocations, bit for bit.
 *   <li><b>Set aside</b>: a job that cannot run on any worker type gets no time and does not affect
 *       other jobs.
 * </ol>
 *
 * <p>Rules 2 to 4 hold exactly, without a tolerance: in double arithmetic, with the sums of {@link
 * Allocation}.
 */
@FunctionalInterface
public interface Policy {

  /**
   * Computes an allocation.
   *
   * @param problem the jobs and the cluster; not modified
   * @return a feasible allocation with its certificate
   * @throws IllegalArgumentException if the problem lacks data that the policy needs, such as steps
   *     or prices; the message names the job or worker type
   * @throws InfeasibleProblemException if no allocation meets the demands of the jobs
   * @throws SolveFailedException if no certified answer was found
   * @throws SolveStoppedException if a limit, a cancellation or an interruption of the thread came
   *     before a certified answer
   * @throws AllocationException the supertype of these three: the problem is valid, but has no
   *     answer
   */
  Allocation allocate(AllocationProblem problem);

  /**
   * Returns the promises that the policy makes for its answers.
   *
   * @return no claims by default
   */
  default Claims claims() {
    return Claims.none();
  }

  /**
   * Returns the aspects of a problem that can affect the allocation. All other parts are ignored
   * without a message: changing them changes no fraction of an answer, except by rounding if the
   * {@linkplain Aspect#ARRIVAL_ORDER order of arrival} differs.
   *
   * @return an unmodifiable set; all aspects by default
   */
  default Set<Aspect> reads() {
    return Aspect.all();
  }
}
