package io.gavel.yarn;

import java.util.Arrays;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;

/**
 * The usable accelerators and demands of a queue or an application. Arrays, {@code [accelerator]},
 * are not modified.
 */
final class Claim {

  private final Schedulable schedulable;
  private final double weight; // which YARN may change later
  private final double[] speeds;
  private final long[] most;
  private final long[] least;

  /**
   * Creates a claim.
   *
   * @param schedulable the queue or application
   * @param speeds steps per second on one accelerator
   * @param most the most accelerators that it can use: its demand, within its maximum and the total
   * @param least its minimum share, at most {@code most}
   */
  Claim(Schedulable schedulable, double[] speeds, long[] most, long[] least) {
    this.schedulable = schedulable;
    this.weight = schedulable.getWeight();
    this.speeds = speeds;
    this.most = most;
    this.least = least;
  }

  Schedulable schedulable() {
    return schedulable;
  }

  String name() {
    return schedulable.getName();
  }

  double weight() {
    return weight;
  }

  double[] speeds() {
    return speeds;
  }

  long most(int j) {
    return most[j];
  }

  long least(int j) {
    return least[j];
  }

  /** Returns whether another one has the same name and weight, and can use the same. */
  boolean isLike(Claim other) {
    return name().equals(other.name())
        && weight == other.weight
        && Arrays.equals(speeds, other.speeds)
        && Arrays.equals(most, other.most)
        && Arrays.equals(least, other.least);
  }

  /** Returns the accelerators that it can use at once, of all types. */
  long size() {
    long sum = 0;
    for (long n : most) {
      sum = Math.addExact(sum, n);
    }
    return sum;
  }
}
