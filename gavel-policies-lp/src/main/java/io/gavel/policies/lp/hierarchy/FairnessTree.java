package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.tree.TreeFilling;
import io.gavel.policies.lp.hierarchy.EqualRhoFill.Member;
import io.gavel.policies.lp.internal.level.FinishTime;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.statement.FairLevels.Entitlements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The fairness hierarchy (Gavel §4.3): jobs are leaves, entities inner nodes; the root is shared
 * max-min fairly. Entitlement that a node cannot use passes to its siblings, then to its parent's
 * siblings.
 */
final class FairnessTree {

  /** The division is a recursion over the levels, so their number is limited by the stack. */
  static final int MOST_LEVELS = 1_000;

  /** A node and the number of levels from it down to the jobs. */
  private record Nested(FairnessNode node, int levels) {}

  private final AllocationProblem problem;
  private final List<FairnessNode> top = new ArrayList<>();
  private final Map<Optional<String>, List<Integer>> jobsOf = new HashMap<>();
  private final boolean[] owedNothing;

  /** The parameters of jobs in entities that divide by finish time, {@code [job]}; else 0. */
  private final double[] pace;

  private final double[] lost;

  private FairnessTree(AllocationProblem problem) {
    this.problem = problem;
    owedNothing = new boolean[problem.jobCount()];
    pace = new double[problem.jobCount()];
    lost = new double[problem.jobCount()];
    for (int m = 0; m < owedNothing.length; m++) {
      owedNothing[m] = EqualShare.throughput(problem, m) == 0;
      jobsOf.computeIfAbsent(problem.job(m).entity(), any -> new ArrayList<>()).add(m);
    }
  }

  /** Returns the tree with all jobs at the top level, ignoring entities. */
  static FairnessTree flat(AllocationProblem problem) {
    FairnessTree tree = new FairnessTree(problem);
    tree.top.addAll(tree.leaves(IntStream.range(0, problem.jobCount()).boxed().toList()));
    return tree;
  }

  /**
   * Returns the tree of the problem's entities. Jobs and entities without a parent are at the top
   * level.
   *
   * @throws IllegalArgumentException if the steps remaining of a job in an entity that divides by
   *     finish time are not given
   */
  static FairnessTree of(AllocationProblem problem) {
    FairnessTree tree = new FairnessTree(problem);
    tree.top.addAll(tree.leaves(tree.jobsOf(Optional.empty())));
    tree.top.addAll(tree.entities());
    return tree;
  }

  /** Returns the jobs of an entity in order of arrival. */
  private List<Integer> jobsOf(Optional<String> entity) {
    return jobsOf.getOrDefault(entity, List.of());
  }

  private List<FairnessNode> leaves(List<Integer> jobs) {
    return jobs.stream().map(m -> FairnessNode.ofJob(m, problem.job(m).weight())).toList();
  }

  /**
   * Returns the top-level entities with jobs and their subtrees, in any order: each has its own
   * share. A loop instead of a recursion, because chains of entities may be longer than the stack.
   */
  private List<FairnessNode> entities() {
    List<Entity> parentsFirst = TreeFilling.parentsFirst(problem);
    Map<Optional<String>, List<Nested>> nodes = new HashMap<>();
    for (int i = parentsFirst.size() - 1; i >= 0; i--) {
      Entity entity = parentsFirst.get(i);
      List<Nested> below = nodes.getOrDefault(Optional.of(entity.id()), List.of());
      node(entity, below)
          .ifPresent(n -> nodes.computeIfAbsent(entity.parent(), any -> new ArrayList<>()).add(n));
    }
    return nodes.getOrDefault(Optional.empty(), List.of()).stream().map(Nested::node).toList();
  }

