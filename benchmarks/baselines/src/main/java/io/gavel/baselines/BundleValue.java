package io.gavel.baselines;

/**
 * The value of every bundle of workers to a bidder of a {@link BundleAuction}. An implementation is
 * immutable: equal bundles have equal values.
 */
@FunctionalInterface
public interface BundleValue {

  /**
   * Returns the value of a bundle.
   *
   * @param workers {@code [server]} workers on each server; a copy
   * @return the value in a unit of the bidder's own, finite and {@code >= 0}; 0 for a bundle that
   *     is of no use
   */
  double of(int[] workers);
}
