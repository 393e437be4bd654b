package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.model.Entity.Discipline;
import java.util.List;

/** Who is entitled to a part of what its parent has: a job or an entity. Immutable. */
sealed interface FairnessNode permits FairnessNode.Leaf, FairnessNode.Branch, FinishTimeEntity {

  double weight();

  /** The first job below in order of arrival. */
  int firstJob();

  boolean canUseMore(boolean[] saturated);

  /** Passes an entitlement on to the jobs below that can use more; there is at least one. */
  void divide(double entitlement, Division division);

  /** The node when its jobs can hold so much, {@code [job]}. */
  FillCurve fillCurve(double[] capacity);

  /** A job. */
  record Leaf(int job, double weight) implements FairnessNode {
    @Override
    public int firstJob() {
      return job;
    }

    @Override
    public boolean canUseMore(boolean[] saturated) {
      return !saturated[job];
    }

    @Override
    public void divide(double entitlement, Division division) {
      division.give(job, entitlement);
    }

    @Override
    public FillCurve fillCurve(double[] capacity) {
      return new FillCurve.JobFill(job, capacity[job]);
    }
  }

  /** Children in order of arrival; an entity arrives with its first job. */
  record Branch(List<FairnessNode> children, double weight, Discipline discipline)
      implements FairnessNode {
    @Override
    public int firstJob() {
      return children.get(0).firstJob();
    }

    @Override
    public boolean canUseMore(boolean[] saturated) {
      return children.stream().anyMatch(child -> child.canUseMore(saturated));
    }

    @Override
    public void divide(double entitlement, Division division) {
      List<FairnessNode> active =
          children.stream().filter(child -> child.canUseMore(division.saturated())).toList();
      if (discipline == Discipline.FIFO) {
        active.get(0).divide(entitlement, division);
        return;
      }
      double total = active.stream().mapToDouble(FairnessNode::weight).sum();
      for (FairnessNode child : active) {
        child.divide(entitlement * (child.weight() / total), division); // alone: all
      }
    }

    @Override
    public FillCurve fillCurve(double[] capacity) {
      List<FillCurve> curves = children.stream().map(child -> child.fillCurve(capacity)).toList();
      return discipline == Discipline.FIFO
          ? new FillCurve.SequentialFill(curves)
          : new FillCurve.WeightedFill(
              curves, children.stream().mapToDouble(FairnessNode::weight).toArray());
    }
  }

  /** One division of the cluster among all jobs: what is known of them, and what each is given. */
  final class Division {

    private final boolean[] saturated;
    private final double[] claimed;
    private final double rise;
    private final double[] share;

    Division(boolean[] saturated, double[] claimed, double rise) {
      this.saturated = saturated;
      this.claimed = claimed;
      this.rise = rise;
      share = new double[saturated.length];
    }

    /** The jobs that can use no more, {@code [job]}; not a copy. */
    boolean[] saturated() {
      return saturated;
    }

    /** What a job has, in units of its entity's entitlement. */
    double claimed(int m) {
      return claimed[m];
    }

    /** By how much the level is to rise. */
    double rise() {
      return rise;
    }

    void give(int m, double entitlement) {
      share[m] = entitlement;
    }

    /** What each job was given, {@code [job]}; not a copy. */
    double[] shares() {
      return share;
    }
  }
}
