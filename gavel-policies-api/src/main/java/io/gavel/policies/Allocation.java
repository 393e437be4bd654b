package io.gavel.policies;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The fraction of wall-clock time that each group spends on each worker type, {@code X[g][j]}, with
 * the quantities derived from it and a certificate of its quality.
 *
 * <p>Rows are the groups of the problem (jobs in order of arrival, then pairs, then
 * configurations), columns its worker types. The allocations of this library are immutable and may
 * be shared by threads.
 */
public interface Allocation {

  /**
   * Returns the problem that this allocation answers.
   *
   * @return the problem
   */
  AllocationProblem problem();

  /**
   * Returns the fraction of time of a group on a type.
   *
   * @param g a group index
   * @param j a type index
   * @return from 0 to 1
   */
  double fraction(int g, int j);

  /**
   * Returns all fractions at once.
   *
   * @return a copy of the fractions of wall-clock time, {@code [group][worker type]} row-major, as
   *     {@link #of} takes them
   */
  default double[] fractions() {
    int types = problem().cluster().typeCount();
    double[] fractions = new double[problem().groupCount() * types];
    Arrays.setAll(fractions, entry -> fraction(entry / types, entry % types));
    return fractions;
  }

  /**
   * Returns the rate at which a job progresses on average: the sum of throughput times fraction
   * over all groups that contain it (Gavel §3.1). Sums are taken group by group and type by type in
   * ascending order, so that "exactly feasible" has one meaning in floating-point arithmetic.
   *
   * @param m a job index
   * @return steps per second
   */
  double effectiveThroughput(int m);

  /**
   * Returns the fraction of time for which a job runs.
   *
   * @param m a job index
   * @return from 0 to 1, over all types and groups
   */
  double timeFraction(int m);

  /**
   * Returns the average number of busy workers of a pool: {@code Σ workers · X}. Whole workers and
   * shares are added up separately, shares in thousandths.
   *
   * @param k a pool index
   * @return from 0 to the pool's workers
   */
  double workersUsed(int k);

  /**
   * Computes the sum of a row of the problem, such as the workers that a constraint counts.
   *
   * @param row one of the {@linkplain AllocationProblem#constraintRows() rows} of the problem
   * @return the sum of its coefficients times fractions, in the unit of its bound
   */
  default double sum(LinearRow row) {
    int types = problem().cluster().typeCount();
    return row.sum(entry -> fraction(entry / types, entry % types));
  }

  /**
   * Returns the soft constraints that are missed, and by how much.
   *
   * @return the amount of each in the unit of its bound, by name, in the order of the problem;
   *     rounding errors are left out
   */
  default Map<String, Double> missed() {
    Map<String, Double> missed = new LinkedHashMap<>();
    for (LinearRow row : problem().softRows()) {
      double amount = row.relation().violation(sum(row), row.bound());
      if (!Tolerance.CERTIFIED.atMost(amount / row.scale(), 0)) {
        missed.put(row.name(), amount);
      }
    }
    return missed;
  }

  /**
   * Returns the certificate.
   *
   * @return objective, bound and prices
   */
  Certificate certificate();

  /**
   * Returns the fraction of time of a job running alone on a type, in its first way. Time in pairs
   * and in other configurations does not count; {@link #timeFraction} is all of it.
   *
   * @param jobId a job's id
   * @param typeName a worker type's name
   * @return from 0 to 1
   * @throws IllegalArgumentException if a name is unknown
   */
  default double fraction(String jobId, String typeName) {
    return fraction(problem().indexOf(jobId), problem().cluster().indexOf(typeName));
  }

  /**
   * Returns the fraction of time of a job in one of its configurations on a type.
   *
   * @param jobId a job's id
   * @param configuration the name of one of its configurations
   * @param typeName a worker type's name
   * @return from 0 to 1
   * @throws IllegalArgumentException if a name is unknown
   */
  default double fraction(String jobId, String configuration, String typeName) {
    return fraction(
        problem().configurationOf(jobId, configuration), problem().cluster().indexOf(typeName));
  }

  /**
   * Returns the rate at which a job progresses on average.
   *
   * @param jobId a job's id
   * @return steps per second
   * @throws IllegalArgumentException if the id is unknown
   */
  default double effectiveThroughput(String jobId) {
    return effectiveThroughput(problem().indexOf(jobId));
  }

  /**
   * Returns the largest amount by which a limit on time or capacity is exceeded, relative to that
   * limit (to one worker for an empty pool), or by which an entry is negative. Time on a type where
   * the group cannot run is wasted, but is not a violation.
   *
   * @return 0 for an exactly feasible allocation
   */
  default double maxViolation() {
    Cluster cluster = problem().cluster();
    double worst = 0;
    for (int g = 0; g < problem().groupCount(); g++) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        worst = Math.max(worst, -fraction(g, j));
      }
    }
    for (int m = 0; m < problem().jobCount(); m++) {
      worst = Math.max(worst, timeFraction(m) - 1);
    }
    for (int k = 0; k < cluster.poolCount(); k++) {
      double excess = workersUsed(k) - cluster.poolWorkers(k);
      worst = Math.max(worst, excess / Math.max(1, cluster.poolWorkers(k)));
    }
    return worst;
  }

  /**
   * Returns a human-readable table: one line per group, one column per worker type, in per cent of
   * time.
   *
   * @return lines that end with a line feed
   */
  default String toTable() {
    AllocationProblem problem = problem();
    int nameWidth = 5;
    for (int g = 0; g < problem.groupCount(); g++) {
      nameWidth = Math.max(nameWidth, problem.groupName(g).length());
    }
    StringBuilder table = new StringBuilder(padded("group", nameWidth));
    for (WorkerType type : problem.cluster().types()) {
      table.append("  ").append(String.format(Locale.ROOT, "%9s", type.name()));
    }
    table.append("    steps/s\n");
    for (int g = 0; g < problem.groupCount(); g++) {
      table.append(padded(problem.groupName(g), nameWidth));
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        int width = Math.max(9, problem.cluster().type(j).name().length());
        String percent = String.format(Locale.ROOT, "%.1f %%", 100 * fraction(g, j));
        table.append("  ").append(" ".repeat(Math.max(0, width - percent.length())));
        table.append(percent);
      }
      table.append(
          g < problem.jobCount()
              ? String.format(Locale.ROOT, "  %9.4g\n", effectiveThroughput(g))
              : "\n");
    }
    return table.toString();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  /**
   * Returns a copy with another certificate.
   *
   * @param certificate objective, bound and prices
   * @return an immutable allocation
   * @throws IllegalArgumentException if the number of prices differs from the number of pools or
   *     jobs
   */
  default Allocation withCertificate(Certificate certificate) {
    return of(problem(), fractions(), certificate);
  }

  /**
   * Returns an allocation of the given fractions. They need not be feasible, so that the answer of
   * any scheduler can be examined; see {@link #maxViolation}.
   *
   * @param problem the problem that the allocation answers
   * @param fractions of wall-clock time, {@code [group][worker type]}, row-major; copied
   * @param certificate objective, bound and prices
   * @return an immutable allocation
   * @throws IllegalArgumentException if the length is wrong, an entry is not finite, or the number
   *     of prices differs from the number of pools or jobs
   */
  static Allocation of(AllocationProblem problem, double[] fractions, Certificate certificate) {
    return DenseAllocation.of(problem, fractions.clone(), certificate);
  }
}
