package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PriorityQueue;
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
 *       turns share workers, the largest gain first. The measured rates of a pair are taken from
 *       the problem.
 *   <li><b>Time slicing</b>: on each type every job or pair runs for the same fraction of time, the
 *       largest that fits.
 * </ol>
 *
 * <p>Gangs are rigid. {@link io.gavel.policies.lp.queue.GandivaPacking} is the version of Gavel §7,
 * with random pairs. Objective and bound are the mean fraction of time for which jobs run. Weights
 * are ignored. Immutable.
 *
 * <p>Problems with constraints are refused: all jobs of a worker type run for the same fraction of
 * time.
 */
public record Gandiva() implements Policy {

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.constraints(
        problem, this, "all jobs of a worker type run for the same fraction of time");
    int types = problem.cluster().typeCount();
    int[] typeOf = new int[problem.jobCount()];
    double[] wanted = new double[problem.cluster().poolCount()];
    place(problem, typeOf, wanted);
    migrate(problem, typeOf, wanted);
    PackedPairs pairs = PackedPairs.of(problem, typeOf, wanted);
    AllocationProblem used = pairs.problem();
    int[] groupOf = pairs.groupOf();
    double[] held = new double[wanted.length];
    for (int g : IntStream.of(groupOf).filter(g -> g >= 0).distinct().toArray()) {
      held[pool(problem, typeOf[used.group(g).member(0)])] += used.workers(g);
    }
    double[] fractions = new double[used.groupCount() * types];
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
    return RepairedAllocation.of(
        used, fractions, new Certificate(mean, mean, 0, Prices.zero(used)));
  }

  private static int pool(AllocationProblem problem, int j) {
    return problem.cluster().poolOf(j);
  }

  /** Writes the type of each job, -1 if it has none, and the demand for workers of each pool. */
  private static void place(AllocationProblem problem, int[] typeOf, double[] wanted) {
    for (int m = 0; m < typeOf.length; m++) {
      int current = JobFacts.current(problem, m);
      typeOf[m] = current >= 0 && problem.runs(m, current) ? current : -1;
      if (JobFacts.isDone(problem.job(m))) {
        typeOf[m] = -1;
      } else if (typeOf[m] >= 0) {
        wanted[pool(problem, typeOf[m])] += problem.workers(m);
      }
    }
    for (int m = 0; m < typeOf.length; m++) {
      if (typeOf[m] < 0 && !JobFacts.isDone(problem.job(m))) {
        typeOf[m] = leastWanted(problem, m, wanted);
        if (typeOf[m] >= 0) {
          wanted[pool(problem, typeOf[m])] += problem.workers(m);
        }
      }
    }
  }

  /**
   * Returns the type with the least demand per worker including the job; -1 if the job cannot run.
   */
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

  /** Jobs of one type that would make the same move: with equal workers and equal choice. */
  private record Movable(int type, double workers, List<Boolean> runs) {
    static Movable of(AllocationProblem problem, int m, int type) {
      return new Movable(
          type,
          problem.workers(m),
          IntStream.range(0, problem.cluster().typeCount())
              .mapToObj(j -> problem.runs(m, j))
              .toList());
    }
  }

  /**
   * Moves the latest job that gains by it, until none does. Every move lowers the larger demand of
   * two pools, so the sorted demands decrease and the moves end. Equal jobs have equal gains, so
   * only the latest of each class is considered.
   */
  private static void migrate(AllocationProblem problem, int[] typeOf, double[] wanted) {
    Map<Movable, PriorityQueue<Integer>> latest = new HashMap<>();
    for (int m = 0; m < typeOf.length; m++) {
      if (typeOf[m] >= 0) {
        alike(latest, problem, m, typeOf[m]).add(m);
      }
    }
    OptionalInt mover = latestMover(problem, latest, typeOf, wanted);
    while (mover.isPresent()) {
      int m = mover.getAsInt();
      int to = leastWanted(problem, m, wanted);
      alike(latest, problem, m, typeOf[m]).remove();
      wanted[pool(problem, typeOf[m])] -= problem.workers(m);
      wanted[pool(problem, to)] += problem.workers(m);
      typeOf[m] = to;
      alike(latest, problem, m, to).add(m);
      mover = latestMover(problem, latest, typeOf, wanted);
    }
  }

  private static OptionalInt latestMover(
      AllocationProblem problem,
      Map<Movable, PriorityQueue<Integer>> latest,
      int[] typeOf,
      double[] wanted) {
    return latest.values().stream()
        .filter(alike -> !alike.isEmpty())
        .mapToInt(PriorityQueue::element)
        .filter(m -> gains(problem, m, typeOf[m], wanted))
        .max();
  }

  private static boolean gains(AllocationProblem problem, int m, int type, double[] wanted) {
    int from = pool(problem, type);
    double here = wanted[from] / problem.cluster().poolWorkers(from);
    int other = leastWanted(problem, m, wanted);
    return here > 1
        && pool(problem, other) != from
        && demand(problem, m, other, wanted) < here * (1 - 1e-9);
  }

  private static PriorityQueue<Integer> alike(
      Map<Movable, PriorityQueue<Integer>> latest, AllocationProblem problem, int m, int type) {
    return latest.computeIfAbsent(
        Movable.of(problem, m, type), alike -> new PriorityQueue<>(Comparator.reverseOrder()));
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

  @Override
  public String toString() {
    return "Gandiva";
  }
}
