package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/** Divides the next unit of level by weights and turns, as the disciplines are defined. */
final class Shares {

  /** A job or an entity that can use more. */
  private record Child(int firstJob, double weight, DoubleConsumer take) {}

  private final AllocationProblem problem;
  private final boolean[] saturated;
  private final double[] share;

  private Shares(AllocationProblem problem, boolean[] saturated) {
    this.problem = problem;
    this.saturated = saturated;
    share = new double[saturated.length];
  }

  /** Returns the share of each job, {@code [job]}; 0 if it is saturated or waits for its turn. */
  static double[] of(AllocationProblem problem, boolean overEntities, boolean[] saturated) {
    Shares shares = new Shares(problem, saturated);
    List<Child> top =
        overEntities
            ? shares.childrenOf(Optional.empty())
            : shares.jobs(IntStream.range(0, saturated.length));
    top.forEach(child -> child.take.accept(child.weight));
    return shares.share;
  }

  private List<Child> jobs(IntStream jobs) {
    return jobs.filter(m -> !saturated[m])
        .mapToObj(m -> new Child(m, problem.job(m).weight(), amount -> share[m] = amount))
        .toList();
  }

  private List<Child> childrenOf(Optional<String> parent) {
    IntStream own =
        IntStream.range(0, share.length).filter(m -> problem.job(m).entity().equals(parent));
    List<Child> children = new ArrayList<>(jobs(own));
    for (Entity entity : problem.entities()) {
      if (entity.parent().equals(parent)) {
        List<Child> below = childrenOf(Optional.of(entity.id()));
        if (!below.isEmpty()) {
          children.add(
              new Child(
                  firstJob(entity), entity.weight(), amount -> divide(amount, entity, below)));
        }
      }
    }
    children.sort(Comparator.comparingInt(Child::firstJob));
    return children;
  }

  /** Returns the first job to arrive, saturated or not. */
  private int firstJob(Entity entity) {
    Optional<String> id = Optional.of(entity.id());
    int first =
        IntStream.range(0, share.length)
            .filter(m -> problem.job(m).entity().equals(id))
            .findFirst()
            .orElse(share.length);
    for (Entity other : problem.entities()) {
      first = other.parent().equals(id) ? Math.min(first, firstJob(other)) : first;
    }
    return first;
  }

  private static void divide(double amount, Entity entity, List<Child> children) {
    if (entity.discipline() == Discipline.FIFO) {
      children.get(0).take.accept(amount);
      return;
    }
    double total = children.stream().mapToDouble(Child::weight).sum();
    children.forEach(child -> child.take.accept(amount * (child.weight / total)));
  }
}
