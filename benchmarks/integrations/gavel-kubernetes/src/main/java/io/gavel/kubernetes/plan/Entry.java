package io.gavel.kubernetes.plan;

/**
 * A waiting workload on one flavour, in the order of its queue: first workloads entitled to the
 * flavour, by owed time, then all other workloads, by their speed relative to their fastest
 * flavour. Immutable.
 *
 * @param contender the workload
 * @param index its index in the moment
 * @param entitled whether it is entitled to time on the flavour
 * @param value seconds owed, or the part of its best speed
 */
record Entry(Contender contender, int index, boolean entitled, double value)
    implements Comparable<Entry> {

  @Override
  public int compareTo(Entry other) {
    if (entitled != other.entitled) {
      return entitled ? -1 : 1;
    }
    int order = Double.compare(other.value, value);
    if (order == 0) {
      order = Double.compare(contender.sinceSeconds(), other.contender.sinceSeconds());
    }
    return order != 0 ? order : contender.id().compareTo(other.contender.id());
  }
}
