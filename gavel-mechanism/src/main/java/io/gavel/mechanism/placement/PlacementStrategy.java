package io.gavel.mechanism.placement;

/**
 * Chooses where tasks run; the extension point for placement. The library's strategies are in
 * {@link PlacementStrategies} and {@link FragmentationDescent}.
 *
 * <p>A strategy is immutable and may be shared by all threads; the {@link Placer}s that it creates
 * may cache results. A placer's choice must depend only on the strategy, the servers and the
 * requests so far. Ties go to the lowest index.
 *
 * <p>A strategy that takes the first server with room:
 *
 * <pre>{@code
 * PlacementStrategy first = servers -> request ->
 *     IntStream.range(0, servers.size())
 *         .filter(s -> servers.fits(s, request))
 *         .mapToObj(s -> new Placement(s, gpusOf(servers, s, request)))
 *         .findFirst();
 * }</pre>
 */
@FunctionalInterface
public interface PlacementStrategy {

  /**
   * Creates a placer for some servers.
   *
   * @param servers the servers, which the placer reads at each choice and never changes
   * @return a placer for the servers
   */
  Placer on(Servers servers);
}
