package io.gavel.policies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How fast jobs run beside each other, by job type: what {@link AllocationProblem#sharingByType}
 * needs instead of a list of all pairs of jobs. Any two jobs whose types have an entry for their
 * scale factor may share workers. Immutable.
 */
public final class PairThroughputs {

  private static final PairThroughputs NONE = builder(0).build();

  private record Kind(String type, int scaleFactor) {}

  private final int typeCount;
  private final Map<Kind, Integer> kinds;
  private final Map<Long, double[]> rates;

  private PairThroughputs(int typeCount, Map<Kind, Integer> kinds, Map<Long, double[]> rates) {
    this.typeCount = typeCount;
    this.kinds = kinds;
    this.rates = rates;
  }

  /**
   * No pairs.
   *
   * @return an empty table
   */
  public static PairThroughputs none() {
    return NONE;
  }

  /**
   * Starts a table.
   *
   * @param typeCount the number of worker types
   * @return a new builder
   */
  public static Builder builder(int typeCount) {
    return new Builder(typeCount);
  }

  /** Collects pairs of job types. Mutable. */
  public static final class Builder {
    private final int typeCount;
    private final Map<Kind, Integer> kinds = new HashMap<>();
    private final List<Kind> order = new ArrayList<>();
    private final Map<Long, double[]> rates = new HashMap<>();

    private Builder(int typeCount) {
      this.typeCount = Require.atLeast(0, typeCount, "number of worker types");
    }

    /**
     * Adds two job types whose jobs may share workers; a type may stand beside itself.
     *
     * @param a one job type
     * @param b the other
     * @param scaleFactor of both jobs, at least 1
     * @param stepsPerSecondOfA throughput of a job of type {@code a} beside one of {@code b}, one
     *     entry a worker type; 0 where they cannot share; not retained
     * @param stepsPerSecondOfB the same of {@code b}; equal if the types are
     * @return this builder
     * @throws IllegalArgumentException if a length or entry is wrong, the two are given already, or
     *     a type beside itself has two rates
     */
    public Builder pair(
        String a,
        String b,
        int scaleFactor,
        double[] stepsPerSecondOfA,
        double[] stepsPerSecondOfB) {
      Require.atLeast(1, scaleFactor, "scale factor");
      int first = kind(a, scaleFactor);
      int second = kind(b, scaleFactor);
      put(first, second, a, b, stepsPerSecondOfA);
      if (first != second) {
        put(second, first, b, a, stepsPerSecondOfB);
      } else if (!Arrays.equals(stepsPerSecondOfA, stepsPerSecondOfB)) {
        throw new IllegalArgumentException(
            "job type \"%s\" beside itself has two different rows; both jobs run alike"
                .formatted(a));
      }
      return this;
    }

    private int kind(String type, int scaleFactor) {
      Kind kind = new Kind(Require.name(type, "job type"), scaleFactor);
      int fresh = order.size();
      int k = kinds.computeIfAbsent(kind, of -> fresh);
      if (k == fresh) {
        order.add(kind);
      }
      return k;
    }

    private void put(int of, int beside, String a, String b, double[] row) {
      Rates.requireRow(
          row, typeCount, () -> "job type \"%s\" beside \"%s\"".formatted(a, b), j -> "type " + j);
      if (rates.putIfAbsent(key(of, beside), row.clone()) != null) {
        throw new IllegalArgumentException(
            "job types \"%s\" and \"%s\" are given twice".formatted(a, b));
      }
    }

    /**
     * Builds.
     *
     * @return an immutable table
     */
    public PairThroughputs build() {
      return new PairThroughputs(typeCount, Map.copyOf(kinds), Map.copyOf(rates));
    }
  }

  private static long key(int of, int beside) {
    return ((long) of << 32) | beside;
  }

  /**
   * Whether no jobs may share workers.
   *
   * @return true if there is no entry
   */
  public boolean isEmpty() {
    return rates.isEmpty();
  }

  /**
   * The number of worker types.
   *
   * @return entries a row
   */
  public int typeCount() {
    return typeCount;
  }

  /**
   * The number of kinds of jobs: job types with a scale factor.
   *
   * @return kinds are numbered from 0 in order of appearance
   */
  public int kindCount() {
    return kinds.size();
  }

  /**
   * The kind of a job.
   *
   * @param job a job
   * @return its number; -1 if the job has no type, takes a part of a worker, or is not in the table
   */
  public int kindOf(Job job) {
    Optional<String> type = job.type();
    if (type.isEmpty() || job.gpuMilli() != Job.WHOLE_WORKER) {
      return -1;
    }
    return kinds.getOrDefault(new Kind(type.get(), job.scaleFactor()), -1);
  }

  /**
   * The throughput of a job beside another.
   *
   * @param kind the kind of the job
   * @param beside the kind of the other
   * @param j a worker type
   * @return steps per second; 0 if they cannot share
   */
  public double stepsPerSecond(int kind, int beside, int j) {
    double[] row = rates.get(key(kind, beside));
    return row == null ? 0 : row[Require.index(j, typeCount, "worker type")];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PairThroughputs that
        && typeCount == that.typeCount
        && kinds.equals(that.kinds)
        && rates.keySet().equals(that.rates.keySet())
        && rates.entrySet().stream()
            .allMatch(e -> Arrays.equals(e.getValue(), that.rates.get(e.getKey())));
  }

  @Override
  public int hashCode() {
    return 31 * typeCount + kinds.hashCode();
  }

  @Override
  public String toString() {
    return "PairThroughputs[%d kinds, %d worker types]".formatted(kinds.size(), typeCount);
  }
}
