package io.gavel.policies.lp.discipline;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.JobRates;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The orders that need no history: by arrival, or by work that is known. */
enum KnownOrder implements QueueDiscipline {
  ARRIVAL {
    @Override
    public int[] order(AllocationProblem problem) {
      return IntStream.range(0, problem.jobCount()).toArray();
    }
  },

  SHORTEST_TIME {
    @Override
    public int[] order(AllocationProblem problem) {
      return ascending(problem, m -> JobRates.secondsLeft(problem, m, "shortest time"));
    }
  },

  SHORTEST_SERVICE {
    @Override
    public int[] order(AllocationProblem problem) {
      return ascending(
          problem, m -> problem.workers(m) * JobRates.secondsLeft(problem, m, "shortest service"));
    }
  };

  /** By a key, the smallest first; equal keys by arrival. */
  private static int[] ascending(AllocationProblem problem, IntToDoubleFunction key) {
    double[] keys = IntStream.range(0, problem.jobCount()).mapToDouble(key).toArray();
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparingDouble(m -> keys[m])) // stable
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
