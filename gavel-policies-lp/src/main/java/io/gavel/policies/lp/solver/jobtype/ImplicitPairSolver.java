package io.gavel.policies.lp.solver.jobtype;

import io.gavel.policies.lp.solver.coefficients.ImplicitPairClasses;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Solves programs whose pairs are known by job type and are too many to list as columns. Immutable.
 */
public final class ImplicitPairSolver {

  /** The most jobs for which each job is tried as a class of its own. */
  private static final int MOST_SINGLE = 500;

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
        new ImplicitPairClasses(program.shared().get(0), program.columns(), program.objective());
  }

  /**
   * The partitions of the jobs into classes to try in turn, {@code [job]}. The first one has
   * classes of interchangeable jobs. For few jobs, the second one makes each job a class of its
   * own, which amounts to the dense method on all pairs.
   */
  public List<int[]> partitions() {
    List<int[]> partitions = new ArrayList<>();
    partitions.add(finder.classOf());
    if (program.jobCount() <= MOST_SINGLE) {
      partitions.add(IntStream.range(0, program.jobCount()).toArray());
    }
    return partitions;
  }

  /** The number of classes of a partition. */
  public static int count(int[] partition) {
    return Arrays.stream(partition).max().orElse(-1) + 1;
  }

  /** A solution on the pairs that it uses, with a bound over all pairs; empty if none was found. */
  public Optional<CertifiedSolution> solve(int[] partition) {
    List<JobTypeSolver.Answer> answers = JobTypeSolver.solve(program, partition, finder::between);
    return answers.isEmpty() ? Optional.empty() : Optional.of(written(answers.get(0)));
  }

  private CertifiedSolution written(JobTypeSolver.Answer answer) {
    PairWriter.Written written = PairWriter.write(program, answer.classes(), answer.shares());
    DualBound bound = DualBound.of(program, answer.classes(), answer.program().prices());
    return CertifiedSolution.of(written.program, written.pairs, written.fractions, bound);
  }
}
