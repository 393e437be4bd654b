package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.model.Entity.Discipline;
import java.util.ArrayList;
import java.util.List;

/**
 * A node of the fairness hierarchy, a job or an entity, with its entitlement to a part of its
 * parent's share. Immutable.
 */
sealed interface FairnessNode permits FairnessNode.Leaf, FairnessNode.Branch, FinishTimeEntity {

  double weight();

  /** Returns a copy with another weight. */
  FairnessNode withWeight(double other);

  /** Returns the first job below in order of arrival. */
  int firstJob();

  boolean canUseMore(boolean[] saturated);

  /** Divides an entitlement among the jobs below that can use more; there is at least one. */
  void divide(double entitlement, Division division);

  /** Returns the fill curve of the node for given capacities of its jobs, {@code [job]}. */
  FillCurve fillCurve(double[] capacity);

  /** A job. */
  record Leaf(int job, double weight) implements FairnessNode {
    @Override
    public FairnessNode withWeight(double other) {
      return new Leaf(job, other);
    }

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
    public FairnessNode withWeight(double other) {
      return new Branch(children, other, discipline);
    }

    @Override
    public int firstJob() {
      return children.get(0).firstJob();
    }

    @Override
    public boolean canUseMore(boolean[] saturated) {
      for (FairnessNode child : children) { // no stream: its frames would limit the levels
        if (child.canUseMore(saturated)) {
          return true;
        }
      }
      return false;
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
        child.divide(
            entitlement * (child.weight() / total), division); // an only child gets all, exactly
      }
    }

    @Override
    public FillCurve fillCurve(double[] capacity) {
      List<FillCurve> curves = new ArrayList<>();
      for (FairnessNode child : children) {
        curves.add(child.fillCurve(capacity));
      }
      return discipline == Discipline.FIFO
          ? new FillCurve.SequentialFill(curves)
          : new FillCurve.WeightedFill(
              curves, children.stream().mapToDouble(FairnessNode::weight).toArray());
    }
  }

  /** One division of the cluster among all jobs: the state of the jobs and the share of each. */
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

    /** Returns the jobs that can use no more, {@code [job]}; not a copy. */
    boolean[] saturated() {
      return saturated;
    }

    /** Returns the share that a job has so far, in units of its entity's entitlement. */
    double claimed(int m) {
      return claimed[m];
    }

    /** Returns the amount by which the level is to rise. */
    double rise() {
      return rise;
    }

    void give(int m, double entitlement) {
      share[m] = entitlement;
    }

    /** Returns the share of each job, {@code [job]}; not a copy. */
    double[] shares() {
      return share;
    }
  }
}
