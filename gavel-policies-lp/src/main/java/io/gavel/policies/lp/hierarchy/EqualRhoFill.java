package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.level.FinishTime;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The fill curve of a {@link FairnessNode#ofFinishTimes finish-time entity}: all jobs that are not
 * full have the same ρ. Immutable.
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
 */
final class EqualRhoFill implements FillCurve {

  /** A job with the parameters of its claim. */
  record Member(int job, double pace, double lost) {

    static Member of(AllocationProblem problem, int m, FinishTime time) {
      double unit = FairnessTree.unit(problem, m);
      return new Member(m, time.steps() / unit / time.alone(), time.since() / time.alone());
    }
  }

  /** The jobs in the order in which they become full: by decreasing ρ. */
  private final List<Member> jobs;

  /** The capacity of each job, in that order. */
  private final double[] capacity;

  /** The ρ at which each job is full. */
  private final double[] fullAt;

  /** The total capacity of the jobs before each one; the last entry is the total of all. */
  private final double[] before;

  EqualRhoFill(List<Member> members, double[] capacityOfJob) {
    jobs =
        members.stream()
            .sorted(Comparator.comparingDouble(m -> -fullAt(m, capacityOfJob[m.job()])))
            .toList();
    capacity = jobs.stream().mapToDouble(m -> capacityOfJob[m.job()]).toArray();
    fullAt = jobs.stream().mapToDouble(m -> fullAt(m, capacityOfJob[m.job()])).toArray();
    before = new double[capacity.length + 1];
    for (int i = 0; i < capacity.length; i++) {
      before[i + 1] = before[i] + capacity[i];
    }
  }

  private static double fullAt(Member member, double capacity) {
    return member.lost() + member.pace() / capacity;
  }

  @Override
  public double capacity() {
    return before[capacity.length];
  }

  @Override
  public void fill(double amount, double[] ofJob) {
    int full = amount >= capacity() ? capacity.length : countFull(amount);
    for (int i = 0; i < full; i++) {
      ofJob[jobs.get(i).job()] = capacity[i];
    }
    List<Member> active = jobs.subList(full, capacity.length);
    if (active.isEmpty()) {
      return;
    }
    double most = active.stream().mapToDouble(Member::lost).max().orElseThrow();
    double haste = haste(active, most, Math.max(0, amount - before[full]));
    for (int i = full; i < capacity.length; i++) {
      Member m = jobs.get(i);
      double claim = m.pace() * haste / (1 + haste * (most - m.lost()));
      ofJob[m.job()] = Math.min(capacity[i], claim);
    }
  }

  /** Returns the number of jobs that are full when the entity has received an amount. */
  private int countFull(double amount) {
    int low = 0;
    int high = capacity.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (amount >= receivedWhenFull(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double receivedWhenFull(int i) {
    double received = before[i + 1];
    for (int next = i + 1; next < capacity.length; next++) {
      Member m = jobs.get(next);
      received += Math.min(capacity[next], m.pace() / (fullAt[i] - m.lost()));
    }
    return received;
  }

  @Override
  public void full(DoubleUnaryOperator levelAt, double[] ofJob) {
    for (int i = 0; i < capacity.length; i++) {
      ofJob[jobs.get(i).job()] = levelAt.applyAsDouble(receivedWhenFull(i));
    }
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
