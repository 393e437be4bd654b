package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Themis (NSDI 2020): the jobs furthest from their fair finish time bid for the workers whose
 * leases have expired.
 *
 * <pre>
 *   ρ_m = T_sh / T_id     T_sh = age + steps left / fastest
 *                         T_id = (steps done + left) / fastest · average number of jobs present
 * </pre>
 *
 * <ol>
 *   <li>Jobs whose lease has not expired keep their workers.
 *   <li>Of the other jobs, the fraction {@code 1 − f} with the largest ρ (at least one job) sees
 *       the remaining workers and bids in an {@link AuctionRound}.
 *   <li>Leftover workers go to the jobs that did not bid, in random order. Each takes its fastest
 *       types while there is room.
 * </ol>
 *
 * <p>A larger fairness knob {@code f} makes the offer to fewer and worse-off jobs: it is fairer and
 * less efficient. This ρ uses the average contention over a job's life; {@link
 * io.gavel.policies.lp.fairness.FinishTimeFairness} uses the progress that an isolated share would
 * have made so far.
 *
 * <p>Fractions refer to the time until the next call, so calls should be one lease apart. A gang
 * that won half of a lease runs for half of it. Gangs are rigid here, so a bid is the value of time
 * on each type from now on. ρ assumes that a job runs at its fastest rate from now on; otherwise a
 * job without workers would be infinitely late. Truthful bidding is optimal within a round, not
 * necessarily over several rounds.
 *
 * <p>Objective and bound are the weighted geometric mean of the bidders' throughputs before
 * payments. Requires the steps remaining of every job. Pairs are not run. Immutable.
 *
 * <p>Problems with constraints are refused: bids are for workers and know no other limits.
 *
 * @param fairness the knob {@code f}, from 0, where all jobs bid, to 1, where only the worst-off
 *     job bids
 * @param seed determines, together with a job's id and age, its turn for leftover workers
 */
public record Themis(double fairness, long seed) implements Policy {

  /**
   * Checks the knob.
   *
   * @param fairness from 0 to 1
   * @param seed any
   * @throws IllegalArgumentException if the knob is outside that range
   */
  public Themis {
    if (!(fairness >= 0 && fairness <= 1)) {
      throw new IllegalArgumentException(
          "fairness knob is %s; it must be from 0 to 1".formatted(fairness));
    }
  }

  /**
   * Returns the policy with the paper's knob, 0.8, and seed 0.
   *
   * @return the policy
   */
  public static Themis create() {
    return new Themis(0.8, 0);
  }

  /**
   * Returns a copy with another fairness knob.
   *
   * @param knob from 0 to 1
   * @return a copy
   */
  public Themis withFairness(double knob) {
    return new Themis(knob, seed);
  }

