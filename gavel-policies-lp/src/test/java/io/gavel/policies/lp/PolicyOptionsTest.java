package io.gavel.policies.lp;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.deadline.SloMargin;
import io.gavel.policies.lp.fairness.EqualThroughput;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxEnvyFree;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.program.BudgetedMaxMin;
import io.gavel.policies.lp.program.EntityMaxMin;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.GandivaPacking;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.StepWeight;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.Exploring;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.variant.Robust;
import io.gavel.policies.lp.variant.Strict;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.ParetoProgram;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Program.Purchasable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Policies are values: equal options make equal policies, and no change drops another. */
@TestInstance(Lifecycle.PER_CLASS)
public class PolicyOptionsTest {

  private static final CertifiedSolver LOOSE =
      CertifiedSolver.standard().within(new Tolerance(0, 1e-5));

  private static final AllocationProblem EMPTY =
      AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1))).build();

  /** Without options that an instance changes: a change is another of them. */
  protected Set<Class<?>> madeAnew() {
    return Set.of(Exploring.class, Strict.class);
  }

  /** A policy and changes, each of an option of its own. */
  public record Family<P>(Supplier<P> policy, List<UnaryOperator<P>> changes) {

    @SafeVarargs
    @SuppressWarnings("varargs") // the changes are only read
    public static <P> Family<P> of(Supplier<P> policy, UnaryOperator<P>... changes) {
      return new Family<>(policy, List.of(changes));
    }

    @Override
    public String toString() {
      return policy.get().getClass().getSimpleName();
    }
  }

  protected Stream<Family<?>> families() {
    Allocation previous = new EqualShare().allocate(EMPTY);
    return Stream.of(
        Family.of(EqualShare::new),
        Family.of(IsolatedShare::new),
        Family.of(AlloX::new),
        Family.<MaxMinFairness>of(
            MaxMinFairness::create,
            p -> p.withSolver(LOOSE),
            p -> p.withNormalizer(Normalizer.ISOLATED_SHARE),
            p -> p.withChoice(OptimumChoice.LEVEL_ONLY),
            p -> p.withEnvyCap(2)),
        Family.<WaterFilling>of(
            WaterFilling::create, p -> p.withSolver(LOOSE), WaterFilling::overEntities),
        Family.<Makespan>of(
            Makespan::create,
            p -> p.withSolver(LOOSE),
            p -> p.withChoice(OptimumChoice.LEVEL_ONLY),
            Makespan::withBinarySearch),
        Family.<FinishTimeFairness>of(
            FinishTimeFairness::create,
            p -> p.withSolver(LOOSE),
            p -> p.withChoice(OptimumChoice.LEVEL_ONLY),
            FinishTimeFairness::withWeightedShares),
        Family.<MaxEnvyFree>of(
            MaxEnvyFree::create,
            p -> p.withSolver(LOOSE),
            p -> p.withReference(Normalizer.SLOWEST_TYPE)),
        Family.<EqualThroughput>of(EqualThroughput::create, p -> p.withSolver(LOOSE)),
        Family.<NashWelfare>of(
            NashWelfare::create, p -> p.withSolver(LOOSE), NashWelfare::unweighted),
        Family.<MeanFairness>of(() -> MeanFairness.of(-1), p -> p.withSolver(LOOSE)),
        Family.<PartialAllocation>of(PartialAllocation::create, p -> p.withSolver(LOOSE)),
        Family.<FifoProgram>of(FifoProgram::create, p -> p.withSolver(LOOSE)),
        Family.<StrictFifo>of(StrictFifo::create, p -> p.withSolver(LOOSE)),
        Family.<ShortestJobFirst>of(ShortestJobFirst::create, p -> p.withSolver(LOOSE)),
        Family.<AverageCompletionTime>of(
            AverageCompletionTime::create, p -> p.withSolver(LOOSE), p -> p.withFavour(0.5)),
        Family.<MaxTotalThroughput>of(
            MaxTotalThroughput::create,
            p -> p.withSolver(LOOSE),
            p -> p.withStepWeight(StepWeight.WEIGHTED_STEPS),
            MaxTotalThroughput::withoutSlos),
        Family.<ThroughputPerPrice>of(
            ThroughputPerPrice::create,
            p -> p.withSolver(LOOSE),
            p -> p.withStepWeight(StepWeight.WEIGHTED_STEPS),
            ThroughputPerPrice::withoutSlos),
        Family.<ThroughputPerCost>of(
            ThroughputPerCost::create,
            p -> p.withSolver(LOOSE),
            p -> p.withStepWeight(StepWeight.WEIGHTED_STEPS),
            ThroughputPerCost::withoutSlos,
            ThroughputPerCost::withGangsBilledAsOne),
        Family.<BestEffort>of(
            () -> BestEffort.of(ThroughputPerCost.create()), p -> p.withSolver(LOOSE)),
        Family.<SloMargin>of(
            () -> SloMargin.of(ThroughputPerCost.create(), 720),
            p -> SloMargin.of(ThroughputPerCost.create(), 360)),
        Family.<DominantResourceFairness>of(
            DominantResourceFairness::create, p -> p.withDemand((problem, m, k) -> 1)),
        Family.<GandivaPacking>of(GandivaPacking::create, p -> p.withSeed(1)),
        Family.of(HeadOfLineFifo::aware, p -> HeadOfLineFifo.agnostic(0)),
        Family.of(HeadOfLineFifo::aware, p -> HeadOfLineFifo.packed()),
        Family.of(() -> HeadOfLineFifo.agnostic(0), p -> HeadOfLineFifo.agnostic(1)),
        Family.of(
            () -> HeterogeneityAgnostic.unitRates(Makespan.create()),
            p -> HeterogeneityAgnostic.referenceType(Makespan.create(), "v100")),
        Family.<ParetoProgram>of(ParetoProgram::create, p -> p.withSolver(LOOSE)),
        Family.<BudgetedMaxMin>of(
            () -> BudgetedMaxMin.create(1),
            p -> p.withSolver(LOOSE),
            p -> p.withNormalizer(Normalizer.ISOLATED_SHARE)),
        Family.of(() -> BudgetedMaxMin.create(1), p -> BudgetedMaxMin.create(2)),
        Family.<EntityMaxMin>of(
            EntityMaxMin::create,
            p -> p.withSolver(LOOSE),
            p -> p.withNormalizer(Normalizer.ISOLATED_SHARE)),
        Family.<LeastCost>of(
            LeastCost::create,
            p -> p.withSolver(LOOSE),
            p -> p.buying(List.of(new Purchasable("gpu", 1, 2)))),
        Family.<StagedSolver>of(StagedSolver::create, p -> p.withSolver(LOOSE)),
        Family.of(
            () -> Exploring.of(new EqualShare(), 0.1, 2),
            p -> Exploring.of(new IsolatedShare(), 0.1, 2),
            p -> Exploring.of(new EqualShare(), 0.2, 2),
            p -> Exploring.of(new EqualShare(), 0.1, 3)),
        Family.of(() -> Robust.of(Makespan.create()), p -> Robust.of(NashWelfare.create())),
        Family.<Strict>of(
            () -> Strict.of(Makespan.create()),
            p -> p.ignoring(Aspect.WEIGHTS),
            p -> Strict.of(NashWelfare.create())));
  }

  @ParameterizedTest
  @MethodSource("families")
  void policy_equalOptions_areEqualAndReadable(Family<?> family) {
    Object policy = family.policy().get();
    assertEquals(policy, family.policy().get());
    assertEquals(policy.hashCode(), family.policy().get().hashCode());
    assertTrue(policy.toString().startsWith(policy.getClass().getSimpleName()), policy.toString());
    assertFalse(policy.toString().contains("@"), policy.toString());
  }

  @ParameterizedTest
  @MethodSource("families")
  <P> void change_ofAnyOption_isAnotherPolicy(Family<P> family) {
    P policy = family.policy().get();
    for (UnaryOperator<P> change : family.changes()) {
      assertNotEquals(policy, change.apply(policy));
      assertNotEquals(policy.toString(), change.apply(policy).toString());
      assertEquals(policy, family.policy().get(), "was changed in place");
    }
  }

  /** In either order two changes make the same policy, so neither drops what the other set. */
  @ParameterizedTest
  @MethodSource("families")
  <P> void changes_ofTwoOptions_keepEachOther(Family<P> family) {
    P policy = family.policy().get();
    if (!policy.toString().contains("=") || madeAnew().contains(policy.getClass())) {
      return; // nothing to change, or nothing to change on an instance
    }
    for (UnaryOperator<P> first : family.changes()) {
      for (UnaryOperator<P> second : family.changes()) {
        if (first != second) {
          P both = second.apply(first.apply(policy));
          assertEquals(both, first.apply(second.apply(policy)));
          assertNotEquals(both, second.apply(policy));
        }
      }
    }
  }

  /** Shares by weight read weights; those of the paper do not. */
  @Test
  void reads_ofFinishTimeFairness_areWeightsWithWeightedSharesOnly() {
    FinishTimeFairness plain = FinishTimeFairness.create();
    assertFalse(plain.reads().contains(Aspect.WEIGHTS));
    assertTrue(plain.withWeightedShares().reads().contains(Aspect.WEIGHTS));
  }

  /** Constraints are kept or refused, so no policy may say that it does not look at them. */
  @ParameterizedTest
  @MethodSource("families")
  void policy_ofAnyFamily_readsConstraintsAndClaimsToBeFeasible(Family<?> family) {
    if (family.policy().get() instanceof Policy policy) {
      assertTrue(policy.reads().contains(Aspect.CONSTRAINTS), policy::toString);
      assertTrue(
          policy
              .claims()
              .invariants()
              .containsAll(
                  List.of(
                      Invariant.FRACTIONS,
                      Invariant.TIME,
                      Invariant.CAPACITY,
                      Invariant.DETERMINISM)),
          policy::toString);
    }
  }

  @Test
  void toString_ofMaxMinFairness_listsItsOptions() {
    assertEquals(
        "MaxMinFairness[solver=standard, normalizer=EQUAL_SHARE, choice=LEVEL_THEN_THROUGHPUT,"
            + " envyCap=Infinity]",
        MaxMinFairness.create().toString());
    assertEquals("EqualShare", new EqualShare().toString());
  }

  /** Alone in its entity, the job has half of the worker; among three jobs, a third. */
  @Test
  void withSolver_afterOverEntities_keepsTheTree() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .entity(new Entity("small", Optional.empty(), 1, Entity.Discipline.FAIRNESS))
            .entity(new Entity("large", Optional.empty(), 1, Entity.Discipline.FAIRNESS))
            .job(Job.builder("a").entity("small").build(), 8)
            .job(Job.builder("b").entity("large").build(), 8)
            .job(Job.builder("c").entity("large").build(), 8)
            .build();
    WaterFilling flat = WaterFilling.create();
    assertEquals(8.0 / 3, flat.allocate(problem).effectiveThroughput(0), 1e-7);
    WaterFilling tree = flat.overEntities().withSolver(CertifiedSolver.standard());
    assertEquals(4, tree.allocate(problem).effectiveThroughput(0), 1e-7);
  }

  @Test
  void withSolver_afterWithNormalizer_keepsTheNormalizer() {
    AllocationProblem problem = problem(workers(1, 1), row(2, 3), row(1, 4));
    MaxMinFairness fastest = MaxMinFairness.create().withNormalizer(Normalizer.FASTEST_TYPE);
    double level = fastest.allocate(problem).certificate().objective();
    assertEquals(10.0 / 13, level, 1e-7);
    MaxMinFairness same = fastest.withSolver(CertifiedSolver.standard());
    assertEquals(level, same.allocate(problem).certificate().objective(), 1e-12);
  }
}
