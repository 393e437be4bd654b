package io.gavel.mechanism.placement;

import io.gavel.mechanism.placement.TaskMix.TaskClass;
import io.gavel.policies.internal.Require;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fragmentation gradient descent: chooses the server and the GPU where the task adds the least
 * {@link Fragmentation} (Weng et al., ATC 2023). Immutable and thread-safe.
 *
 * <p>With fragmentation F before and F' after the task, in thousandths of a GPU, a server with room
 * has the score
 *
 * <pre>
 *   ⌊100 σ((F - F') / 1000)⌋,  σ(x) = 1 / (1 + exp(-x))
 * </pre>
 *
 * <p>and the first server with the highest score is chosen. One step of the score is about 0.04 of
 * a GPU. Servers that differ less count as equal and fill up in order, which wastes less than
 * ordering by the exact drop. For a share of a GPU, each GPU with room is tried; the score of the
 * server is that of its best GPU, and the first of equal GPUs is chosen. Several entire GPUs are
 * the first free ones.
 *
 * <p>After m changes of servers, a choice for a share takes time O(servers + m (classes + GPUs)).
 */
public final class FragmentationDescent implements PlacementStrategy {

  private final @Nullable TaskMix mix; // null: learn it
  private final int window;
  private final List<PlacementRequest> recent;

  private FragmentationDescent(@Nullable TaskMix mix, int window, List<PlacementRequest> recent) {
    this.mix = mix;
    this.window = window;
    this.recent = List.copyOf(recent);
  }

  /**
   * Creates a strategy for a known mix of tasks.
   *
   * @param mix the expected tasks
   * @return the strategy
   */
  public static FragmentationDescent of(TaskMix mix) {
    return new FragmentationDescent(mix, 0, List.of());
  }

  /**
   * Creates a strategy for an unknown mix of tasks: it expects tasks to be like the last ones. A
   * placer counts each request before it chooses, and recomputes the mix when a sixteenth of the
   * window has changed. Its state is the list of the last requests; pass it to continue after a
   * restart.
   *
   * @param window the number of tasks to look back on, {@code >= 1}
   * @param recent the tasks seen before, the latest last; may be empty
   * @return the strategy
   * @throws IllegalArgumentException if the window is not positive
   */
  public static FragmentationDescent learning(int window, List<PlacementRequest> recent) {
    Require.atLeast(1, window, "window of tasks");
    return new FragmentationDescent(null, window, recent);
  }

  @Override
  public Placer on(Servers servers) {
    if (mix != null) {
      return new Descent(servers, mix);
    }
    return new Learner(servers, window, recent);
  }

  /** Returns the score for a drop of the fragmentation, in GPUs. */
  static int score(double drop) {
    return (int) (100 * (1 / (1 + StrictMath.exp(-drop))));
  }

  private static class Descent extends ScoredPlacer {
    private TaskMix mix;
    private double scale; // of a drop: all tasks on whole GPUs

    Descent(Servers servers, TaskMix mix) {
      super(servers);
      expect(mix);
    }

    final void expect(TaskMix expected) {
      mix = expected;
      scale = 1.0 * expected.total() * Server.GPU_MILLI;
      forget();
    }

    @Override
    int score(int s, PlacementRequest request) {
      if (request.isShared()) {
        return shareScores(s, request, new int[servers.server(s).gpus()]);
      }
      int[] after = servers.gpusLeft(s).clone();
      gpus(s, request).forEach(gpu -> after[gpu] = 0);
      return score(s, request, before(s), after);
    }

    @Override
    List<Integer> gpus(int s, PlacementRequest request) {
      if (!request.isShared()) {
        return GpuChoice.FIRST.of(servers, s, request);
      }
      int[] score = new int[servers.server(s).gpus()];
      int best = shareScores(s, request, score);
      int gpu = 0;
      while (score[gpu] != best) {
        gpu++;
      }
      return List.of(gpu);
    }

    /** Writes the score of each GPU, and returns the best. */
    private int shareScores(int s, PlacementRequest request, int[] score) {
      int[] left = servers.gpusLeft(s);
      int[] after = left.clone();
      long before = before(s);
      int best = NO_ROOM;
      for (int gpu = 0; gpu < left.length; gpu++) {
        score[gpu] = NO_ROOM;
        int twin = first(left, left[gpu]);
        if (twin < gpu) {
          score[gpu] = score[twin];
        } else if (left[gpu] >= request.gpuMilli()) {
          after[gpu] -= request.gpuMilli();
          score[gpu] = score(s, request, before, after);
          after[gpu] = left[gpu];
        }
        best = Math.max(best, score[gpu]);
      }
      return best;
    }

    private static int first(int[] values, int value) {
      int i = 0;
      while (values[i] != value) {
        i++;
      }
      return i;
    }

    private long before(int s) {
      return Fragmentation.weighted(
          servers.server(s), servers.cpuLeft(s), servers.gpusLeft(s), mix);
    }

    private int score(int s, PlacementRequest request, long before, int[] after) {
      int cpuLeft = servers.cpuLeft(s) - request.cpuMilli();
      long drop = before - Fragmentation.weighted(servers.server(s), cpuLeft, after, mix);
      return FragmentationDescent.score(drop / scale);
    }
  }

  private static final class Learner extends Descent {
    private final int window;
    private final Deque<PlacementRequest> seen = new ArrayDeque<>();
    private int news;

    Learner(Servers servers, int window, List<PlacementRequest> recent) {
      super(servers, new TaskMix(List.of(new TaskClass(0, 0, 0, List.of(), 1))));
      this.window = window;
      recent.forEach(this::see);
      news = window; // learn at the first choice
    }

    private void see(PlacementRequest request) {
      seen.addLast(request);
      if (seen.size() > window) {
        seen.removeFirst();
      }
    }

    @Override
    public Optional<Placement> choose(PlacementRequest request) {
      see(request);
      news++;
      if (16L * news >= seen.size()) {
        news = 0;
        expect(TaskMix.typical(seen, TaskMix.TYPICAL));
      }
      return super.choose(request);
    }
  }
}
