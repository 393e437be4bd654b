package io.gavel.mechanism.contract;

import io.gavel.mechanism.contract.RoundStep.What;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A course of events for a mechanism. Immutable.
 *
 * @param start the initial jobs and the cluster
 * @param steps the steps in order
 */
public record RoundCourse(AllocationProblem start, List<RoundStep> steps) {

  private static final int STEPS = 40;

  /**
   * Copies the list.
   *
   * @param start the initial jobs and the cluster
   * @param steps the steps in order
   */
  public RoundCourse {
    steps = List.copyOf(steps);
  }

  /**
   * Generates a course from a seed: a {@linkplain RandomProblems random problem} and forty random
   * steps.
   *
   * @param seed any
   * @return the course
   */
  public static RoundCourse of(long seed) {
    Random random = new Random(~seed);
    What[] kinds = What.values();
    List<RoundStep> steps = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      int kind = Math.max(0, random.nextInt(kinds.length + 6) - 6); // every third is a round
      steps.add(new RoundStep(kinds[kind], random.nextInt(16), random.nextInt(1000)));
    }
    return new RoundCourse(inServers(RandomProblems.of(seed), 1 + random.nextInt(3)), steps);
  }

  /**
   * Returns a problem with another size of servers.
   *
   * @param problem the problem
   * @param workersPerServer at least 1
   * @return a problem that is otherwise equal
   */
  public static AllocationProblem inServers(AllocationProblem problem, int workersPerServer) {
    List<WorkerType> types =
        problem.cluster().types().stream()
            .map(type -> type.withWorkersPerServer(workersPerServer))
            .toList();
    return problem.withCluster(Cluster.of(types));
  }
}
