package io.gavel.mechanism;

import java.util.Comparator;

/**
 * The claim of a group to the next round on a worker type.
 *
 * @param group the group's index {@code g}
 * @param type the type's index {@code j}
 * @param weight its {@link Priority}
 * @param fraction of time that the allocation gives it
 */
record Claim(int group, int type, double weight, double fraction) {

  static final Comparator<Claim> ORDER = // ties end at the indices
      Comparator.comparingDouble(Claim::weight)
          .thenComparingDouble(Claim::fraction)
          .reversed()
          .thenComparingInt(Claim::group)
          .thenComparingInt(Claim::type);
}
