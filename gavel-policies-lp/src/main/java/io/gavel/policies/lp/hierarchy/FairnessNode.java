package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.hierarchy.EqualRhoFill.Member;
import io.gavel.policies.model.Entity.Discipline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A node of the fairness hierarchy, a job or an entity, with its entitlement to a part of its
 * parent's share. Immutable.
 *
 * @param firstJob the first job of the node in order of arrival
 * @param weight the weight of the node among its siblings
 * @param curve the fill curve of the node for given capacities of its jobs, {@code [job]}
 */
record FairnessNode(int firstJob, double weight, Function<double[], FillCurve> curve) {

  static FairnessNode ofJob(int m, double weight) {
    return new FairnessNode(m, weight, capacity -> new FillCurve.JobFill(m, capacity[m]));
  }

  /** Returns a node over children in order of arrival; an entity arrives with its first job. */
  static FairnessNode of(List<FairnessNode> children, double weight, Discipline discipline) {
    double[] weights = children.stream().mapToDouble(FairnessNode::weight).toArray();
    return new FairnessNode(
        children.get(0).firstJob,
        weight,
        capacity -> {
          List<FillCurve> curves = new ArrayList<>();
          for (FairnessNode child : children) { // no stream: its frames would limit the levels
            curves.add(child.curve.apply(capacity));
          }
          return discipline == Discipline.FIFO
              ? new FillCurve.SequentialFill(curves)
              : new FillCurve.WeightedFill(curves, weights);
        });
  }

  /** Returns a node over jobs that have one ρ, in order of arrival. */
  static FairnessNode ofFinishTimes(List<Member> jobs, double weight) {
    return new FairnessNode(
        jobs.get(0).job(), weight, capacity -> new EqualRhoFill(jobs, capacity));
  }

  FairnessNode withWeight(double other) {
    return new FairnessNode(firstJob, other, curve);
  }
}
