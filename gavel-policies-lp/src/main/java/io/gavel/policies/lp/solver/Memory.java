package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.internal.price.Hint;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The prices of the programs that a policy solved for one problem, in order, for the programs of
 * the next problem. A policy that answers similar problems solves similar programs. Only the thread
 * that calls the policy counts, since the order of programs on other threads is not determined.
 * Mutable.
 */
final class Memory implements Start {

  private final List<Remembered> programs = new ArrayList<>();
  private int count;
  private @Nullable Thread caller;

  /** Begins a problem. */
  void begin() {
    count = 0;
    caller = Thread.currentThread();
  }

  /** Ends a problem. */
  void end() {
    caller = null;
  }

  @Override
  public Start next(AllocationProgram program) {
    if (Thread.currentThread() != caller) {
      return new Remembered(); // nothing, and only until the program is solved
    }
    if (count == programs.size()) {
      programs.add(new Remembered());
    }
    Remembered next = programs.get(count++);
    next.begin(program);
    return next;
  }

  @Override
  public String toString() {
    return " in a session";
  }

  /** The prices of the program at one place in the order. Mutable. */
  private static final class Remembered implements Start {

    /** The largest number of doublings of the pause. */
    private static final int LONGEST_PAUSE = 6;

    private double[] price = {};
    private double off;
    private @Nullable Class<?> kind;
    private int failures; // since the prices led to a solution
    private int pause; // in problems, before the prices are tried again
    private boolean tried;

    void begin(AllocationProgram program) {
      tried =
          Route.priced().isLarge(program)
              && program.goal().getClass() == kind
              && price.length == program.poolCount() + program.rows().count()
              && pause-- <= 0;
    }

    @Override
    public double[] price() {
      return tried ? price : new double[0];
    }

    @Override
    public double off() {
      return off;
    }

    @Override
    public void learn(CertifiedSolution found, boolean led) {
      if (tried) {
        failures = led ? 0 : Math.min(failures + 1, LONGEST_PAUSE);
        pause = led ? 0 : (1 << failures) - 1;
      }
      kind = found.program().goal().getClass();
      double[] now = Hint.prices(found.bound());
      off = price.length == now.length ? change(price, now) : 0;
      price = now;
    }

    /**
     * Returns the largest relative change of a price, in the unit in which all of them add up to 1.
     */
    private static double change(double[] earlier, double[] later) {
      double before = Arrays.stream(earlier).map(Math::abs).sum();
      double after = Arrays.stream(later).map(Math::abs).sum();
      double most = 0;
      for (int i = 0; before > 0 && after > 0 && i < earlier.length; i++) {
        double a = Math.abs(earlier[i]) / before;
        double b = Math.abs(later[i]) / after;
        most = Math.max(most, a == b ? 0 : Math.abs(a - b) / Math.max(a, b));
      }
      return most;
    }
  }
}
