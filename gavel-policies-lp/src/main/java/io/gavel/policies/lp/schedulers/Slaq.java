package io.gavel.policies.lp.schedulers;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Claims;
import io.gavel.policies.History;
import io.gavel.policies.Job;
import io.gavel.policies.Policy;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * SLAQ (SoCC 2017): time goes to the jobs whose loss it lowers most until the next decision.
 *
 * <pre>
 *   maximise   Σ_m ( loss_m(k_m) − loss_m(k_m + throughput_m · interval) ) / largest fall so far
 * </pre>
 *
 * <p>by the same greedy slices as {@link Optimus}; {@code k} are the steps done. A fall is relative
 * to what the job's loss has fallen by so far (for a job that has not begun, to what one interval
 * on its fastest type would make), so that losses of different units compare. Jobs that have almost
 * converged starve: what SLAQ serves is the sum of qualities.
 *
 * <p>The original sizes jobs by cores, one at least for each; {@link MarginalGain} does that for
 * elastic jobs. Objective and bound as in {@link Optimus}. Weights and pairs are not looked at.
 * Immutable if the curves are.
 */
public final class Slaq implements Policy {

  private final Function<Job, LossCurve> curves;
  private final double interval;
  private final int slices;

  private Slaq(Function<Job, LossCurve> curves, double interval, int slices) {
    this.curves = curves;
    this.interval = interval;
    this.slices = slices;
  }

  /**
   * The policy for jobs of which only the work is known, {@link LossCurve#ofWork}, every six
   * minutes, with 20 slices of time a worker.
   *
   * @return the policy; it needs the steps of every job
   */
  public static Slaq create() {
    return with(
        job -> LossCurve.ofWork(job.history().stepsDone() + Rates.stepsLeft(job, "SLAQ")), 360);
  }

  /**
   * The policy with curves of the caller's, as fitted to each job's losses so far.
   *
   * @param curves the loss of a job by its steps, falling and convex
   * @param intervalSeconds until the next decision, finite and {@code > 0}
   * @return the policy
   * @throws IllegalArgumentException if the interval is not
   */
  public static Slaq with(Function<Job, LossCurve> curves, double intervalSeconds) {
    if (!(intervalSeconds > 0) || intervalSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "interval is %s seconds; it must be finite and > 0".formatted(intervalSeconds));
    }
    return new Slaq(curves, intervalSeconds, 20);
  }

  /**
   * The same with finer or coarser slices.
   *
   * @param parts into which time is cut, at least 1
   * @return a copy
   * @throws IllegalArgumentException if there is no slice
   */
  public Slaq withSlices(int parts) {
    return new Slaq(curves, interval, Optimus.requireSlices(parts));
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    TimeSlices.Value[] values =
        IntStream.range(0, problem.jobCount())
            .mapToObj(m -> value(problem, m))
            .toArray(TimeSlices.Value[]::new);
    return Optimus.sliced(problem, slices, (m, rate) -> values[m].of(m, rate));
  }

  private TimeSlices.Value value(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    double fastest = Rates.fastest(problem, m);
    if (fastest == 0 || Rates.isDone(job)) {
      return (index, rate) -> 0;
    }
    LossCurve curve = curves.apply(job);
    History history = job.history();
    double now = curve.loss(history.stepsDone());
    double end = history.stepsDone() + job.stepsRemaining().orElse(Double.POSITIVE_INFINITY);
    double soFar = curve.loss(0) - now;
    double fall = soFar > 0 ? soFar : now - curve.loss(fastest * interval);
    return (index, rate) ->
        fall > 0
            ? (now - curve.loss(Math.min(end, history.stepsDone() + rate * interval))) / fall
            : 0;
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
