package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Puts the jobs of a problem into random entities, and gives them steps. */
public final class Trees {

  private Trees() {}

  /** A tree of up to five entities, three deep at most; some jobs stay outside. */
  public static AllocationProblem random(AllocationProblem problem, long seed) {
    return random(problem, new Random(seed));
  }

  /** The same of random numbers. */
  public static AllocationProblem random(AllocationProblem problem, Random random) {
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
      Job.Builder copy = job.toBuilder();
      if (job.stepsRemaining().isEmpty()) {
        copy.stepsRemaining(1 + random.nextInt(1000));
      }
      jobs.add((entity < count ? copy.entity("entity" + entity) : copy).build());
    }
    return AllocationProblem.of(problem.cluster(), jobs, problem.throughputs(), entities);
  }

  /** A random tree where most of the entities with nothing but jobs divide by finish time. */
  public static AllocationProblem withFinishTimes(AllocationProblem flat, long seed) {
    return someByFinishTime(random(flat, seed), new Random(seed));
  }

  /** The same of random numbers. */
  public static AllocationProblem withFinishTimes(AllocationProblem flat, Random random) {
    return someByFinishTime(random(flat, random), random);
  }

  private static AllocationProblem someByFinishTime(AllocationProblem problem, Random random) {
    Set<Optional<String>> parents = new HashSet<>();
    problem.entities().forEach(entity -> parents.add(entity.parent()));
    List<Entity> entities = new ArrayList<>();
    for (Entity entity : problem.entities()) {
      boolean divides = random.nextInt(4) > 0 && !parents.contains(Optional.of(entity.id()));
      Discipline discipline = divides ? Discipline.FINISH_TIME_FAIRNESS : entity.discipline();
      entities.add(new Entity(entity.id(), entity.parent(), entity.weight(), discipline));
    }
    return AllocationProblem.of(problem.cluster(), problem.jobs(), problem.throughputs(), entities);
  }

  /** Every job in an entity of its own, of the job's weight. */
  public static AllocationProblem singletons(AllocationProblem problem) {
    List<Entity> entities = new ArrayList<>();
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      entities.add(new Entity("of " + job.id(), job.weight(), Discipline.FAIRNESS));
      jobs.add(job.toBuilder().entity("of " + job.id()).build());
    }
    return AllocationProblem.of(problem.cluster(), jobs, problem.throughputs(), entities);
  }
}