  private Optional<Nested> node(Entity entity, List<Nested> below) {
    List<Integer> jobs = jobsOf(Optional.of(entity.id()));
    if (entity.discipline() == Discipline.FINISH_TIME_FAIRNESS) {
      return finishTimeEntity(jobs, entity.weight()).map(node -> new Nested(node, 1));
    }
    int levels = below.stream().mapToInt(Nested::levels).max().orElse(0);
    List<FairnessNode> children = new ArrayList<>(leaves(jobs));
    below.forEach(nested -> children.add(nested.node()));
    if (children.size() < 2) { // an only child gets all, whatever the discipline
      return children.stream()
          .map(child -> new Nested(child.withWeight(entity.weight()), levels))
          .findFirst();
    }
    if (levels >= MOST_LEVELS) {
      throw new IllegalArgumentException(
          "entities below entity \"%s\" are nested more than %s deep; entities with one child do not count"
              .formatted(entity.id(), MOST_LEVELS));
    }
    children.sort(Comparator.comparingInt(FairnessNode::firstJob));
    return Optional.of(
        new Nested(FairnessNode.of(children, entity.weight(), entity.discipline()), levels + 1));
  }

  private Optional<FairnessNode> finishTimeEntity(List<Integer> jobs, double weight) {
    List<Member> members = new ArrayList<>();
    for (int m : jobs) {
      FinishTime time = FinishTime.of(problem, m, IsolatedShare.throughput(problem, m));
      owedNothing[m] |= time.steps() == 0;
      if (!owedNothing[m]) {
        Member member = Member.of(problem, m, time);
        members.add(member);
        pace[m] = member.pace();
        lost[m] = member.lost();
      }
    }
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(FairnessNode.ofFinishTimes(members, weight));
  }

  /**
   * Returns the jobs that are set aside, {@code [job]}: jobs that cannot run alone, and jobs that
   * are done in an entity that divides by finish time.
   */
  boolean[] owedNothing() {
    return owedNothing.clone();
  }

  /** Returns how jobs take part in the division; jobs that are set aside take none. */
  Entitlements entitlements() {
    double[] unit = new double[owedNothing.length];
    Arrays.setAll(unit, m -> owedNothing[m] ? 0 : unit(problem, m));
    return Entitlements.of(unit, pace, lost);
  }

  /** Returns the throughput of a job per unit received; 0 if it cannot run alone. */
  static double unit(AllocationProblem problem, int m) {
    return EqualShare.throughput(problem, m) / problem.job(m).workers();
  }

  /**
   * Returns the demands of the jobs at each level, for given capacities. Each top-level node
   * receives its weight per unit of level.
   *
   * @param capacity the most that each job can receive, {@code [job]}
   */
  Demands demands(double[] capacity) {
    FillCurve[] curves =
        top.stream().map(node -> node.curve().apply(capacity)).toArray(FillCurve[]::new);
    double[] weight = top.stream().mapToDouble(FairnessNode::weight).toArray();
    return new Demands(curves, weight, capacity.length);
  }

  /** The amount that every job receives at a level, at most its capacity. Immutable. */
  static final class Demands {
    private final FillCurve[] curves;
    private final double[] weight;
    private final int jobs;

    private Demands(FillCurve[] curves, double[] weight, int jobs) {
      this.curves = curves;
      this.weight = weight;
      this.jobs = jobs;
    }

    /**
     * Returns the amount that each job has received at a level, {@code [job]}; non-decreasing in
     * the level.
     */
    double[] at(double level) {
      double[] received = new double[jobs];
      for (int i = 0; i < curves.length; i++) {
        double capacity = curves[i].capacity();
        boolean full = level >= capacity / weight[i];
        curves[i].fill(full ? capacity : weight[i] * level, received);
      }
      return received;
    }

    /** Returns the level at which each job is full, {@code [job]}. */
    double[] fullAt() {
      double[] level = new double[jobs];
      for (int i = 0; i < curves.length; i++) {
        double w = weight[i];
        curves[i].full(amount -> amount / w, level);
      }
      return level;
    }
  }
}
