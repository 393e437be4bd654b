package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Entity;
import io.gavel.policies.Entity.Discipline;
import io.gavel.policies.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Puts the jobs of a problem into random entities, and gives them steps. */
final class Trees {

  private Trees() {}

  /** A tree of up to five entities, three deep at most; some jobs stay outside. */
  static AllocationProblem random(AllocationProblem problem, long seed) {
    Random random = new Random(seed);
    List<Entity> entities = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int e = 0; e < count; e++) {
      int parent = random.nextInt(e + 1);
      entities.add(
          new Entity(
              "entity" + e,
              parent == e ? Optional.empty() : Optional.of("entity" + parent),
              1 + random.nextInt(4),
              random.nextBoolean() ? Discipline.FAIRNESS : Discipline.FIFO));
    }
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      int entity = random.nextInt(count + 1);
      Job.Builder copy = job.toBuilder().stepsRemaining(1 + random.nextInt(1000));
      jobs.add((entity < count ? copy.entity("entity" + entity) : copy).build());
    }
    return AllocationProblem.of(problem.cluster(), jobs, problem.throughputs(), entities);
  }

  /** Every job in an entity of its own, of the job's weight. */
  static AllocationProblem singletons(AllocationProblem problem) {
    List<Entity> entities = new ArrayList<>();
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      entities.add(new Entity("of " + job.id(), job.weight(), Discipline.FAIRNESS));
      jobs.add(job.toBuilder().entity("of " + job.id()).build());
    }
    return AllocationProblem.of(problem.cluster(), jobs, problem.throughputs(), entities);
  }
}
