package io.gavel.mechanism.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The strategies that do not consider future tasks; {@link FragmentationDescent} does. All choose a
 * server with room for the complete request; ties go to the lowest index. Stateless and
 * thread-safe.
 */
public final class PlacementStrategies {

  private PlacementStrategies() {}

  /**
   * Chooses the first server with room, and its GPUs with the most left: the GPUs of a server are
   * used evenly, and servers are filled one after the other. With {@link GangPlacer} this is the
   * placement of Gavel §5.
   *
   * @return the strategy
   */
  public static PlacementStrategy strided() {
    return scored(ServerScore.NONE, GpuChoice.EMPTIEST);
  }

  /**
   * Chooses the first server with room, and its first GPUs with room.
   *
   * @return the strategy
   */
  public static PlacementStrategy firstFit() {
    return scored(ServerScore.NONE, GpuChoice.FIRST);
  }

  /**
   * Chooses the server that is left with the least CPU and GPU, and its fullest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy bestFit() {
    return scored(ServerScore.BEST_FIT, GpuChoice.FULLEST);
  }

  /**
   * Chooses the server that is left with the most CPU and GPU, and its emptiest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy worstFit() {
    return scored(ServerScore.WORST_FIT, GpuChoice.EMPTIEST);
  }

  /**
   * Chooses the server whose free CPU and GPU have the smallest dot product with the request, and
   * its fullest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy dotProduct() {
    return scored(ServerScore.DOT_PRODUCT, GpuChoice.FULLEST);
  }

  /**
   * Prefers GPUs that are shared already, then free GPUs of busy servers, then idle servers.
   *
   * @return the strategy
   */
  public static PlacementStrategy packing() {
    return scored(ServerScore.PACKING, GpuChoice.FULLEST);
  }

  /**
   * Prefers servers that run tasks of the same number of GPUs, and their fullest GPUs.
   *
   * @return the strategy
   */
  public static PlacementStrategy clustering() {
    return scored(ServerScore.CLUSTERING, GpuChoice.FULLEST);
  }

  /**
   * Chooses a random server with room, and random GPUs of it with room. The draw depends only on
   * the seed, the task's id and what fits, so no state is kept between choices.
   *
   * @param seed the seed of the draws
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
      SplittableRandom random =
          generator(request).split(); // another number than that for the server
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
