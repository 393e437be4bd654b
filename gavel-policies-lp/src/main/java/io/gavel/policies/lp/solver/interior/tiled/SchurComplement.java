package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/*
 * The tiles of a class give sums by slot: a matrix S_q, and vectors for the right-hand side, the use and the level.
 * A worker of slot s uses the resources b_s: one worker of its pool, and the coefficients of its class in coupling
 * rows. So the class adds Σ S_q[s][s'] b_s b_s'ᵀ to the matrix of the resources, and Σ v[s] b_s to their vectors.
 * Pools come first and coupling rows, of which a class touches few, afterwards.
 */

/**
 * The Schur complement of the Newton system after all jobs are eliminated: a system in the prices
 * of the resources, the level and the free variables, whose matrix is an {@link ArrowMatrix}. Free
 * variables are eliminated like jobs, or, if they are wide, with the level. Mutable.
 */
final class SchurComplement {

  private final TiledProgram tiledProgram;
  private final boolean hasLevel;
  private final int resources;
  private final FreeElimination freeVariables;

  private final ArrowMatrix matrix;
  private final double[] levelColumn;
  private double levelPivot;

  /** The residuals of the resources' rows and of the level's dual row. */
  private final double[] gap;

  /** The size of the terms of each resource's row, to which residuals are relative. */
  private final double[] terms;

  private double levelGap;

  /**
   * The changes of free workers if no price moved; between predictor and corrector, second-order
   * terms.
   */
  private final double[] freeChange;

  private final double[] side;
  private double levelSide;

  /** The jobs' part of the right-hand side, {@code [class][slot]}. */
  private final double[][] sideOfClass;

  SchurComplement(TiledProgram tiledProgram, boolean hasLevel) {
    this.tiledProgram = tiledProgram;
    this.hasLevel = hasLevel;
    resources = tiledProgram.resources;
    freeVariables = new FreeElimination(tiledProgram);
    matrix = new ArrowMatrix(tiledProgram, hasLevel);
    levelColumn = new double[resources];
    gap = new double[resources];
    terms = new double[resources];
    freeChange = new double[resources];
    side = new double[resources];
    sideOfClass = new double[tiledProgram.classes][];
    Arrays.setAll(sideOfClass, q -> new double[tiledProgram.pool[q].length]);
  }

  /** Starts to measure and to factor at a point. */
  void open(Iterate at) {
    matrix.clear();
    freeVariables.measure(at);
    for (int k = 0; k < resources; k++) {
      matrix.add(k, k, slackRatio(at, k));
      levelColumn[k] = 0;
      gap[k] = tiledProgram.limit[k] - at.free[k];
      terms[k] = Math.max(k < tiledProgram.pools ? 1 : 0, Math.abs(tiledProgram.limit[k]));
    }
    freeVariables.use(at.value, gap);
    freeVariables.addTerms(at.value, terms);
  }

  private double slackRatio(Iterate at, int k) {
    return tiledProgram.exact[k] ? 0 : at.free[k] / at.price[k];
  }

  /** Forgets the jobs' part of the right-hand side. */
  void clearSides() {
    for (double[] sides : sideOfClass) {
      Arrays.fill(sides, 0);
    }
  }

  /** Adds what tiles of a class use, their part of the right-hand side and of the matrix. */
  void add(Sums sums) {
    int q = sums.classOfJobs;
    for (int s = 0; s < sums.used.length; s++) {
      sideOfClass[q][s] += sums.sides[s];
      gap[tiledProgram.pool[q][s]] -= sums.used[s];
      for (int e = 0; e < tiledProgram.perWorker[q].length; e++) {
        double part = tiledProgram.perWorker[q][e][s] * sums.used[s];
        gap[tiledProgram.resourceOfClass[q][e]] -= part;
        terms[tiledProgram.resourceOfClass[q][e]] += Math.abs(part);
      }
    }
    for (int s = 0; s < sums.complement.length; s++) {
      addRow(sums, s);
    }
  }

  private void addRow(Sums sums, int s) {
    int[] touched = tiledProgram.resourceOfClass[sums.classOfJobs];
    double[][] perWorker = tiledProgram.perWorker[sums.classOfJobs];
    double[] row = sums.complement[s];
    int[] pool = tiledProgram.pool[sums.classOfJobs];
    int k = pool[s];
    levelColumn[k] += sums.levelColumn[s];
    matrix.add(k, k, row[s]);
    for (int i = 0; i < s; i++) { // slots are in the order of their pools
      int other = pool[i];
      matrix.add(k, other, k == other ? 2 * row[i] : row[i]);
    }
    for (int e = 0; e < touched.length; e++) {
      levelColumn[touched[e]] += perWorker[e][s] * sums.levelColumn[s];
      couple(touched, pool, perWorker, e, row);
    }
  }

