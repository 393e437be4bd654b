package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.HashMap;
import java.util.Map;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * ojAlgo's simplex behind the {@link AllocationSolver} interface: right and handy up to some
 * hundred jobs. It states the program as it is written in {@link AllocationProgram} and reads point
 * and prices. Immutable.
 */
public final class OjAlgoSolver implements AllocationSolver {

  /** Which simplex method ojAlgo is told to use. */
  public enum Method {
    /** What ojAlgo chooses for the model. */
    AUTOMATIC,
    /** The primal simplex method. */
    PRIMAL,
    /** The dual simplex method. */
    DUAL
  }

  private final Method method;

  /**
   * A solver.
   *
   * @param method which simplex method to use
   */
  public OjAlgoSolver(Method method) {
    this.method = method;
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    Model model = new Model(program);
    model.ojalgo.options.iterations_abort = limits.maxSteps();
    switch (method) {
      case AUTOMATIC -> {}
      case PRIMAL -> model.ojalgo.options.linear().primal();
      case DUAL -> model.ojalgo.options.linear().dual();
    }
    try {
      Optimisation.Result result = model.ojalgo.maximise();
      Optimisation.State state = result.getState();
      if (state == Optimisation.State.INFEASIBLE) {
        return new SolverOutcome.Infeasible("%s: %s".formatted(this, state));
      }
      return state.isOptimal()
          ? new SolverOutcome.Solved(model.fractions(result), model.prices(result))
          : new SolverOutcome.Stopped("%s: %s".formatted(this, state));
    } catch (RuntimeException | StackOverflowError broken) { // it has both on hard models
      return new SolverOutcome.Stopped("%s: %s".formatted(this, broken));
    }
  }

  @Override
  public String toString() {
    return "ojAlgo " + method;
  }

  /** The program in ojAlgo's terms; rows are found again by name. */
  private static final class Model {
    final ExpressionsBasedModel ojalgo = new ExpressionsBasedModel();
    private final AllocationProgram program;
    private final Variable[] x;

    Model(AllocationProgram program) {
      this.program = program;
      this.x = new Variable[program.columnCount()];
      int n = program.jobCount();
      Expression[] time = new Expression[n];
      Expression[] throughput = new Expression[n];
      Expression[] pool = new Expression[program.poolCount()];
      for (int m = 0; m < n; m++) {
        time[m] = ojalgo.newExpression("time " + m).upper(1);
        throughput[m] = ojalgo.newExpression("throughput " + m).lower(program.floor(m));
      }
      for (int k = 0; k < pool.length; k++) {
        pool[k] = ojalgo.newExpression("pool " + k).upper(program.workers(k));
      }
      for (int c = 0; c < x.length; c++) {
        x[c] = ojalgo.newVariable("x " + c).lower(0).weight(program.gain(c));
        pool[program.pool(c)].set(x[c], program.size(c));
        time[program.first(c)].set(x[c], 1);
        throughput[program.first(c)].set(x[c], program.rate(c));
        if (program.second(c) >= 0) {
          time[program.second(c)].set(x[c], 1);
          throughput[program.second(c)].set(x[c], program.secondRate(c));
        }
      }
      if (program.hasLevel()) {
        Variable level = ojalgo.newVariable("level").lower(0).weight(1);
        for (int m = 0; m < n; m++) {
          throughput[m].set(level, -program.requirement(m));
        }
      }
    }

    double[] fractions(Optimisation.Result result) {
      double[] fractions = new double[x.length];
      for (int c = 0; c < fractions.length; c++) {
        fractions[c] = result.doubleValue(c);
      }
      return fractions;
    }

    /** Every price is at least 0 here, so that the sign convention of the model does not matter. */
    Prices prices(Optimisation.Result result) {
      Map<String, Double> byRow = new HashMap<>();
      for (var entry : result.getDualValues()) {
        byRow.merge(entry.getKey().left().getName(), Math.abs(entry.doubleValue()), Math::max);
      }
      int n = program.jobCount();
      return Prices.of(
          read(byRow, "pool ", program.poolCount()),
          read(byRow, "time ", n),
          read(byRow, "throughput ", n));
    }

    private static double[] read(Map<String, Double> byRow, String kind, int count) {
      double[] prices = new double[count];
      for (int i = 0; i < count; i++) {
        prices[i] = byRow.getOrDefault(kind + i, 0.0);
      }
      return prices;
    }
  }
}
