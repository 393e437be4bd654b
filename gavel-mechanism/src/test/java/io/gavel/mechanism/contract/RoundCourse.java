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
 * @param start the jobs and the cluster at first
 * @param steps what happens then
 */
public record RoundCourse(AllocationProblem start, List<RoundStep> steps) {

  private static final int STEPS = 40;

  /**
   * Copies the list.
   *
   * @param start the jobs and the cluster at first
   * @param steps what happens then
   */
  public RoundCourse {
    steps = List.copyOf(steps);
  }

  /**
   * A course that is a function of its seed: a {@linkplain RandomProblems random problem} and forty
   * steps of any kind.
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
   * The same problem on servers of another size.
   *
   * @param problem any
   * @param workersPerServer at least 1
   * @return a problem that differs in nothing else
   */
  public static AllocationProblem inServers(AllocationProblem problem, int workersPerServer) {
    List<WorkerType> types =
        problem.cluster().types().stream()
            .map(type -> type.withWorkersPerServer(workersPerServer))
            .toList();
    return problem.withCluster(Cluster.of(types));
  }
}
