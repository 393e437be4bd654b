package io.gavel.bench;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import io.gavel.bench.Task.NotMeasuredException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/** A solver to compare with, used like by its users: one thread, default options. */
public enum ReferenceSolver {
  /** Google's revised simplex method, native. */
  GLOP,
  /** Google's first-order method, native; its default tolerance is 1e-6, relative. */
  PDLP,
  /** COIN-OR's simplex methods, native. */
  CLP,
  /** HiGHS, which chooses its method itself, native. */
  HIGHS,
  /** ojAlgo through its modelling layer. */
  OJALGO,
  /** The simplex method of Apache Commons Math. */
  COMMONS_MATH;

  /** A model that is solved once. */
  @FunctionalInterface
  interface Attempt {

    /**
     * Solves the model.
     *
     * @return the objective that the solver reports as optimal
     * @throws NotMeasuredException if it does not report an optimum
     */
    double solve();
  }

  /**
   * Creates the model, untimed; only the solve is timed.
   *
   * @param seconds after which native solvers stop by themselves
   */
  Attempt load(ReferenceRows referenceRows, long seconds) {
    return switch (this) {
      case GLOP, PDLP, CLP -> orTools(name(), referenceRows, seconds);
      case HIGHS -> orTools("HIGHS_LP", referenceRows, seconds);
      case OJALGO -> ojAlgo(referenceRows);
      case COMMONS_MATH -> commonsMath(referenceRows);
    };
  }

  /**
   * Returns the name in reports.
   *
   * @return the name, in lower case
   */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Attempt orTools(String name, ReferenceRows referenceRows, long seconds) {
    Loader.loadNativeLibraries();
    MPSolver solver = MPSolver.createSolver(name);
    solver.setTimeLimit(1_000 * seconds);
    solver.setNumThreads(1); // ignored by those that have no other threads
    MPVariable[] x = solver.makeNumVarArray(referenceRows.objective.length, 0, MPSolver.infinity());
    for (int i = 0; i < referenceRows.count(); i++) {
      MPConstraint row = solver.makeConstraint(-MPSolver.infinity(), referenceRows.limit(i));
      referenceRows.forEach(i, (c, coefficient) -> row.setCoefficient(x[c], coefficient));
    }
    for (int c = 0; c < x.length; c++) {
      solver.objective().setCoefficient(x[c], referenceRows.objective[c]);
    }
    solver.objective().setMaximization();
    return () -> {
      MPSolver.ResultStatus status;
      try {
        status = solver.solve();
      } catch (IllegalArgumentException unknown) { // a status of the solver without a Java name
        throw new NotMeasuredException("reports " + unknown.getMessage());
      }
      if (status != MPSolver.ResultStatus.OPTIMAL) {
        throw new NotMeasuredException("reports " + status);
      }
      double objective = solver.objective().value();
      solver.delete();
      return objective;
    };
  }

  private static Attempt ojAlgo(ReferenceRows referenceRows) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Variable[] x = new Variable[referenceRows.objective.length];
    Arrays.setAll(x, c -> model.newVariable("x" + c).lower(0).weight(referenceRows.objective[c]));
    for (int i = 0; i < referenceRows.count(); i++) {
      Expression row = model.newExpression("r" + i).upper(referenceRows.limit(i));
      referenceRows.forEach(i, (c, coefficient) -> row.set(x[c], coefficient));
    }
    return () -> {
      Optimisation.Result result = model.maximise();
      if (!result.getState().isOptimal()) {
        throw new NotMeasuredException("reports " + result.getState());
      }
      return result.getValue();
    };
  }

  private static Attempt commonsMath(ReferenceRows referenceRows) {
    int columns = referenceRows.objective.length;
    List<LinearConstraint> constraints = new ArrayList<>();
    for (int i = 0; i < referenceRows.count(); i++) {
      double[] row = new double[columns];
      referenceRows.forEach(i, (c, coefficient) -> row[c] = coefficient);
      constraints.add(new LinearConstraint(row, Relationship.LEQ, referenceRows.limit(i)));
    }
    return () -> {
      try {
        return new SimplexSolver()
            .optimize(
                new LinearObjectiveFunction(referenceRows.objective, 0),
                new LinearConstraintSet(constraints),
                new NonNegativeConstraint(true),
                GoalType.MAXIMIZE)
            .getValue();
      } catch (MathIllegalStateException e) { // unbounded, infeasible, or too many iterations
        throw new NotMeasuredException(String.valueOf(e.getMessage()));
      }
    };
  }
}
