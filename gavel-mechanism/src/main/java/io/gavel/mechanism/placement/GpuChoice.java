package io.gavel.mechanism.placement;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The rule by which a task takes GPUs of a server with room; ties go to the lowest index. */
enum GpuChoice {
  /** The GPUs with the lowest indices that have enough left. */
  FIRST,
  /** The GPUs with the least left that have enough left. */
  FULLEST,
  /** The GPUs with the most left. */
  EMPTIEST;

  List<Integer> of(Servers servers, int s, PlacementRequest request) {
    int[] left = servers.gpusLeft(s);
    return IntStream.range(0, left.length)
        .filter(gpu -> left[gpu] >= request.gpuMilli())
        .boxed()
        .sorted(order(left))
        .limit(request.gpus())
        .toList();
  }

  private Comparator<Integer> order(int[] left) {
    Comparator<Integer> fullest = Comparator.comparingInt(gpu -> left[gpu]);
    return switch (this) {
      case FIRST -> Comparator.naturalOrder();
      case FULLEST -> fullest.thenComparing(Comparator.naturalOrder());
      case EMPTIEST -> fullest.reversed().thenComparing(Comparator.naturalOrder());
    };
  }
}
