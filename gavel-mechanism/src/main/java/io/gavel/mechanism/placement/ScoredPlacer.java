package io.gavel.mechanism.placement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the server with the highest score; ties go to the first.
 *
 * <p>A score depends on the server and on the request except its memory. It is cached for each
 * class of requests and recomputed only for servers that changed since the last request of the
 * class. A choice takes one comparison per server, and one score per changed server.
 */
abstract class ScoredPlacer implements Placer {

  /** The score of a server without room. */
  static final int NO_ROOM = Integer.MIN_VALUE;

  private static final int MAX_KINDS = 1024; // bounds the memory; forgetting changes no choice

  /** The parts of a request that a score depends on; models are sorted. */
  private record Kind(int cpuMilli, int gpus, int gpuMilli, List<String> models) {}

  private static final class Scores {
    final int[] score; // by server
    final int[] changes; // of the server when the score was computed

    Scores(int servers) {
      score = new int[servers];
      changes = new int[servers];
    }
  }

  final Servers servers;
  private final Map<Kind, Scores> kinds = new HashMap<>(); // never iterated over

  ScoredPlacer(Servers servers) {
    this.servers = servers;
  }

  /** Returns the score of a server that has room for the request, above {@link #NO_ROOM}. */
  abstract int score(int s, PlacementRequest request);

  /** Returns the GPUs to take on a server that has room. */
  abstract List<Integer> gpus(int s, PlacementRequest request);

  /** Forgets all scores; needed when something else that they depend on has changed. */
  final void forget() {
    kinds.clear();
  }

  @Override
  public Optional<Placement> choose(PlacementRequest request) {
    int[] score = scores(request);
    int best = -1;
    int bestScore = NO_ROOM;
    for (int s = 0; s < score.length; s++) {
      if (score[s] > bestScore && servers.memoryLeft(s) >= request.memoryMib()) {
        best = s;
        bestScore = score[s];
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(new Placement(best, gpus(best, request)));
  }

  /** Scores by server for a request, except its memory; valid until the next call. */
  final int[] scores(PlacementRequest request) {
    if (kinds.size() >= MAX_KINDS) {
      kinds.clear();
    }
    Scores kind =
        kinds.computeIfAbsent(
            new Kind(request.cpuMilli(), request.gpus(), request.gpuMilli(), request.models()),
            key -> new Scores(servers.size()));
    for (int s = 0; s < kind.score.length; s++) {
      if (kind.changes[s] != servers.changes(s)) {
        kind.changes[s] = servers.changes(s);
        kind.score[s] = servers.fitsButForMemory(s, request) ? score(s, request) : NO_ROOM;
      }
    }
    return kind.score;
  }
}