  /** Adds the entries of a coupling row and the lower triangle's part of a slot's matrix row. */
  private void couple(int[] touched, int[] pool, double[][] perWorker, int e, double[] row) {
    int s = row.length - 1;
    int k = touched[e];
    double a = perWorker[e][s];
    for (int i = 0; i <= s; i++) {
      double entry = row[i];
      matrix.add(k, pool[i], a * entry);
      if (i < s) {
        matrix.add(k, pool[s], perWorker[e][i] * entry);
      }
      for (int d = 0; d <= e; d++) {
        matrix.add(k, touched[d], a * perWorker[d][i] * entry);
        if (i < s) {
          matrix.add(k, touched[d], perWorker[e][i] * perWorker[d][s] * entry);
        }
      }
    }
  }

  /** Factors the system; false if it is numerically singular. */
  boolean factor(Totals totals) {
    levelPivot = totals.levelPivot;
    freeVariables.complement(matrix);
    if (hasLevel) {
      matrix.addLevel(levelColumn, levelPivot);
    }
    return matrix.factor();
  }

  /**
   * Measures the level.
   *
   * @return the largest residual of a resource, relative to its workers or to the terms of its row
   */
  double measure(Totals totals) {
    levelGap = (hasLevel ? 1 : 0) - totals.owed;
    double largest = 0;
    for (int k = 0; k < resources; k++) {
      largest = gap[k] == 0 ? largest : Math.max(largest, Math.abs(gap[k]) / terms[k]);
    }
    return largest;
  }

  /** Starts to measure the residuals of a direction. */
  void close(Iterate direction) {
    for (int k = 0; k < resources; k++) {
      gap[k] -= direction.free[k];
      freeChange[k] = 0;
    }
    freeVariables.use(direction.value, gap);
    freeVariables.rest();
  }

  /** Measures the residual of a direction in the level's dual row. */
  void closeLevel(Totals totals) {
    levelGap -= totals.owed;
  }

  /** Aims at 0 for all products. */
  void vanish(Iterate at) {
    for (int k = 0; k < resources; k++) {
      freeChange[k] = -at.free[k];
    }
    freeVariables.vanish(at);
  }

  /** Keeps the second-order terms of a direction. */
  void keepSecondOrder(Iterate direction) {
    for (int k = 0; k < resources; k++) {
      freeChange[k] = direction.free[k] * direction.price[k];
    }
    freeVariables.keepSecondOrder(direction);
  }

  /** Multiplies the second-order terms kept by a weight. */
  void weakenSecondOrder(double weight) {
    TileKernels.scale(freeChange, weight);
    freeVariables.weakenSecondOrder(weight);
  }

  /** Aims at mu for all products, minus the second-order terms kept. */
  void aim(Iterate at, double mu) {
    for (int k = 0; k < resources; k++) {
      freeChange[k] = tiledProgram.exact[k] ? 0 : (mu - freeChange[k]) / at.price[k] - at.free[k];
    }
    freeVariables.aim(at, mu);
  }

  /**
   * Solves for the prices of the resources, and computes the level, free variables and the slack of
   * the resources from them.
   */
  void solve(Iterate at, Totals totals, Iterate direction) {
    levelSide = levelGap - totals.levelSide;
    for (int k = 0; k < resources; k++) {
      side[k] = freeChange[k] - gap[k];
      side[k] += hasLevel ? levelColumn[k] * levelSide / levelPivot : 0;
    }
    for (int q = 0; q < sideOfClass.length; q++) {
      addSides(q);
    }
    freeVariables.addSides(side);
    System.arraycopy(side, 0, direction.price, 0, resources);
    matrix.solve(direction.price);
    double moved = 0;
    for (int k = 0; k < resources; k++) {
      moved += levelColumn[k] * direction.price[k];
      direction.free[k] = freeChange[k] - slackRatio(at, k) * direction.price[k];
    }
    direction.level = hasLevel ? (levelSide - moved) / levelPivot : 0;
    freeVariables.direct(direction, matrix);
    direction.priceWorkers();
  }

  private void addSides(int q) {
    double[] sides = sideOfClass[q];
    for (int s = 0; s < sides.length; s++) {
      side[tiledProgram.pool[q][s]] += sides[s];
      for (int e = 0; e < tiledProgram.perWorker[q].length; e++) {
        side[tiledProgram.resourceOfClass[q][e]] += tiledProgram.perWorker[q][e][s] * sides[s];
      }
    }
  }

  /** Moves the free variables of a direction further by a correction. */
  void redirect(Iterate further, Iterate direction) {
    freeVariables.redirect(further, direction, matrix);
  }

  /** Adds the part of resources and free variables to the step lengths of a direction. */
  StepLength look(Iterate at, Iterate direction, StepLength stepLength) {
    for (int k = 0; k < resources; k++) {
      if (!tiledProgram.exact[k]) {
        stepLength.add(at.free[k], at.price[k], direction.free[k], direction.price[k]);
      }
    }
    for (int f = 0; f < at.value.length; f++) {
      stepLength.add(at.value[f], at.cost[f], direction.value[f], direction.cost[f]);
    }
    return stepLength;
  }
}
