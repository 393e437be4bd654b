package io.gavel.policies.lp.solver.interior.tiled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/*
 * A pass is cut into chunks of whole tiles. Within a chunk, sums are kept for each place in a tile; at its end, and
 * where a class of jobs ends in it, they are added up. Those of all chunks are then added in their order. The chunks
 * depend on the program alone, so the bits do not depend on the threads.
 */

/** Passes over the tiles of a program, with the sums that they leave. Mutable. */
final class TilePasses {

  /** The least number of tiles in a chunk: the time of some hand-overs between threads. */
  private static final int LEAST = 8;

  private static final int MOST_CHUNKS = 256;

  /** The most entries of matrices that chunks may keep until they are added up. */
  private static final long MOST_KEPT = 1L << 22;

  /** Works on a tile. */
  @FunctionalInterface
  interface Visit {
    void tile(int t, Workspace workspace);
  }

  /** The sums that a pass computes for each class. */
  enum Kind {
    NONE,
    SIDES,
    MATRIX
  }

  private final TiledProgram tiledProgram;
  private final int places;
  private final int tilesOfChunk;
  private final int chunks;
  private final Queue<Workspace> free = new ConcurrentLinkedQueue<>();

  TilePasses(TiledProgram tiledProgram) {
    this.tiledProgram = tiledProgram;
    places = tiledProgram.places();
    int tiles = Math.max(LEAST, (tiledProgram.count + MOST_CHUNKS - 1) / MOST_CHUNKS);
    int count = Math.max(1, (tiledProgram.count + tiles - 1) / tiles);
    int slots =
        Arrays.stream(tiledProgram.pool).mapToInt(ofClass -> ofClass.length).max().orElse(0);
    long matrix = (long) slots * (slots + 1) / 2;
    boolean few = (tiledProgram.classes + count) * matrix <= MOST_KEPT;
    tilesOfChunk = few ? tiles : tiledProgram.count;
    chunks = few ? count : 1;
  }

  /** Visits all tiles without sums by class. */
  Totals each(Visit visit) {
    return run(visit, Kind.NONE, sums -> {});
  }

  /**
   * Visits all tiles.
   *
   * @param kind the computed sums of each class
   * @param sink receives them, in the order of the tiles
   */
  Totals run(Visit visit, Kind kind, Consumer<Sums> sink) {
    Totals[] totals = new Totals[chunks];
    List<List<Sums>> kept = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      kept.add(new ArrayList<>());
    }
    tiledProgram.passes.run(
        chunks,
        tiledProgram.limits::check,
        (chunk, check) -> {
          Consumer<Sums> at = chunks == 1 ? sink : kept.get(chunk)::add;
          totals[chunk] = run(chunk, check, visit, kind, at);
        });
    kept.forEach(ofChunk -> ofChunk.forEach(sink));
    for (int i = 1; i < chunks; i++) {
      totals[0].add(totals[i]);
    }
    return totals[0];
  }

  private Totals run(int chunk, Runnable check, Visit visit, Kind kind, Consumer<Sums> sink) {
    Workspace known = free.poll();
    Workspace workspace = known == null ? new Workspace(tiledProgram.mostRows(), places) : known;
    workspace.clear();
    int first = chunk * tilesOfChunk;
    int end = Math.min(tiledProgram.count, first + tilesOfChunk);
    @Nullable Sums scattered = null;
    for (int t = first; t < end; t++) {
      if ((t - first) % LEAST == LEAST - 1) {
        check.run();
      }
      visit.tile(t, workspace);
      int q = tiledProgram.classOfTile[t];
      if (kind != Kind.NONE && tiledProgram.isScattered(t)) {
        scattered =
            scattered == null ? new Sums(q, tiledProgram.pools, kind == Kind.MATRIX) : scattered;
        scattered.scatter(tiledProgram, t, workspace);
      } else if (kind != Kind.NONE && (t + 1 == end || tiledProgram.endsClass(t))) {
        int width = tiledProgram.widthOfClass[q];
        sink.accept(new Sums(q, workspace, width, kind == Kind.MATRIX));
        workspace.clearOfClass(width, kind == Kind.MATRIX);
      }
    }
    if (scattered != null) {
      sink.accept(scattered);
    }
    Totals totals = Totals.of(workspace);
    free.add(workspace); // after an exception it is left to the garbage collector
    return totals;
  }
}
