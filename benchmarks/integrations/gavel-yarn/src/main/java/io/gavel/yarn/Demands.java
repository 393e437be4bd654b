package io.gavel.yarn;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The accelerators to divide and the claims on them. Arrays and lists are not modified. */
final class Demands {

  final List<String> types;

  /** Accelerators by type. */
  final long[] total;

  final List<Claim> claims;

  /**
   * Creates a question to a policy.
   *
   * @param types names of accelerators
   * @param total accelerators by type
   * @param claims what queues or applications can use
   */
  Demands(List<String> types, long[] total, List<Claim> claims) {
    this.types = types;
    this.total = total;
    this.claims = claims;
  }

  /** Returns whether other demands have the same answer. */
  boolean areLike(Demands others) {
    return types.equals(others.types)
        && Arrays.equals(total, others.total)
        && claims.size() == others.claims.size()
        && IntStream.range(0, claims.size())
            .allMatch(m -> claims.get(m).isLike(others.claims.get(m)));
  }

  /** Returns whether there is enough for all. */
  boolean fit() {
    return IntStream.range(0, total.length)
        .allMatch(j -> claims.stream().mapToLong(claim -> claim.most(j)).sum() <= total[j]);
  }
}
