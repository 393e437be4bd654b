package io.gavel.policies.lp.solver.internal.interior.tiled;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;

/**
 * The limits of the resources of a {@link TiledProgram}, and the free variables that use them. A
 * pool that no column draws from gets one worker, so that it has an interior.
 */
final class FreeResources {

  /** See {@link TiledProgram}. */
  final double[] limit;

  final boolean[] exact;
  final double[] gain;
  final int[][] resource;
  final double[][] size;

  private FreeResources(AllocationProgram program) {
    FreeVariables free = program.freeVariables();
    CouplingRows rows = program.rows();
    int pools = program.poolCount();
    boolean[] drawn = new boolean[pools];
    for (int k : Programs.columns(program).pool) {
      drawn[k] = true;
    }
    gain = new double[free.count()];
    resource = new int[free.count()][];
    size = new double[free.count()][];
    double[] most = new double[free.count()];
    int bounded = 0;
    for (int f = 0; f < gain.length; f++) {
      Entries of = new Entries();
      free.forEach(
          f,
          (k, a) -> {
            of.add(k, a);
            drawn[k] = true;
          });
      rows.forEachOfFree(f, (i, a) -> of.add(pools + i, rows.sign(i) * a));
      if (free.most(f) < Double.POSITIVE_INFINITY) {
        most[bounded] = free.most(f);
        of.add(pools + rows.count() + bounded++, 1);
      }
      resource[f] = of.indices();
      size[f] = of.values();
      gain[f] = free.gain(f);
    }
    limit = new double[pools + rows.count() + bounded];
    exact = new boolean[limit.length];
    for (int k = 0; k < pools; k++) {
      limit[k] = drawn[k] ? program.workers(k) : 1;
    }
    for (int i = 0; i < rows.count(); i++) {
      limit[pools + i] = rows.sign(i) * rows.bound(i);
      exact[pools + i] = rows.relation(i) == Relation.EXACTLY;
    }
    System.arraycopy(most, 0, limit, pools + rows.count(), bounded);
  }

  static FreeResources of(AllocationProgram program) {
    return new FreeResources(program);
  }
}
