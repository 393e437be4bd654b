package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.level.FinishTime;
import java.util.List;

/**
 * An entity whose jobs have one common ρ until they are saturated. Immutable.
 *
 * <p>In units of the entity's entitlement, job {@code m} has the claim {@code s_m · throughput_m /
 * eq(m)}. To reach ρ it needs
 *
 * <pre>
 *   claim_m(ρ) = pace_m / (ρ − lost_m),   pace_m = s_m steps_m / (eq(m) alone_m),   lost_m = since_m / alone_m
 * </pre>
 *
 * <p>where {@code lost} is the ρ that the job would have if it finished now. Let {@code L} be the
 * largest {@code lost} of the jobs that can rise, and {@code u = 1 / (ρ − L)}. The claims {@code
 * pace_m u / (1 + u (L − lost_m))} increase from 0 with {@code u}; the claims of the jobs with the
 * largest {@code lost} are unbounded. So each entitlement is the sum of the claims at exactly one
 * {@code u}.
 *
 * @param jobs the jobs that count, in order of arrival
 * @param weight the weight of the entity among its siblings
 */
record FinishTimeEntity(List<Member> jobs, double weight) implements FairnessNode {

  /** A job with the parameters of its claim. */
  record Member(int job, double pace, double lost) {

    static Member of(AllocationProblem problem, int m, FinishTime time) {
      double unit = FairnessTree.unit(problem, m);
      return new Member(m, time.steps() / unit / time.alone(), time.since() / time.alone());
    }
  }

  @Override
  public FairnessNode withWeight(double other) {
    return new FinishTimeEntity(jobs, other);
  }

  @Override
  public int firstJob() {
    return jobs.get(0).job();
  }

  @Override
  public FillCurve fillCurve(double[] capacity) {
    return new EqualRhoFill(jobs, capacity);
  }
}
