package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Solves programs with pairs whose jobs fall into few classes. The jobs of a class have equal rates
 * and coefficients in coupling rows, alone and in pairs, and equal weights of utilities; their
 * demands may differ.
 *
 * <p>It solves the program of the classes, whose size does not depend on the number of jobs. Then
 * it splits the time of classes among jobs and pairs, and uses about as many pairs as there are
 * jobs. Both steps are exact with one exception: the program of the classes may pair a job with
 * itself. A job for which {@link SelfPairRepair} fails becomes a class of its own, which cannot be
 * paired with itself, and the program is solved again.
 *
 * <p>It solves programs without free variables; those with utilities have no floors. Finding the
 * classes takes a few passes over the columns. Immutable.
 */
public final class ClassSolver implements AllocationSolver {

  private static final int MOST_SEPARATIONS = 30;

  /** The time of jobs and pairs in columns of classes, with the program of the classes. */
  record Answer(PairClasses classes, ClassProgram program, List<JobTime> shares) {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (!suits(program)) {
      return declined("the program has no pairs, or free variables, or utilities above floors");
    }
    PairClassDetector pairs = new PairClassDetector(program);
    int[] classOf = pairs.classOf();
    int classes = Arrays.stream(classOf).max().orElse(-1) + 1;
    if (2 * classes > program.jobCount() || pairs.between(classOf).isEmpty()) {
      return declined("the jobs do not fall into classes");
    }
    List<Answer> answers = solve(program, classOf, pairs::between);
    if (answers.isEmpty()) {
      return declined("the program of the classes was not solved");
    }
    Answer answer = answers.get(0);
    return new SolverOutcome.Solved(
        pairs.fractions(answer.classes(), answer.shares()),
        new double[0],
        answer.program().prices(),
        answer.program().rowPrices(),
        0);
  }

  /** Returns whether a program has pairs, but neither free variables nor utilities above floors. */
  public static boolean suits(AllocationProgram program) {
    return !(program.hasUtility() && program.hasFloor())
        && program.freeVariables().count() == 0
        && PairClassDetector.hasPairs(program);
  }

  private SolverOutcome declined(String reason) {
    return new SolverOutcome.Declined("%s: %s".formatted(this, reason));
  }

  /**
   * Solves a program over classes.
   *
   * @param classOf the class of each job, {@code [job]}
   * @param between finds the columns of given classes; an empty list if members of a class differ
   * @return a list with one answer, or an empty list
   */
  static List<Answer> solve(
      AllocationProgram program, int[] classOf, Function<int[], List<PairClasses>> between) {
    double[] workers = Programs.workers(program);
    double[] floor = program.floors();
    int[] finer = classOf.clone();
    for (int i = 0; i < MOST_SEPARATIONS; i++) {
      List<PairClasses> found = between.apply(finer);
      if (found.isEmpty()) {
        return List.of();
      }
      PairClasses classes = found.get(0);
      ClassProgram relaxed =
          new ClassProgram(classes, workers, floor, program.goal(), program.rows());
      if (!relaxed.solve()) {
        return List.of();
      }
      ClassShares shares = ClassShares.of(classes, relaxed);
      if (shares.misfits().isEmpty()) {
        return List.of(new Answer(classes, relaxed, shares.shares()));
      }
      ImplicitPairSolver.separate(finer, shares.misfits());
    }
    return List.of();
  }

  @Override
  public String toString() {
    return "pairs by class";
  }
}
