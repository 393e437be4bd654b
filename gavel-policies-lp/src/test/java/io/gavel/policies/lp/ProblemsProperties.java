package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.ProblemArbitraries;
import io.gavel.policies.lp.Problems.Kind;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;

/** Problems of random numbers become small when their numbers do. */
final class ProblemsProperties {

  private static AllocationProblem smallest(Kind kind, Predicate<AllocationProblem> isBroken) {
    RandomGenerator<AllocationProblem> problems =
        ProblemArbitraries.draws().map(random -> Problems.complete(random, kind)).generator(1000);
    Random random = new Random(3);
    Optional<Shrinkable<AllocationProblem>> smaller =
        Stream.generate(() -> problems.next(random))
            .filter(problem -> problem.value().jobCount() > 6 && isBroken.test(problem.value()))
            .findFirst();
    Shrinkable<AllocationProblem> found = smaller.orElseThrow();
    while (smaller.isPresent()) {
      found = smaller.get();
      smaller = found.shrink().filter(problem -> isBroken.test(problem.value())).findFirst();
    }
    return found.value();
  }

  @Example
  void complete_faultOfOneJob_isThatJobAlone() {
    AllocationProblem problem =
        smallest(Kind.PLAIN, any -> any.jobs().stream().anyMatch(job -> job.scaleFactor() > 4));
    assertEquals(1, problem.jobCount());
    assertEquals(1, problem.cluster().typeCount());
    assertEquals(1, problem.cluster().workers());
    assertEquals(8, problem.job(0).scaleFactor());
  }

  @Example
  void complete_faultOfAPair_isThatPairAlone() {
    AllocationProblem problem =
        smallest(
            Kind.PAIRS,
            any ->
                IntStream.range(any.jobCount(), any.groupCount())
                    .anyMatch(g -> any.throughputs().stepsPerSecond(g, 1, 0) > 7));
    assertEquals(2, problem.jobCount());
    assertEquals(1, problem.pairCount());
    assertEquals(1, problem.cluster().typeCount());
    assertEquals(7.5, problem.throughputs().stepsPerSecond(2, 1, 0));
  }

  /** A fault of a sum keeps only what adds up. */
  @Example
  void complete_faultOfManyJobs_isAsFewAsAreNeeded() {
    AllocationProblem problem = smallest(Kind.TIES, any -> any.unrunnable().size() >= 3);
    assertEquals(3, problem.jobCount());
    assertEquals(1, problem.cluster().typeCount());
  }
}
