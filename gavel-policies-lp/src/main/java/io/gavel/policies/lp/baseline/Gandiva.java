package io.gavel.policies.lp.baseline;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.elastic.GrowShrink;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.CombinedAllocations;
import io.gavel.policies.lp.internal.JobRates;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Gandiva (OSDI 2018): all jobs run at once, and take turns if there are too few workers. It has no
 * speeds in advance; it tries placements, measures them and keeps the better ones.
 *
 * <ol>
 *   <li><b>Placing</b>: a job stays on the worker type that it {@linkplain
 *       io.gavel.policies.model.History#workerType runs on}; a new job goes to the type with the
 *       least demand, in requested workers per worker.
 *   <li><b>Migration</b>: while a job on an over-subscribed type would have less demand on another
 *       type, the latest such job moves. Speeds are ignored: all types count as equal.
 *   <li><b>Packing</b>: on over-subscribed types, pairs that make more progress together than by
 *       turns share workers, the largest gain first. The measured rates of a pair are those of the
 *       problem.
 *   <li><b>Time slicing</b>: on each type every job or pair runs for the same fraction of time, the
 *       largest that fits.
 * </ol>
 *
 * <p>Gangs are rigid; {@link GrowShrink} sizes elastic jobs. {@link
 * io.gavel.policies.lp.queue.GandivaPacking} is the version of Gavel §7, with random pairs.
 * Objective and bound are the mean fraction of time for which jobs run. Weights are ignored.
 * Immutable.
 *
 * <p>Problems with constraints are refused: all jobs of a worker type run for the same fraction of
 * time.
 */
public final class Gandiva extends Configured implements Policy {

  /** The policy; it has no options. */
  public Gandiva() {}

  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationFactory.requireNoConstraints(
        problem, this, "all jobs of a worker type run for the same fraction of time");
    int types = problem.cluster().typeCount();
    int[] typeOf = new int[problem.jobCount()];
    double[] wanted = new double[problem.cluster().poolCount()];
    place(problem, typeOf, wanted);
    migrate(problem, typeOf, wanted);
    int[] groupOf = pack(problem, typeOf, wanted);
    double[] held = new double[wanted.length];
    for (int g : IntStream.of(groupOf).filter(g -> g >= 0).distinct().toArray()) {
      held[pool(problem, typeOf[problem.group(g).member(0)])] += problem.workers(g);
    }
    double[] fractions = new double[problem.groupCount() * types];
    double sum = 0;
    for (int m = 0; m < typeOf.length; m++) {
      if (groupOf[m] >= 0) {
        int k = pool(problem, typeOf[m]);
        double time = Math.min(1, problem.cluster().poolWorkers(k) / held[k]);
        fractions[groupOf[m] * types + typeOf[m]] = time;
        sum += time;
      }
    }
    long running = IntStream.of(groupOf).filter(g -> g >= 0).count();
    double mean = running == 0 ? 0 : sum / running;
    return CombinedAllocations.repaired(
        problem, fractions, new Certificate(mean, mean, 0, Prices.zero(problem)));
  }

  private static int pool(AllocationProblem problem, int j) {
    return problem.cluster().poolOf(j);
  }

  /** Writes the type of each job, -1 if it has none, and the demand for workers of each pool. */
  private static void place(AllocationProblem problem, int[] typeOf, double[] wanted) {
    for (int m = 0; m < typeOf.length; m++) {
      int current = JobRates.current(problem, m);
      typeOf[m] = current >= 0 && problem.runs(m, current) ? current : -1;
      if (JobRates.isDone(problem.job(m))) {
        typeOf[m] = -1;
      } else if (typeOf[m] >= 0) {
        wanted[pool(problem, typeOf[m])] += problem.workers(m);
      }
    }
    for (int m = 0; m < typeOf.length; m++) {
      if (typeOf[m] < 0 && !JobRates.isDone(problem.job(m))) {
        typeOf[m] = leastWanted(problem, m, wanted);
        if (typeOf[m] >= 0) {
          wanted[pool(problem, typeOf[m])] += problem.workers(m);
        }
      }
    }
  }

  /** The type with the least demand per worker including the job; -1 if the job cannot run. */
  private static int leastWanted(AllocationProblem problem, int m, double[] wanted) {
    int best = -1;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.runs(m, j)
          && (best < 0 || demand(problem, m, j, wanted) < demand(problem, m, best, wanted))) {
        best = j;
      }
    }
    return best;
  }

  private static double demand(AllocationProblem problem, int m, int j, double[] wanted) {
    int k = pool(problem, j);
    return (wanted[k] + problem.workers(m)) / problem.cluster().poolWorkers(k);
  }

  /**
   * Every move lowers the larger demand of two pools, so the sorted demands decrease and the moves
   * end.
   */
  private static void migrate(AllocationProblem problem, int[] typeOf, double[] wanted) {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int m = typeOf.length - 1; m >= 0 && !moved; m--) {
        if (typeOf[m] < 0) {
          continue;
        }
        int from = pool(problem, typeOf[m]);
        double here = wanted[from] / problem.cluster().poolWorkers(from);
        int other = leastWanted(problem, m, wanted);
        int to = pool(problem, other);
        if (here > 1 && to != from && demand(problem, m, other, wanted) < here * (1 - 1e-9)) {
          wanted[from] -= problem.workers(m);
          wanted[to] += problem.workers(m);
          typeOf[m] = other;
          moved = true;
        }
      }
    }
  }

  /** The group in which each job runs: the job itself, a pair, or -1. */
  private static int[] pack(AllocationProblem problem, int[] typeOf, double[] wanted) {
    int[] groupOf = new int[typeOf.length];
    Arrays.setAll(groupOf, m -> typeOf[m] < 0 ? -1 : m);
    List<Integer> pairs =
        IntStream.range(problem.jobCount(), problem.jobCount() + problem.pairCount())
            .filter(g -> together(problem, g, typeOf) > 1)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(g -> together(problem, g, typeOf)).reversed())
            .toList();
    for (int g : pairs) {
      int a = problem.group(g).member(0);
      int b = problem.group(g).member(1);
      int k = pool(problem, typeOf[a]);
      if (groupOf[a] == a && groupOf[b] == b && wanted[k] > problem.cluster().poolWorkers(k)) {
        groupOf[a] = g;
        groupOf[b] = g;
        wanted[k] -= problem.workers(g); // a pair requests its workers once
      }
    }
    return groupOf;
  }

  /** The combined progress of a pair on its type: the sum of the rates, each relative to alone. */
  private static double together(AllocationProblem problem, int g, int[] typeOf) {
    int a = problem.group(g).member(0);
    int b = problem.group(g).member(1);
    int j = typeOf[a];
    if (j < 0 || typeOf[b] != j || !problem.runs(g, j)) {
      return 0;
    }
    return problem.throughputs().stepsPerSecond(g, 0, j)
            / problem.throughputs().stepsPerSecond(a, j)
        + problem.throughputs().stepsPerSecond(g, 1, j)
            / problem.throughputs().stepsPerSecond(b, j);
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(
        Aspect.STEPS,
        Aspect.HISTORY,
        Aspect.PAIRS,
        Aspect.SHARES,
        Aspect.ARRIVAL_ORDER,
        Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
