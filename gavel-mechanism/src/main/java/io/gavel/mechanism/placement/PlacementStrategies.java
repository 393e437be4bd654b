package io.gavel.mechanism.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The strategies that know nothing of what is to come; {@link FragmentationDescent} does. All take
 * a server that has room for the whole request, ties to the lowest index. Stateless; for any
 * thread.
 */
public final class PlacementStrategies {

  private PlacementStrategies() {}

  /**
   * The first server with room, and its GPUs with the most left: the GPUs of a server are shared
   * evenly, and the servers filled one after the other. With {@link GangPlacer} this is the
   * placement of Gavel §5.
   *
   * @return the strategy
   */
  public static PlacementStrategy strided() {
    return scored(ServerScore.NONE, GpuChoice.EMPTIEST);
  }

  /**
   * The first server with room, and its first GPUs with room.
   *
   * @return the strategy
   */
  public static PlacementStrategy firstFit() {
    return scored(ServerScore.NONE, GpuChoice.FIRST);
  }

  /**
   * The server that is left with the least CPU and GPU, and its fullest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy bestFit() {
    return scored(ServerScore.BEST_FIT, GpuChoice.FULLEST);
  }

  /**
   * The server that is left with the most CPU and GPU, and its emptiest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy worstFit() {
    return scored(ServerScore.WORST_FIT, GpuChoice.EMPTIEST);
  }

  /**
   * The server whose free CPU and GPU have the smallest dot product with what is asked for, and its
   * fullest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy dotProduct() {
    return scored(ServerScore.DOT_PRODUCT, GpuChoice.FULLEST);
  }

  /**
   * GPUs that are shared already, then free GPUs of busy servers, then idle servers.
   *
   * @return the strategy
   */
  public static PlacementStrategy packing() {
    return scored(ServerScore.PACKING, GpuChoice.FULLEST);
  }

  /**
   * Servers that run tasks of the same number of GPUs, and their fullest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy clustering() {
    return scored(ServerScore.CLUSTERING, GpuChoice.FULLEST);
  }

  /**
   * Any server with room, and any GPUs of it with room. What a task draws depends on the seed and
   * its id alone, so there is nothing to remember from choice to choice.
   *
   * @param seed of the draws
   * @return the strategy
   */
  public static PlacementStrategy random(long seed) {
    return servers -> new RandomPlacer(servers, seed);
  }

  private static PlacementStrategy scored(ServerScore score, GpuChoice choice) {
    return servers ->
        new ScoredPlacer(servers) {
          @Override
          int score(int s, PlacementRequest request) {
            return score.of(servers, s, request);
          }

          @Override
          List<Integer> gpus(int s, PlacementRequest request) {
            return choice.of(servers, s, request);
          }
        };
  }

  private static final class RandomPlacer extends ScoredPlacer {
    private final long seed;

    RandomPlacer(Servers servers, long seed) {
      super(servers);
      this.seed = seed;
    }

    @Override
    int score(int s, PlacementRequest request) {
      return 0;
    }

    @Override
    public Optional<Placement> choose(PlacementRequest request) {
      int[] score = scores(request);
      int[] room = new int[score.length];
      int count = 0;
      for (int s = 0; s < score.length; s++) {
        if (score[s] != NO_ROOM && servers.memoryLeft(s) >= request.memoryMib()) {
          room[count++] = s;
        }
      }
      if (count == 0) {
        return Optional.empty();
      }
      int s = room[generator(request).nextInt(count)];
      return Optional.of(new Placement(s, gpus(s, request)));
    }

    @Override
    List<Integer> gpus(int s, PlacementRequest request) {
      SplittableRandom random = generator(request).split(); // not the number that drew the server
      List<Integer> room = new ArrayList<>();
      for (int gpu = 0; gpu < servers.server(s).gpus(); gpu++) {
        if (servers.gpuLeft(s, gpu) >= request.gpuMilli()) {
          room.add(gpu);
        }
      }
      List<Integer> drawn = new ArrayList<>();
      for (int i = 0; i < request.gpus(); i++) {
        drawn.add(room.remove(random.nextInt(room.size())));
      }
      return drawn;
    }

    private SplittableRandom generator(PlacementRequest request) {
      return new SplittableRandom(new SplittableRandom(seed).nextLong() ^ request.id().hashCode());
    }
  }
}
