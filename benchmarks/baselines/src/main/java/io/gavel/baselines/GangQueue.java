package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.Set;

/**
 * Runs gangs in the order of a {@link QueueDiscipline}, as do Tiresias (NSDI 2019 §3.3) and most
 * cluster managers. Each job in turn takes all its workers of one type full time, or waits. A job
 * that does not fit is skipped, and later jobs that fit overtake it. Jobs without steps remaining
 * get nothing.
 *
 * <p>A job takes the type with room where it is fastest. Among equally fast types it prefers the
 * one on which it {@linkplain io.gavel.policies.model.History#workerType runs}, then the first.
 * Under {@link io.gavel.policies.lp.variant.HeterogeneityAgnostic} all types are equally fast.
 *
 * <p>Nothing is optimised: objective and bound are the number of running jobs. The allocation is
 * for one round, since attained service changes; allocate again each round. Weights and pairs are
 * ignored. O(nK) in addition to the order. Immutable.
 *
 * <p>Problems with constraints are refused: gangs in order may miss a lower limit that other gangs
 * keep.
 *
 * @param discipline the order of the jobs
 */
public record GangQueue(QueueDiscipline discipline) implements Policy {

  /**
   * Checks the discipline.
   *
   * @param discipline not null
   */
  public GangQueue {
    requireNonNull(discipline, "discipline");
  }

  /**
   * Returns the policy for a queue discipline.
   *
   * @param discipline the order of the jobs
   * @return the policy
   */
  public static GangQueue of(QueueDiscipline discipline) {
    return new GangQueue(discipline);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(
        problem, this, "whole gangs in order may miss a lower limit that other gangs keep");
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    FreeWorkers free = new FreeWorkers(problem);
    int running = 0;
    // In order of service the jobs lie anywhere in memory, so they are read in their own.
    boolean[] isDone = new boolean[problem.jobCount()];
    for (int m = 0; m < isDone.length; m++) {
      isDone[m] = JobFacts.isDone(problem.job(m));
    }
    for (int m : checked(discipline.order(problem), problem)) {
      if (free.isEmpty()) {
        break;
      }
      int j = isDone[m] ? -1 : fastestWithRoom(problem, m, free);
      if (j >= 0) {
        free.take(m, problem.cluster().poolOf(j));
        fractions[m * types + j] = 1;
        running++;
      }
    }
    return Allocation.of(
        problem, fractions, new Certificate(running, running, 0, Prices.zero(problem)));
  }

  private static int fastestWithRoom(AllocationProblem problem, int m, FreeWorkers free) {
    int best = -1;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.runs(m, j) && free.hasRoom(m, problem.cluster().poolOf(j))) {
        double rate = problem.throughputs().stepsPerSecond(m, j);
        double bestRate = best < 0 ? 0 : problem.throughputs().stepsPerSecond(m, best);
        boolean stays = rate == bestRate && j == JobFacts.current(problem, m);
        best = rate > bestRate || stays ? j : best;
      }
    }
    return best;
  }

  private static int[] checked(int[] order, AllocationProblem problem) {
    boolean[] seen = new boolean[problem.jobCount()];
    int distinct = 0;
    for (int m : order) {
      if (m >= 0 && m < seen.length && !seen[m]) {
        seen[m] = true;
        distinct++;
      }
    }
    if (order.length != problem.jobCount() || distinct != order.length) {
      throw new IllegalArgumentException(
          ("the discipline returned %s job indices, %s of them distinct and in range; it must"
                  + " return each of the %s jobs once")
              .formatted(order.length, distinct, problem.jobCount()));
    }
    return order;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(
        discipline.reads(), Aspect.CONSTRAINTS, Aspect.STEPS, Aspect.HISTORY, Aspect.SHARES);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
