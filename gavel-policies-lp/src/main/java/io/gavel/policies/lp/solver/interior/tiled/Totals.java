package io.gavel.policies.lp.solver.interior.tiled;

/** What a pass over tiles adds up over all jobs. Mutable until the pass has ended. */
final class Totals {

  double levelPivot;
  double levelSide;
  double owed;
  double largest;
  final StepLength reach;

  /** Adds up what a workspace has for each place. */
  static Totals of(Workspace workspace) {
    Totals totals = new Totals(workspace.reach.folded());
    totals.levelPivot = TileKernels.sum(workspace.levelPivot);
    totals.levelSide = TileKernels.sum(workspace.levelSide);
    totals.owed = TileKernels.sum(workspace.owed);
    totals.largest = TileKernels.max(workspace.largest);
    return totals;
  }

  /** The sums over no job, with what is reached so far. */
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
