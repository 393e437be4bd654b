package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Queue disciplines without history: by arrival, or by known remaining work. */
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
      return ascending(problem, m -> JobFacts.secondsLeft(problem, m, "shortest time"));
    }
  },

  SHORTEST_SERVICE {
    @Override
    public int[] order(AllocationProblem problem) {
      return ascending(
          problem, m -> problem.workers(m) * JobFacts.secondsLeft(problem, m, "shortest service"));
    }
  };

  @Override
  public Set<Aspect> reads() {
    return switch (this) {
      case ARRIVAL -> Aspect.only(Aspect.ARRIVAL_ORDER);
      case SHORTEST_TIME -> Aspect.only(Aspect.STEPS, Aspect.ARRIVAL_ORDER);
      case SHORTEST_SERVICE -> Aspect.only(Aspect.STEPS, Aspect.SHARES, Aspect.ARRIVAL_ORDER);
    };
  }

  /** Returns the jobs in ascending order of a key; ties go to the earlier arrival. */
  private static int[] ascending(AllocationProblem problem, IntToDoubleFunction key) {
    double[] keys = new double[problem.jobCount()];
    Arrays.setAll(keys, key);
    return JobFacts.ascending(keys);
  }
}
