package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Solves programs whose pairs are known by job type and are too many to list as columns. Immutable.
 */
public final class ImplicitPairSolver {

  /** The most jobs for which all pairs are listed. */
  private static final int MOST_LISTED = 500;

  /** The same if prices ask for few of the pairs: two million, in 300 MB on three types. */
  private static final int MOST_PRICED = 2_000;

  /**
   * The most classes of jobs. A step of the program of classes factors a matrix with a row for the
   * time and one for the demands of each class.
   */
  private static final int MOST_CLASSES = 2_000;

  /** The part of a gain that is rounding. */
  private static final double ROUNDING = 1e-13;

  private final AllocationProgram program;
  private final ImplicitPairClasses finder;

  /**
   * Creates a solver.
   *
   * @param program a program with pairs by job type
   */
  public ImplicitPairSolver(AllocationProgram program) {
    this.program = program;
    finder =
        new ImplicitPairClasses(
            Programs.of(program).pairs(), Programs.columns(program), program.goal());
  }

  /**
   * Returns the class of each job, {@code [job]}; a class has interchangeable jobs.
   *
   * @throws SolveFailedException if there are too many classes
   */
  public int[] classOf() {
    int[] classOf = finder.classOf();
    if (count(classOf) > MOST_CLASSES) {
      throw new SolveFailedException(
          ("pairs by job type need at most %s classes of jobs that differ in nothing but their"
                  + " demands; rates, weights, configurations and constraints divide %s jobs into"
                  + " %s classes")
              .formatted(MOST_CLASSES, program.jobCount(), count(classOf)));
    }
    return classOf;
  }

  private int[] single() {
    return IntStream.range(0, program.jobCount()).toArray();
  }

  /** Returns whether a program has so few jobs that all of their pairs can be listed. */
  public static boolean isListable(AllocationProgram program) {
    return program.jobCount() <= MOST_LISTED;
  }

  /**
   * Returns whether nearly every job is a class of its own, and nothing but time and pools limits
   * them. Then a program of all pairs, of which prices ask for few, is smaller than that of the
   * classes.
   */
  public boolean isPriced() {
    int n = program.jobCount();
    return n >= Tuning.STANDARD.fewJobs()
        && n <= MOST_PRICED
        && 2 * count(finder.classOf()) > n
        && program.isPlain()
        && !program.hasFloor();
  }

  /** Returns the unexamined part of conflicts, for errors about more jobs than can be listed. */
  public static String undecided() {
    return "conflicts of constraints with floors are found for at most %s jobs"
        .formatted(MOST_LISTED);
  }

  /** Returns the names of a minimal set of coupling rows that conflict; empty if none is proved. */
  public List<String> conflict() {
    return RowConflict.of(program);
  }

  /** Returns the program with all pairs as columns, for few jobs. */
  public AllocationProgram listed() {
    PairClasses all = finder.between(single()).get(0);
    List<JobTime> each = new ArrayList<>();
    for (int c = program.columnCount(); c < all.count(); c++) {
      each.add(new JobTime(all.first[c], all.second[c], c, 1));
    }
    return PairWriter.write(program, all, each).program();
  }

  /** Returns a solution of the {@link #listed} program as one on the pairs that it uses. */
  public CertifiedSolution unlisted(CertifiedSolution solution) {
    PairClasses all = finder.between(single()).get(0);
    double[] x = solution.fractions();
    List<JobTime> used = new ArrayList<>();
    for (int c = 0; c < x.length; c++) { // pairs are in the same order
      if (x[c] > 0) {
        used.add(new JobTime(all.first[c], all.second[c], c, x[c]));
      }
    }
    DualBound bound =
        Programs.of(program).bound(all, solution.bound().prices(), solution.rowPrices());
    CertifiedSolution found = PairWriter.write(program, all, used).solution(bound);
    return solution.isStopped() ? found.asStopped() : found;
  }

  /**
   * Returns a solution of a sum whose steps are worth different amounts, with a bound over all
   * pairs; empty if it is another program, or none was found.
   */
  public Optional<CertifiedSolution> ranked() {
    ImplicitPairs pairs = Programs.of(program).pairs();
    ProgramColumns columns = Programs.columns(program);
    double[] one = new double[columns.count()];
    boolean byWorth = program.goal() instanceof Goal.Total && !program.hasFloor();
    for (int c = 0; c < one.length && byWorth; c++) {
      one[c] = columns.rate[c] / pairs.price(columns.entry[c] % pairs.types());
      double expected = pairs.worth(columns.first[c]) * one[c];
      byWorth = Math.abs(program.gain(c) - expected) <= ROUNDING * expected;
    }
    if (!byWorth) {
      return Optional.empty();
    }
    double[] worth = new double[program.jobCount()];
    Arrays.setAll(worth, pairs::worth);
    ImplicitPairClasses equalRates =
        new ImplicitPairClasses(pairs.worthOne(), columns, Goal.total(one, false));
    PairClasses classes = equalRates.all();
    if (2 * classes.classes() > count(finder.classOf())) {
      return Optional.empty(); // classes of jobs whose steps are worth the same are as few
    }
    return RankedSum.solve(program, classes, worth);
  }

  /** Returns the columns of the classes of a partition; empty if members of a class differ. */
  Optional<PairClasses> classes(int[] partition) {
    return finder.between(partition).stream().findFirst();
  }

  /**
   * Makes each of some jobs a class of its own, whose only member is not its own partner.
   *
   * @param partition the class of each job, {@code [job]}; changed
   */
  public static void separate(int[] partition, List<Integer> jobs) {
    int next = count(partition);
    for (int m : jobs) {
      partition[m] = next++;
    }
  }

  /** Returns the number of classes of a partition. */
  public static int count(int[] partition) {
    return Arrays.stream(partition).max().orElse(-1) + 1;
  }

  /**
   * Returns a solution on the pairs that it uses, with a bound over all pairs; empty if none was
   * found.
   */
  public Optional<CertifiedSolution> solve(int[] partition) {
    List<ClassSolver.Answer> answers = ClassSolver.solve(program, partition, finder::between);
    return answers.isEmpty() ? Optional.empty() : Optional.of(written(answers.get(0)));
  }

  private CertifiedSolution written(ClassSolver.Answer answer) {
    DualBound bound =
        Programs.of(program)
            .bound(answer.classes(), answer.program().prices(), answer.program().rowPrices());
    return PairWriter.write(program, answer.classes(), answer.shares()).solution(bound);
  }
}
