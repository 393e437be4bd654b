package io.gavel.policies.lp.baseline;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.elastic.LossCurve;
import io.gavel.policies.lp.elastic.MarginalGain;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

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
      return LossCurve.ofWork(job.history().stepsDone() + JobRates.requireSteps(job, "SLAQ"));
    }
  }

  private record Options(Function<Job, LossCurve> curves, double intervalSeconds, int slices) {}

  private final Options options;

  private Slaq(Function<Job, LossCurve> curves, double intervalSeconds, int slices) {
    options = new Options(requireNonNull(curves, "curves"), intervalSeconds, slices);
  }

  /**
   * The policy with the default curves, {@link LossCurve#ofWork}, a decision every six minutes, and
   * 20 slices of time per worker.
   *
   * @return the policy; it requires the steps remaining of every job
   */
  public static Slaq create() {
    return new Slaq(Curves.OF_WORK, INTERVAL_SECONDS, Optimus.SLICES);
  }

  /**
   * The same policy with the given loss curves.
   *
   * @param curves the loss of a job by its steps, decreasing and convex, as fitted to its losses so
   *     far
   * @return a copy
   */
  public Slaq withCurves(Function<Job, LossCurve> curves) {
    return new Slaq(curves, options.intervalSeconds(), options.slices());
  }

  /**
   * The same policy with another time between decisions.
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
   * The same policy with finer or coarser slices.
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
    AllocationFactory.requireListedPairs(problem, this);
    AllocationFactory.requireNoConstraints(problem, this, Optimus.GREEDY);
    TimeSlices.Value[] values =
        IntStream.range(0, problem.jobCount())
            .mapToObj(m -> value(problem, m))
            .toArray(TimeSlices.Value[]::new);
    return Optimus.sliced(problem, options.slices(), (m, rate) -> values[m].of(m, rate));
  }

  private TimeSlices.Value value(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    double fastest = PoolShares.fastest(problem, m);
    if (fastest == 0 || JobRates.isDone(job)) {
      return (index, rate) -> 0;
    }
    LossCurve curve = options.curves().apply(job);
    History history = job.history();
    double interval = options.intervalSeconds();
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
