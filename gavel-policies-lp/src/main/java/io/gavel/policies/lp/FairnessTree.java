package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Entity;
import io.gavel.policies.Entity.Discipline;
import io.gavel.policies.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is entitled to what (Gavel §4.3): jobs are leaves, entities inner nodes, and the top is fair.
 * What cannot use more leaves its part to its siblings, and with the last of them to its parent's.
 */
final class FairnessTree {

  private sealed interface Node {
    double weight();

    /** The first job below in order of arrival. */
    int firstJob();

    boolean canUseMore(boolean[] saturated);

    void divide(double entitlement, boolean[] saturated, double[] share);
  }

  private record Leaf(int firstJob, double weight) implements Node {
    @Override
    public boolean canUseMore(boolean[] saturated) {
      return !saturated[firstJob];
    }

    @Override
    public void divide(double entitlement, boolean[] saturated, double[] share) {
      share[firstJob] = entitlement;
    }
  }

  /** Children in order of arrival; an entity arrives with its first job. */
  private record Branch(List<Node> children, double weight, Discipline discipline) implements Node {
    @Override
    public int firstJob() {
      return children.get(0).firstJob();
    }

    @Override
    public boolean canUseMore(boolean[] saturated) {
      return children.stream().anyMatch(child -> child.canUseMore(saturated));
    }

    @Override
    public void divide(double entitlement, boolean[] saturated, double[] share) {
      List<Node> active = children.stream().filter(c -> c.canUseMore(saturated)).toList();
      switch (discipline) {
        case FIFO -> active.get(0).divide(entitlement, saturated, share);
        case FAIRNESS -> {
          double total = active.stream().mapToDouble(Node::weight).sum();
          for (Node child : active) {
            child.divide(entitlement * (child.weight() / total), saturated, share); // alone: all
          }
        }
      }
    }
  }

  private final List<Node> top;

  private FairnessTree(List<Node> top) {
    this.top = top;
  }

  /** All jobs at the top: entities are not looked at. */
  static FairnessTree flat(AllocationProblem problem) {
    List<Node> leaves = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      leaves.add(new Leaf(m, problem.job(m).weight()));
    }
    return new FairnessTree(leaves);
  }

  /** The problem's entities; jobs and entities without a parent are at the top. */
  static FairnessTree of(AllocationProblem problem) {
    Map<String, List<Node>> below = new HashMap<>();
    List<Node> top = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      Job job = problem.job(m);
      job.entity()
          .map(id -> below.computeIfAbsent(id, any -> new ArrayList<>()))
          .orElse(top)
          .add(new Leaf(m, job.weight()));
    }
    for (Entity entity : problem.entities()) {
      if (entity.parent().isEmpty()) {
        addBranch(entity, problem.entities(), below, top);
      }
    }
    return new FairnessTree(top);
  }

  /** Adds the entity with all that is below it, unless no job is. */
  private static void addBranch(
      Entity entity, List<Entity> entities, Map<String, List<Node>> below, List<Node> siblings) {
    List<Node> children = below.getOrDefault(entity.id(), new ArrayList<>());
    for (Entity child : entities) {
      if (child.parent().filter(entity.id()::equals).isPresent()) {
        addBranch(child, entities, below, children);
      }
    }
    if (!children.isEmpty()) {
      children.sort(Comparator.comparingInt(Node::firstJob));
      siblings.add(new Branch(children, entity.weight(), entity.discipline()));
    }
  }

  /**
   * Divides one unit of level: each top node gets its weight, and passes it on by its discipline.
   *
   * @param saturated the jobs that can use no more, {@code [job]}
   * @return what each job is entitled to, {@code [job]}; 0 for the saturated and for those that
   *     wait for their turn. As jobs become saturated, the shares of the others only grow
   */
  double[] shares(boolean[] saturated) {
    double[] share = new double[saturated.length];
    for (Node node : top) {
      if (node.canUseMore(saturated)) {
        node.divide(node.weight(), saturated, share);
      }
    }
    return share;
  }
}
