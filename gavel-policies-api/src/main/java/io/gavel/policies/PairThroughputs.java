package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The throughputs of jobs that share workers, by job type. {@link AllocationProblem#sharingByType}
 * takes this table instead of a list of all pairs of jobs. Any two jobs whose types have an entry
 * for their scale factor may share workers. Immutable.
 */
public final class PairThroughputs {

  private static final PairThroughputs NONE =
      new PairThroughputs(0, List.of(), Map.of(), List.of());

  /**
   * A class of jobs with equal job type and scale factor. Immutable.
   *
   * @param type the job type
   * @param scaleFactor number of workers that each job occupies at once
   */
  public record Kind(String type, int scaleFactor) {}

  private final int typeCount;

  /** By number. */
  private final List<Kind> kinds;

  private final Map<Kind, Integer> numbers;

  /** The classes whose jobs may share workers with each class, ascending. */
  private final int[][] partners;

  /** {@code [kind][place of the partner][worker type]}. */
  private final double[][][] rates;

  private PairThroughputs(
      int typeCount,
      List<Kind> kinds,
      Map<Kind, Integer> numbers,
      List<SortedMap<Integer, double[]>> rows) {
    this.typeCount = typeCount;
    this.kinds = List.copyOf(kinds);
    this.numbers = Map.copyOf(numbers);
    partners = new int[rows.size()][];
    rates = new double[partners.length][][];
    for (int kind = 0; kind < partners.length; kind++) {
      partners[kind] = rows.get(kind).keySet().stream().mapToInt(Integer::intValue).toArray();
      rates[kind] = rows.get(kind).values().toArray(double[][]::new);
    }
  }

  /**
   * Returns a table without pairs.
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
    private final List<Kind> kinds = new ArrayList<>();
    private final Map<Kind, Integer> numbers = new HashMap<>();
    private final List<SortedMap<Integer, double[]>> rates = new ArrayList<>();

    private Builder(int typeCount) {
      this.typeCount = Require.atLeast(0, typeCount, "number of worker types");
    }

    /**
     * Adds two job types whose jobs may share workers; they may be equal.
     *
     * @param a one job type
     * @param b the other job type
     * @param scaleFactor of both jobs, at least 1
     * @param stepsPerSecondOfA throughput of a job of type {@code a} next to one of {@code b}, one
     *     entry for each worker type; 0 where they cannot share; not retained
     * @param stepsPerSecondOfB throughput of a job of type {@code b} next to one of {@code a}, one
     *     entry for each worker type; must be equal if the types are equal
     * @return this builder
     * @throws IllegalArgumentException if a length or entry is wrong, the pair was added before, or
     *     equal types have different rates
     */
    public Builder pair(
        String a,
        String b,
        int scaleFactor,
        double[] stepsPerSecondOfA,
        double[] stepsPerSecondOfB) {
      Require.atLeast(1, scaleFactor, "scale factor");
      int first = number(a, scaleFactor);
      int second = number(b, scaleFactor);
      put(first, second, a, b, stepsPerSecondOfA);
      if (first != second) {
        put(second, first, b, a, stepsPerSecondOfB);
      } else if (!Arrays.equals(stepsPerSecondOfA, stepsPerSecondOfB)) {
        throw new IllegalArgumentException(
            "job type \"%s\" beside itself has two different rows; both jobs must have the same rates"
                .formatted(a));
      }
      return this;
    }

    /**
     * Adds a class of jobs with the next number, unless the table has it. {@link #pair} adds
     * classes, too; call this method to fix their order, or to add a class that shares with no
     * other class.
     *
     * @param type a job type
     * @param scaleFactor of its jobs, at least 1
     * @return this builder
     * @throws IllegalArgumentException if the type is blank, or the scale factor below 1
     */
    public Builder kind(String type, int scaleFactor) {
      Require.atLeast(1, scaleFactor, "scale factor");
      number(type, scaleFactor);
      return this;
    }

    private int number(String type, int scaleFactor) {
      Kind kind = new Kind(Require.name(type, "job type"), scaleFactor);
      Integer known = numbers.putIfAbsent(kind, kinds.size());
      if (known != null) {
        return known;
      }
      kinds.add(kind);
      rates.add(new TreeMap<>());
      return kinds.size() - 1;
    }

    private void put(int of, int beside, String a, String b, double[] row) {
      DenseThroughputMatrix.require(
          row, typeCount, () -> "job type \"%s\" beside \"%s\"".formatted(a, b), j -> "type " + j);
      if (rates.get(of).putIfAbsent(beside, row.clone()) != null) {
        throw new IllegalArgumentException(
            "job types \"%s\" and \"%s\" are given twice".formatted(a, b));
      }
    }

    /**
     * Builds the table.
     *
     * @return an immutable table
     */
    public PairThroughputs build() {
      return new PairThroughputs(typeCount, kinds, numbers, rates);
    }
  }

  /**
   * Returns whether no jobs may share workers.
   *
   * @return true if there is no entry
   */
  public boolean isEmpty() {
    return kinds.isEmpty();
  }

  /**
   * Returns the number of worker types.
   *
   * @return the number of entries per row
   */
  public int typeCount() {
    return typeCount;
  }

  /**
   * Returns the number of classes of jobs. Classes are numbered from 0 in the order in which they
   * were added.
   *
   * @return the number of classes
   */
  public int kindCount() {
    return kinds.size();
  }

  /**
   * Returns the class of a job.
   *
   * @param job a job
   * @return its number; -1 if the job has no type, takes a part of a worker, or is not in the table
   */
  public int kindOf(Job job) {
    Optional<String> type = job.type();
    if (type.isEmpty()
        || job.gpuMilli() != Job.WHOLE_WORKER
        || !job.holding().alongside().isEmpty()) {
      return -1;
    }
    return numbers.getOrDefault(new Kind(type.get(), job.scaleFactor()), -1);
  }

  /**
   * Returns the throughput of a job next to another.
   *
   * @param kind the class of the job, see {@link #kindOf}
   * @param beside the class of the partner
   * @param j a worker type
   * @return steps per second; 0 if they cannot share; jobs of class -1 cannot share
   */
  public double stepsPerSecond(int kind, int beside, int j) {
    Require.index(j, typeCount, "worker type");
    int place = kind < 0 ? -1 : Arrays.binarySearch(partners[kind], beside);
    return place < 0 ? 0 : rates[kind][place][j];
  }

  /**
   * Returns the classes of jobs.
   *
   * @return the classes by number, unmodifiable
   */
  public List<Kind> kinds() {
    return kinds;
  }

  /**
   * Returns the classes with which jobs of a class may share workers.
   *
   * @param kind the number of a class
   * @return their numbers, ascending; a copy
   */
  public int[] partners(int kind) {
    return partners[Require.index(kind, partners.length, "kind of jobs")].clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PairThroughputs that
        && typeCount == that.typeCount
        && kinds.equals(that.kinds)
        && Arrays.deepEquals(partners, that.partners)
        && Arrays.deepEquals(rates, that.rates);
  }

  @Override
  public int hashCode() {
    return 31 * typeCount + kinds.hashCode();
  }

  @Override
  public String toString() {
    return "PairThroughputs[%s kinds, %s worker types]".formatted(kinds.size(), typeCount);
  }
}
