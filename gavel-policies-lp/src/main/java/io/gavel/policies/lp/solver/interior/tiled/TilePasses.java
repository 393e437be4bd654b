package io.gavel.policies.lp.solver.interior.tiled;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes over the tiles of a program, with the sums that they leave. Mutable. */
final class TilePasses {

  /** The tiles between two checks of the limits. */
  private static final int INTERVAL = 8;

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
  private final Workspace workspace;

  TilePasses(TiledProgram tiledProgram) {
    this.tiledProgram = tiledProgram;
    workspace = new Workspace(tiledProgram.mostRows(), tiledProgram.places());
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
    workspace.clear();
    @Nullable Sums scattered = null;
    int end = tiledProgram.count;
    for (int t = 0; t < end; t++) {
      if (t % INTERVAL == 0) {
        tiledProgram.limits.check();
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
    return Totals.of(workspace);
  }
}
