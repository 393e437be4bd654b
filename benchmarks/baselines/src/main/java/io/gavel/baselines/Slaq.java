package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Job;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * SLAQ (SoCC 2017): assigns time to the jobs whose loss it lowers most until the next decision.
 *
 * <pre>
 *   maximise   Σ_m ( loss_m(k_m) − loss_m(k_m + throughput_m · interval) ) / largest fall so far
 * </pre>
 *
 * <p>with the same greedy slices as {@link Optimus}; {@code k} is the number of steps done. A fall
 * of the loss is relative to the fall so far (for a job that has not begun, to the fall in one
 * interval on its fastest type), so that losses in different units are comparable. Jobs that have
 * almost converged starve, since SLAQ maximises the sum of qualities.
 *
 * <p>The original sizes jobs by cores, with at least one core for each. Objective and bound are as
 * in {@link Optimus}. The default curves require the steps remaining of every job. Weights and
 * pairs are ignored. Immutable if the curves are.
 *
 * <p>Problems with constraints are refused: it gives slices one by one and takes none back, so it
 * may miss a lower limit that can be kept.
 *
 * @param curves the loss of a job by its steps, decreasing and convex
 * @param intervalSeconds the time until the next decision, finite and {@code > 0}
 * @param slices the number of slices of a worker's time, at least 1
 */
public record Slaq(Function<Job, LossCurve> curves, double intervalSeconds, int slices)
    implements Policy {

  private static final double INTERVAL_SECONDS = 360;

  private enum Curves implements Function<Job, LossCurve> {
    OF_WORK;

    @Override
    public LossCurve apply(Job job) {
      return LossCurve.ofWork(job.history().stepsDone() + JobFacts.requireSteps(job, "SLAQ"));
    }
  }

  /**
   * Checks the options.
   *
   * @param curves the loss of a job by its steps
   * @param intervalSeconds finite and {@code > 0}
   * @param slices at least 1
   * @throws IllegalArgumentException if a number is outside its range
   */
  public Slaq {
    requireNonNull(curves, "curves");
    if (!(intervalSeconds > 0) || intervalSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "interval is %s seconds; it must be finite and > 0".formatted(intervalSeconds));
    }
    Optimus.requireSlices(slices);
  }

  /**
   * Returns the policy with the default curves, {@link LossCurve#ofWork}, a decision every six
   * minutes, and 20 slices of time per worker.
   *
   * @return the policy; it requires the steps remaining of every job
   */
  public static Slaq create() {
    return new Slaq(Curves.OF_WORK, INTERVAL_SECONDS, Optimus.SLICES);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(problem, this, Optimus.GREEDY);
    Falls falls = new Falls(problem.jobCount(), intervalSeconds);
    for (int m = 0; m < problem.jobCount(); m++) {
      double fastest = JobFacts.fastestWay(problem, m);
      if (fastest > 0 && !JobFacts.isDone(problem.job(m))) {
        falls.add(m, problem.job(m), curves.apply(problem.job(m)), fastest);
      }
    }
    return Optimus.sliced(problem, slices, falls);
  }

  /**
   * Returns the decrease of each job's loss in an interval, relative to its decrease so far.
   * Mutable.
   */
  private static final class Falls implements TimeSlices.Value {

    private final double interval;

    /** Null for a job that gets nothing. */
    private final @Nullable LossCurve[] curve;

    /** Steps done, steps at the end, loss now and the fall so far of each job, side by side. */
    private final double[] ofJob;

    Falls(int jobs, double interval) {
      this.interval = interval;
      curve = new LossCurve[jobs];
      ofJob = new double[4 * jobs];
    }

    void add(int m, Job job, LossCurve lossCurve, double fastest) {
      double done = job.history().stepsDone();
      double now = lossCurve.loss(done);
      double soFar = lossCurve.loss(0) - now;
      curve[m] = lossCurve;
      ofJob[4 * m] = done;
      ofJob[4 * m + 1] = done + job.stepsRemaining().orElse(Double.POSITIVE_INFINITY);
      ofJob[4 * m + 2] = now;
      ofJob[4 * m + 3] = soFar > 0 ? soFar : now - lossCurve.loss(fastest * interval);
    }

    @Override
    public double of(int m, double stepsPerSecond) {
      LossCurve lossCurve = curve[m];
      double fall = ofJob[4 * m + 3];
      if (lossCurve == null || !(fall > 0)) {
        return 0;
      }
      double steps = Math.min(ofJob[4 * m + 1], ofJob[4 * m] + stepsPerSecond * interval);
      return (ofJob[4 * m + 2] - lossCurve.loss(steps)) / fall;
    }
  }

  @Override
  public Set<Aspect> reads() {
    return curves instanceof Curves
        ? Aspect.only(
            Aspect.STEPS,
            Aspect.HISTORY,
            Aspect.SHARES,
            Aspect.ARRIVAL_ORDER,
            Aspect.CONSTRAINTS,
            Aspect.CONFIGURATIONS)
        : Aspect.all();
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
