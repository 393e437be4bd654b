package io.gavel.policies.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

class ProblemArbitrariesProperties {

  @Provide
  Arbitrary<Allocation> feasible() {
    return ProblemArbitraries.feasibleAllocations();
  }

  @Provide
  Arbitrary<Allocation> any() {
    return ProblemArbitraries.anyAllocations();
  }

  @Property
  void feasibleAllocations_keepTheLimitsToTheLastBit(@ForAll("feasible") Allocation x) {
    Auditor exact = Auditor.create().withFeasibility(Tolerance.EXACT);
    for (Invariant limit :
        List.of(Invariant.FRACTIONS, Invariant.TIME, Invariant.CAPACITY, Invariant.USEFUL_TIME)) {
      assertInstanceOf(Finding.Holds.class, exact.judge(x, limit));
    }
    assertEquals(0, x.maxViolation());
  }

  /** A fault of problems with a gang shrinks to the gang alone, whatever made the problem. */
  @Example
  void seeded_brokenRule_shrinksToFewestJobs() {
    AllocationProblem problem = RandomProblems.of(3, Set.of(Edge.GANGS, Edge.PAIRS));
    assertTrue(problem.jobCount() > 1);
    Shrinkable<AllocationProblem> smallest = new ShrinkableProblem(problem);
    Optional<Shrinkable<AllocationProblem>> smaller = Optional.of(smallest);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      ShrinkingDistance distance = smallest.distance();
      smaller =
          smallest
              .shrink()
              .filter(fewer -> fewer.distance().compareTo(distance) < 0)
              .filter(fewer -> fewer.value().jobs().stream().anyMatch(j -> j.scaleFactor() > 1))
              .findFirst();
    }
    assertEquals(1, smallest.value().jobCount());
    assertEquals(1, smallest.value().groupCount());
  }

  /** jqwik knows these types without a name of an arbitrary. */
  @Property(tries = 20)
  void parameters_ofTheKitsTypes_areProvided(
      @ForAll AllocationProblem problem, @ForAll Allocation x, @ForAll ProblemSequence sequence) {
    assertTrue(problem.jobCount() <= 6);
    assertEquals(0, x.maxViolation());
    assertEquals(sequence.events().size() + 1, sequence.problems().size());
  }

  /** The auditor's limits are those of the allocation itself. */
  @Property
  void anyAllocation_isJudgedFeasibleIfAndOnlyIfItsLargestViolationIsZero(
      @ForAll("any") Allocation x) {
    Auditor exact = Auditor.create().withFeasibility(Tolerance.EXACT);
    boolean holds =
        exact.judge(x, Invariant.TIME) instanceof Finding.Holds
            && exact.judge(x, Invariant.CAPACITY) instanceof Finding.Holds
            && exact.judge(x, Invariant.FRACTIONS) instanceof Finding.Holds;
    assertEquals(x.maxViolation() == 0, holds);
  }

  /** Pareto efficiency implies work conservation. */
  @Property
  void workersThatIdle_areAnImprovement(@ForAll("feasible") Allocation x) {
    Auditor auditor = Auditor.create();
    if (auditor.judge(x, Invariant.PARETO_EFFICIENCY) instanceof Finding.Holds) {
      assertInstanceOf(Finding.Holds.class, auditor.judge(x, Invariant.WORK_CONSERVATION));
    }
  }

  @Example
  void randomProblems_reachTheEdges() {
    List<AllocationProblem> problems =
        LongStream.range(0, 500).mapToObj(RandomProblems::of).toList();
    assertTrue(problems.stream().anyMatch(problem -> problem.jobCount() == 0));
    assertTrue(problems.stream().anyMatch(problem -> problem.cluster().workers() == 0));
    assertTrue(problems.stream().anyMatch(problem -> problem.cluster().typeCount() == 1));
    assertTrue(problems.stream().anyMatch(problem -> !problem.unrunnable().isEmpty()));
    for (Condition condition : Condition.values()) {
      long met = problems.stream().filter(problem -> Auditor.met(problem).test(condition)).count();
      boolean always =
          condition == Condition.NOTHING_FORBIDDEN
              || condition == Condition.NO_CONSTRAINTS; // no recipe has these
      assertTrue(met > 50 && (always || met < 500), condition + " is met by " + met);
    }
    assertTrue(
        problems.stream()
            .anyMatch(problem -> problem.cluster().poolCount() < problem.cluster().typeCount()));
    assertTrue(
        problems.stream()
            .flatMap(problem -> problem.jobs().stream())
            .anyMatch(job -> job.weight() > 1e5));
  }

  @Example
  void variants_identicalChange_isTheSameProblem() {
    for (long seed = 0; seed < 100; seed++) {
      AllocationProblem problem = RandomProblems.of(seed, Set.of(Edge.PAIRS, Edge.GANGS));
      int last = problem.jobCount();
      assertEquals(problem, Variants.withRates(problem, (m, j, rate) -> rate));
      assertEquals(problem, Variants.inUnits(Variants.inUnits(problem, 0, 4), 0, 0.25));
      AllocationProblem more = Variants.withJobThatRunsNowhere(problem, last);
      assertEquals(problem, Variants.without(more, last));
      assertTrue(more.unrunnable().stream().anyMatch(job -> job.job() == last));
    }
  }
}
