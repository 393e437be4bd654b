package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.ProblemRecipe.JobRecipe;
import java.util.Set;
import java.util.function.LongFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * The problems of {@link RandomProblems} for jqwik: problems that break a rule shrink to the fewest
 * edges and jobs, then to the smallest numbers.
 */
public final class ProblemArbitraries {

  private ProblemArbitraries() {}

  /**
   * Problems with up to three edges.
   *
   * @return problems of 0 to 6 jobs
   */
  public static Arbitrary<AllocationProblem> problems() {
    return Arbitraries.of(Edge.class).set().ofMaxSize(3).flatMap(ProblemArbitraries::problems);
  }

  /**
   * Problems with given edges.
   *
   * @param edges all special features
   * @return problems of 0 to 6 jobs
   */
  public static Arbitrary<AllocationProblem> problems(Set<Edge> edges) {
    Arbitrary<JobRecipe> job =
        Combinators.combine(
                Arbitraries.integers().between(0, 9).list().ofSize(ProblemRecipe.TYPES),
                Arbitraries.integers().between(0, 999))
            .as(JobRecipe::new);
    return Combinators.combine(
            Arbitraries.integers().between(1, 5).list().ofMinSize(1).ofMaxSize(ProblemRecipe.TYPES),
            job.list().ofMaxSize(6))
        .as((workers, jobs) -> new ProblemRecipe(workers, jobs, edges).build());
  }

  /**
   * Problems that a function makes from seeds. Those that break a rule shrink all the same, to the
   * fewest jobs, pairs and configurations.
   *
   * @param make makes a problem of a seed, the same for the same seed
   * @return problems of random seeds
   */
  public static Arbitrary<AllocationProblem> seeded(LongFunction<AllocationProblem> make) {
    return Arbitraries.fromGenerator(
        random -> new ShrinkableProblem(make.apply(random.nextLong())));
  }

  /**
   * Random numbers from which any generator makes a case that shrinks.
   *
   * @return numbers of random seeds
   */
  public static Arbitrary<Draws> draws() {
    return Arbitraries.fromGenerator(random -> new ShrinkableDraws(Tape.ofSeed(random.nextLong())));
  }

  /**
   * Feasible allocations that are not optimised.
   *
   * @return allocations of {@link #problems()}
   */
  public static Arbitrary<Allocation> feasibleAllocations() {
    return Combinators.combine(problems(), draws()).as(RandomAllocations::feasible);
  }

  /**
   * Allocations that are rarely feasible.
   *
   * @return allocations of {@link #problems()}
   */
  public static Arbitrary<Allocation> anyAllocations() {
    return Combinators.combine(problems(), draws()).as(RandomAllocations::any);
  }
}
