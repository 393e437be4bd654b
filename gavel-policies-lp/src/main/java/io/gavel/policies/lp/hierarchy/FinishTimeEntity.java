package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.level.FinishTime;
import java.util.ArrayList;
import java.util.Arrays;
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
 * largest {@code lost} are unbounded. So each entitlement {@code E} is the sum of the claims at
 * exactly one {@code u(E)}. From {@code E} to {@code F} the claim of each job grows by
 *
 * <pre>
 *   (F − E) · weight_m / Σ weight,   weight_m = pace_m / ((1 + u(E) (L − lost_m)) (1 + u(F) (L − lost_m)))
 * </pre>
 *
 * <p>This form has no cancellation and also holds for {@code F = E}.
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
  public boolean canUseMore(boolean[] saturated) {
    return jobs.stream().anyMatch(member -> !saturated[member.job()]);
  }

  @Override
  public void divide(double entitlement, Division division) {
    List<Member> active = new ArrayList<>();
    double claimed = 0;
    for (Member member : jobs) {
      if (!division.saturated()[member.job()]) {
        active.add(member);
        claimed += division.claimed(member.job());
      }
    }
    double[] weight = weights(active, claimed, claimed + entitlement * division.rise());
    double total = Arrays.stream(weight).sum();
    for (int i = 0; i < weight.length; i++) {
      division.give(active.get(i).job(), entitlement * (weight[i] / total));
    }
  }

  @Override
  public FillCurve fillCurve(double[] capacity) {
    return new EqualRhoFill(jobs, capacity);
  }

  private static double[] weights(List<Member> active, double from, double to) {
    double most = active.stream().mapToDouble(Member::lost).max().orElseThrow();
    double low = haste(active, most, from);
    double high = haste(active, most, to);
    return active.stream()
        .mapToDouble(m -> m.pace() / (1 + low * (most - m.lost())) / (1 + high * (most - m.lost())))
        .toArray();
  }

  /**
   * Returns the {@code u} at which the claims sum to the entitlement. Their sum is concave in
   * {@code u}, so Newton's method rises from 0 without passing the root; it ends when rounding
   * stops the progress.
   */
  static double haste(List<Member> active, double most, double entitlement) {
    double u = 0;
    for (double next = 0; ; u = next) {
      double sum = 0;
      double slope = 0;
      for (Member m : active) {
        double slowdown = 1 + u * (most - m.lost());
        sum += m.pace() * u / slowdown;
        slope += m.pace() / slowdown / slowdown;
      }
      next = u + (entitlement - sum) / slope;
      if (!(next > u)) {
        return u;
      }
    }
  }
}