  /**
   * Returns a job's finish time relative to its finish time with a fair share under average
   * contention.
   *
   * @param problem the jobs and the cluster
   * @param m the index of a job that runs somewhere alone, with steps remaining
   * @return ρ, at least 0; the sharing incentive holds for the job if it is at most 1
   */
  public static double rho(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    double left = JobFacts.requireSteps(job, "Themis");
    double fastest = JobFacts.fastest(problem, m);
    double age = job.secondsSinceStart();
    double contention =
        age > 0 && job.history().contendedSeconds() > 0
            ? job.history().contendedSeconds() / age
            : problem.jobCount() - problem.unrunnable().size();
    return (age + left / fastest) / ((job.history().stepsDone() + left) / fastest * contention);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(problem, this, "bids are for workers and know no other limits");
    Cluster cluster = problem.cluster();
    double[] x = new double[problem.groupCount() * cluster.typeCount()];
    double[] left =
        IntStream.range(0, cluster.poolCount()).mapToDouble(cluster::poolWorkers).toArray();
    int[] candidates =
        IntStream.range(0, problem.jobCount())
            .filter(m -> JobFacts.fastest(problem, m) > 0)
            .filter(m -> JobFacts.requireSteps(problem.job(m), "Themis") > 0)
            .filter(m -> !keepsLease(problem, m, x, left))
            .toArray();
    int[] bidders = worstOff(problem, candidates);
    int[] offered = Arrays.stream(left).mapToInt(free -> (int) free).toArray();
    AuctionRound round = AuctionRound.of(SubProblem.of(problem, bidders, offered));
    for (int i = 0; i < bidders.length; i++) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        x[bidders[i] * cluster.typeCount() + j] = round.won().fraction(i, j);
      }
    }
    for (int k = 0; k < left.length; k++) {
      left[k] -= round.won().workersUsed(k);
    }
    boolean[] bid = new boolean[problem.jobCount()];
    Arrays.stream(bidders).forEach(m -> bid[m] = true);
    shuffled(problem, Arrays.stream(candidates).filter(m -> !bid[m]).toArray())
        .forEach(m -> takeLeftover(problem, m, x, left));
    return RepairedAllocation.of(problem, x, certificate(problem, round));
  }

  /** Keeps a job with a lease on its workers if they still exist; returns whether it does. */
  private static boolean keepsLease(AllocationProblem problem, int m, double[] x, double[] left) {
    History history = problem.job(m).history();
    int j = JobFacts.current(problem, m);
    if (history.leaseSecondsLeft() == 0 || !problem.runs(m, j)) {
      return false;
    }
    int k = problem.cluster().poolOf(j);
    if (left[k] < problem.workers(m)) {
      return false;
    }
    left[k] -= problem.workers(m);
    x[m * problem.cluster().typeCount() + j] = 1;
    return true;
  }

  private int[] worstOff(AllocationProblem problem, int[] candidates) {
    double[] negatedRho = new double[problem.jobCount()];
    Arrays.stream(candidates).forEach(m -> negatedRho[m] = -rho(problem, m));
    int visible = (int) Math.max(1, Math.ceil((1 - fairness) * candidates.length - 1e-9));
    return Arrays.stream(JobFacts.ascending(candidates, negatedRho))
        .limit(visible)
        .sorted()
        .toArray();
  }

  private IntStream shuffled(AllocationProblem problem, int[] jobs) {
    long[] turn = new long[problem.jobCount()];
    for (int m : jobs) {
      Job job = problem.job(m);
      long drawn = 31L * job.id().hashCode() + Double.hashCode(job.secondsSinceStart());
      turn[m] = new SplittableRandom(seed ^ new SplittableRandom(drawn).nextLong()).nextLong();
    }
    return Arrays.stream(jobs)
        .boxed()
        .sorted(Comparator.comparingLong(m -> turn[m]))
        .mapToInt(Integer::intValue);
  }

  private static void takeLeftover(AllocationProblem problem, int m, double[] x, double[] left) {
    int types = problem.cluster().typeCount();
    int[] fastestFirst =
        IntStream.range(0, types)
            .filter(j -> problem.runs(m, j))
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(j -> problem.throughputs().stepsPerSecond(m, j))
                    .reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    double time = 1;
    for (int j : fastestFirst) {
      int k = problem.cluster().poolOf(j);
      double taken = Math.max(0, Math.min(time, left[k] / problem.workers(m)));
      x[m * types + j] = taken;
      left[k] -= taken * problem.workers(m);
      time -= taken;
    }
  }

  private static Certificate certificate(AllocationProblem problem, AuctionRound round) {
    Certificate auction = round.fair().certificate();
    AllocationProblem offer = round.fair().problem();
    boolean[] idle = new boolean[offer.jobCount()];
    offer.unrunnable().forEach(job -> idle[job.job()] = true);
    double weight =
        IntStream.range(0, idle.length)
            .filter(m -> !idle[m])
            .mapToDouble(m -> offer.job(m).weight())
            .sum();
    return weight == 0
        ? new Certificate(0, 0, 0, Prices.zero(problem))
        : new Certificate(
            StrictMath.exp(auction.objective() / weight),
            StrictMath.exp(auction.bound() / weight),
            0,
            Prices.zero(problem));
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(
        Aspect.WEIGHTS,
        Aspect.STEPS,
        Aspect.HISTORY,
        Aspect.SHARES,
        Aspect.ARRIVAL_ORDER,
        Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
