package io.gavel.policies.explain;

/**
 * One of the numbers whose product is a job's throughput. Immutable.
 *
 * @param kind the quantity
 * @param value its value
 */
public record Factor(Kind kind, double value) {

  /** The quantities that factors measure; their product is the throughput. */
  public enum Kind {
    /** Throughput on the fastest worker type, in steps per second. */
    FASTEST("fastest"),
    /** The fraction of time for which the job runs. */
    TIME("time"),
    /** Its average throughput while it runs, as a fraction of the fastest. */
    MIX("mix");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }
}
