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
    public FillCurve fillCurve(double[] capacity) {
      List<FillCurve> curves = new ArrayList<>();
      for (FairnessNode child : children) { // no stream: its frames would limit the levels
        curves.add(child.fillCurve(capacity));
      }
      return discipline == Discipline.FIFO
          ? new FillCurve.SequentialFill(curves)
          : new FillCurve.WeightedFill(
              curves, children.stream().mapToDouble(FairnessNode::weight).toArray());
    }
  }
}
