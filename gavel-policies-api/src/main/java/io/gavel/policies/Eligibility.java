package io.gavel.policies;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.internal.IdIndex;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The worker types on which each job may run. Forbidding a type does not change the job's
 * throughput there, so its equal share, isolated share and fastest type stay the same. The job must
 * have no time on the type, alone or in a pair. A job that can then run nowhere, for example
 * because it could run only in pairs with this job, is left out and takes no share of the cluster.
 * Immutable.
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
   * Returns whether a job must not run on a type.
   *
   * @param m a job index
   * @param j a type index
   * @return true if its fraction there has to be 0, alone and in pairs
   */
  public boolean forbids(int m, int j) {
    return !forbidden.isEmpty() && forbidden.get(m * typeCount + j);
  }

  /**
   * Returns the types on which a job must not run.
   *
   * @param m a job index
   * @return type indices, ascending
   */
  public int[] forbiddenTypes(int m) {
    return IntStream.range(0, typeCount).filter(j -> forbids(m, j)).toArray();
  }

  /** Combines rules into an eligibility; rejects unknown jobs and types. */
  static Eligibility of(List<Rule> rules, IdIndex<Job> index, Cluster cluster) {
    BitSet forbidden = new BitSet();
    for (Rule rule : rules) {
      rule.mark(forbidden, index, cluster);
    }
    return of(cluster.typeCount(), forbidden);
  }

  /** Worker types that a job must not use, by name. */
  record Rule(String jobId, List<String> typeNames) {

    Rule(String jobId, String... typeNames) {
      this(requireNonNull(jobId, "job id"), List.of(typeNames));
      if (typeNames.length == 0) {
        throw new IllegalArgumentException(
            "no worker type is named to forbid to job \"%s\"; at least one is needed"
                .formatted(jobId));
      }
    }

    private void mark(BitSet forbidden, IdIndex<Job> index, Cluster cluster) {
      int row = Math.multiplyExact(index.rowOf(jobId), cluster.typeCount());
      typeNames.forEach(name -> forbidden.set(row + cluster.indexOf(name)));
    }

    /** Adds this rule to an eligibility. */
    Eligibility and(Eligibility before, IdIndex<Job> index, Cluster cluster) {
      BitSet forbidden = before.entries();
      mark(forbidden, index, cluster);
      return Eligibility.of(cluster.typeCount(), forbidden);
    }
  }

  /**
   * Returns an eligibility of entries {@code job · typeCount + type}, which must not change
   * afterwards.
   */
  static Eligibility of(int typeCount, BitSet forbidden) {
    return forbidden.isEmpty() ? ALL : new Eligibility(typeCount, forbidden);
  }

  /** Returns a copy of the entries, as passed to {@link #of}. */
  BitSet entries() {
    return (BitSet) forbidden.clone();
  }

  /** Rejects an eligibility that does not fit the number of jobs or types. */
  void requireFit(int jobs, int types) {
    if (!isAll() && (typeCount != types || forbidden.length() > (long) jobs * types)) {
      throw new IllegalArgumentException(
          "%s is for %s worker types and at least %s jobs; the problem has %s and %s"
              .formatted(this, typeCount, (forbidden.length() - 1) / typeCount + 1, types, jobs));
    }
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
    return "Eligibility[%s forbidden]".formatted(forbidden.cardinality());
  }
}
