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
 * <p>The original sizes jobs by cores, with at least one core for each; {@link MarginalGain} does
 * that for elastic jobs. Objective and bound are as in {@link Optimus}. The default curves require
 * the steps remaining of every job. Weights and pairs are ignored. Immutable if the curves are.
 *
 * <p>Problems with constraints are refused: it gives slices one by one and takes none back, so it
 * may miss a lower limit that can be kept.
 */
public final class Slaq extends Configured implements Policy {

  private static final double INTERVAL_SECONDS = 360;

  private enum Curves implements Function<Job, LossCurve> {
    OF_WORK;

    @Override
    public LossCurve apply(Job job) {
      return LossCurve.ofWork(job.history().stepsDone() + JobFacts.requireSteps(job, "SLAQ"));
    }
  }

  private record Options(Function<Job, LossCurve> curves, double intervalSeconds, int slices) {}

  private final Options options;

  private Slaq(Function<Job, LossCurve> curves, double intervalSeconds, int slices) {
    options = new Options(requireNonNull(curves, "curves"), intervalSeconds, slices);
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

  /**
   * Returns a copy with the given loss curves.
   *
   * @param curves the loss of a job by its steps, decreasing and convex, as fitted to its losses so
   *     far
   * @return a copy
   */
  public Slaq withCurves(Function<Job, LossCurve> curves) {
    return new Slaq(curves, options.intervalSeconds(), options.slices());
  }

  /**
   * Returns a copy with another time between decisions.
   *
   * @param seconds the time until the next decision, finite and {@code > 0}
   * @return a copy
   * @throws IllegalArgumentException if the time is outside that range
   */
  public Slaq withIntervalSeconds(double seconds) {
    if (!(seconds > 0) || seconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "interval is %s seconds; it must be finite and > 0".formatted(seconds));
    }
    return new Slaq(options.curves(), seconds, options.slices());
  }

  /**
   * Returns a copy with finer or coarser slices.
   *
   * @param parts the number of slices of time, at least 1
   * @return a copy
   * @throws IllegalArgumentException if the number is below 1
   */
  public Slaq withSlices(int parts) {
    return new Slaq(options.curves(), options.intervalSeconds(), Optimus.requireSlices(parts));
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(problem, this, Optimus.GREEDY);
    Falls falls = new Falls(problem.jobCount(), options.intervalSeconds());
    for (int m = 0; m < problem.jobCount(); m++) {
      double fastest = JobFacts.fastestWay(problem, m);
      if (fastest > 0 && !JobFacts.isDone(problem.job(m))) {
        falls.add(m, problem.job(m), options.curves().apply(problem.job(m)), fastest);
      }
    }
    return Optimus.sliced(problem, options.slices(), falls);
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
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return options.curves() instanceof Curves
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
