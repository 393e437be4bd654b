package io.gavel.policies.lp.solver.interior.tiled;

/** The sums over all jobs of a pass over tiles. Mutable until the pass has ended. */
final class Totals {

  double levelPivot;
  double levelSide;
  double owed;
  double largest;
  final StepLength reach;

  /** Adds up the values of a workspace for each place. */
  static Totals of(Workspace workspace) {
    Totals totals = new Totals(workspace.reach.folded());
    totals.levelPivot = TileKernels.sum(workspace.levelPivot);
    totals.levelSide = TileKernels.sum(workspace.levelSide);
    totals.owed = TileKernels.sum(workspace.owed);
    totals.largest = TileKernels.max(workspace.largest);
    return totals;
  }

  /** Returns empty sums with the given limits. */
  Totals(StepLength reach) {
    this.reach = reach;
  }

  void add(Totals later) {
    levelPivot += later.levelPivot;
    levelSide += later.levelSide;
    owed += later.owed;
    largest = Math.max(largest, later.largest);
    reach.add(later.reach);
  }
}
