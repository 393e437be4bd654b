package io.gavel.mechanism;

/**
 * The claim of a group to the next round on a worker type.
 *
 * @param group the group's index {@code g}
 * @param type the type's index {@code j}
 * @param weight its {@link Priority}
 * @param fraction of time that the allocation gives it
 */
record Claim(int group, int type, double weight, double fraction) {

  /** By falling weight, then falling fraction; ties end at the indices. */
  static int compare(Claim a, Claim b) {
    int order = Double.compare(b.weight, a.weight);
    if (order == 0) {
      order = Double.compare(b.fraction, a.fraction);
    }
    if (order == 0) {
      order = Integer.compare(a.group, b.group);
    }
    return order == 0 ? Integer.compare(a.type, b.type) : order;
  }
}
