package io.gavel.policies;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.internal.IdIndex;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which jobs may run on which worker types. A forbidden type is not a slow one: the job's
 * throughput there stays what it is, so that yardsticks such as the equal share, the isolated share
 * and the fastest type do not change. Only time there is ruled out: for the job alone and for its
 * pairs. Immutable.
 */
public final class Eligibility {

  private static final Eligibility ALL = new Eligibility(0, new BitSet());

  private final int typeCount;

  /** {@code job · typeCount + type}. */
  private final BitSet forbidden;

  private Eligibility(int typeCount, BitSet forbidden) {
    this.typeCount = typeCount;
    this.forbidden = forbidden;
  }

  /** {@return the eligibility of jobs that may run on every type} */
  public static Eligibility all() {
    return ALL;
  }

  /** {@return whether nothing is forbidden} */
  public boolean isAll() {
    return forbidden.isEmpty();
  }

  /**
   * Whether a job must not run on a type.
   *
   * @param m a job index
   * @param j a type index
   * @return true if its fraction there has to be 0, alone and in pairs
   */
  public boolean forbids(int m, int j) {
    return !forbidden.isEmpty() && forbidden.get(m * typeCount + j);
  }

  /**
   * The types on which a job must not run.
   *
   * @param m a job index
   * @return type indices, ascending
   */
  public int[] forbiddenTypes(int m) {
    return IntStream.range(0, typeCount).filter(j -> forbids(m, j)).toArray();
  }

  /**
   * The same for some of the jobs.
   *
   * @param jobs indices of jobs, which become jobs 0, 1 and so on
   * @return a copy
   */
  public Eligibility ofJobs(int[] jobs) {
    if (isAll()) {
      return this;
    }
    BitSet kept = new BitSet();
    for (int i = 0; i < jobs.length; i++) {
      for (int j = 0; j < typeCount; j++) {
        kept.set(i * typeCount + j, forbids(jobs[i], j));
      }
    }
    return of(typeCount, kept);
  }

  /** Worker types that a job must not use, by name. */
  record Rule(String jobId, List<String> typeNames) {

    Rule(String jobId, String... typeNames) {
      this(requireNonNull(jobId, "job id"), List.of(typeNames));
      if (typeNames.length == 0) {
        throw new IllegalArgumentException(
            "job \"%s\" is forbidden no worker type; at least one is needed".formatted(jobId));
      }
    }

    /** All of them, of jobs and types that there are. */
    static Eligibility all(List<Rule> rules, IdIndex<Job> index, Cluster cluster) {
      BitSet forbidden = new BitSet();
      rules.forEach(rule -> rule.mark(forbidden, index, cluster));
      return Eligibility.of(cluster.typeCount(), forbidden);
    }

    private void mark(BitSet forbidden, IdIndex<Job> index, Cluster cluster) {
      int row = Math.multiplyExact(index.rowOf(jobId), cluster.typeCount());
      typeNames.forEach(name -> forbidden.set(row + cluster.indexOf(name)));
    }

    /** These and those that were forbidden before. */
    Eligibility and(Eligibility before, IdIndex<Job> index, Cluster cluster) {
      BitSet forbidden = before.entries();
      mark(forbidden, index, cluster);
      return Eligibility.of(cluster.typeCount(), forbidden);
    }
  }

  /** Of entries {@code job · typeCount + type}, which are not changed any more. */
  static Eligibility of(int typeCount, BitSet forbidden) {
    return forbidden.isEmpty() ? ALL : new Eligibility(typeCount, forbidden);
  }

  /** The entries of {@link #of}; a copy. */
  BitSet entries() {
    return (BitSet) forbidden.clone();
  }

  /** Refuses an eligibility of other jobs or types. */
  Eligibility requireFit(int jobs, int types) {
    if (!isAll() && (typeCount != types || forbidden.length() > (long) jobs * types)) {
      throw new IllegalArgumentException(
          "%s is for %d worker types and at least %d jobs; the problem has %d and %d"
              .formatted(this, typeCount, (forbidden.length() - 1) / typeCount + 1, types, jobs));
    }
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Eligibility that
        && typeCount == that.typeCount
        && forbidden.equals(that.forbidden);
  }

  @Override
  public int hashCode() {
    return forbidden.hashCode();
  }

  @Override
  public String toString() {
    return "Eligibility[%d forbidden]".formatted(forbidden.cardinality());
  }
}
