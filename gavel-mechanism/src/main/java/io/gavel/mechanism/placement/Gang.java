package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;

/**
 * A gang: members that run at the same time, on one server or on several. Immutable.
 *
 * @param member the request of each member; its id is the gang's
 * @param size the number of members, {@code >= 1}
 */
public record Gang(PlacementRequest member, int size) {

  /**
   * Checks the gang.
   *
   * @param member one or more entire GPUs
   * @param size 1 to 100,000
   * @throws IllegalArgumentException if there are several members on shares of GPUs, or the size is
   *     out of range
   */
  public Gang {
    Require.between(1, size, 100_000, "size of gang \"" + member.id() + "\"");
    if (size > 1 && (member.gpus() == 0 || member.isShared())) {
      throw new IllegalArgumentException(
          ("each of the %s members of gang \"%s\" asks for %s milli of a GPU; it must ask for whole"
                  + " GPUs")
              .formatted(size, member.id(), member.gpuMilli()));
    }
  }

  /** Returns the gang's id. */
  String id() {
    return member.id();
  }

  /** Returns the GPUs of all members, in thousandths. */
  long gpuMilli() {
    return size * member.totalGpuMilli();
  }

  /** Returns the resources that the gang asks for, equal for interchangeable gangs. */
  Gang shape() {
    return new Gang(member.withId("any"), size);
  }

  /** Returns the joint request of some members to one server. */
  PlacementRequest part(int index, int members) {
    String id = size == 1 ? id() : id() + "/" + index;
    return new PlacementRequest(
        id,
        Math.multiplyExact(members, member.cpuMilli()),
        Math.multiplyExact(members, member.memoryMib()),
        Math.multiplyExact(members, member.gpus()),
        member.gpuMilli(),
        member.models());
  }

  /** Returns the number of members that a server has room for, at most the given number. */
  int room(Servers servers, int s, int members) {
    int low = 0; // fits
    int high = members + 1; // does not
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (fits(servers, s, middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean fits(Servers servers, int s, int members) {
    return (long) members * member.cpuMilli() <= servers.cpuLeft(s)
        && (members == 0 || member.memoryMib() <= servers.memoryLeft(s) / members)
        && (long) members * member.gpus() <= servers.gpusWith(s, Math.max(1, member.gpuMilli()))
        && member.allows(servers.server(s));
  }
}
