package io.gavel.mechanism.placement;

/**
 * Chooses where tasks run; the extension point for placement. The library's strategies are in
 * {@link PlacementStrategies} and {@link FragmentationDescent}.
 *
 * <p>A strategy is immutable, so it may be shared by all threads; the {@link Placer}s that it makes
 * may remember what they computed. What one answers must depend on the strategy, the servers and
 * the requests made so far, and on nothing else: ties end at the lowest index.
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
   * Starts to work on some servers.
   *
   * @param servers which the placer will read at each choice, and never change
   * @return a placer for them
   */
  Placer on(Servers servers);
}
