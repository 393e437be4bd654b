package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.program.EntityMaxMin;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.snapshot.AllocationSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

/** Soft constraints: closed forms, and random problems against an independent solver. */
class SoftConstraintsTest {

  private static final int PROBLEMS = Boolean.getBoolean("gavel.nightly") ? 1_000 : 40;

  private static final double CLOSE = 1e-6;

  private static AllocationProblem.Builder oneJob(double bound) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)))
        .job(Job.of("a"), 4)
        .constraint(Constraint.named("cap").that(LinearForm.workers()).atMost(bound));
  }

  /** A worker makes 4 steps/s or a level of 1; a cheap limit is missed, an expensive one kept. */
  @ParameterizedTest
  @CsvSource({"total, 3, 0.75", "total, 5, 0", "level, 0.75, 0.75", "level, 1.25, 0"})
  void limit_isMissedIfThatIsWorthItsPrice(String measure, double penalty, double missed) {
    Policy policy = measure.equals("total") ? MaxTotalThroughput.create() : MaxMinFairness.create();
    Allocation x = policy.allocate(oneJob(0.25).softening("cap", penalty).build());
    assertEquals(0.25 + missed, x.fraction(0, 0), CLOSE);
    assertEquals(missed, x.missed().getOrDefault("cap", 0.0), CLOSE);
    double worth = (measure.equals("total") ? 4 : 1) * x.fraction(0, 0);
    assertEquals(worth - penalty * missed, x.certificate().objective(), CLOSE);
    assertTrue(Proof.of(x).holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
    assertEquals(
        missed > 0 ? penalty : measure.equals("total") ? 4 : 1,
        x.certificate().prices().ofConstraint("cap"),
        CLOSE);
    assertEquals(x, AllocationSnapshot.parse(AllocationSnapshot.print(x)));
  }

  @Test
  void equation_isMissedOnEitherSide() {
    for (double bound : new double[] {0.25, 3}) {
      AllocationProblem problem =
          AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2)))
              .job(Job.of("a"), 4)
              .job(Job.of("b"), 1)
              .constraint(Constraint.named("two").that(LinearForm.workers()).exactly(bound))
              .softening("two", 2)
              .build();
      Allocation x = MaxTotalThroughput.create().allocate(problem);
      double busy = bound == 3 ? 2 : 1; // b is worth less than the price
      assertEquals(Math.abs(bound - busy), x.missed().get("two"), CLOSE);
    }
  }

  @Test
  void impossibleTogether_oneIsMissed() {
    AllocationProblem hard =
        oneJob(0.25)
            .constraint(Constraint.named("due").that(LinearForm.time()).atLeast(0.5))
            .build();
    assertThrows(
        InfeasibleProblemException.class, () -> MaxTotalThroughput.create().allocate(hard));
    Allocation x = MaxTotalThroughput.create().allocate(hard.softening("due", 1));
    assertEquals(Map.of("due", 0.25).keySet(), x.missed().keySet());
    assertEquals(0.25, x.missed().get("due"), CLOSE);
    assertInstanceOf(
        Finding.Holds.class, Auditor.create().judge(x, Invariant.CONSTRAINTS), "the hard one");
    assertInstanceOf(
        Finding.Undecided.class, Auditor.create().judge(x, Invariant.WORK_CONSERVATION));
  }

  @Test
  void rulesOfQuotasAndRights_canBeSoft() {
    AllocationProblem.Builder teams =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 4)))
            .entity(new Entity("a", 1, Discipline.FAIRNESS))
            .entity(new Entity("b", 1, Discipline.FAIRNESS))
            .job(Job.builder("ja").entity("a").scaleFactor(4).build(), 1)
            .job(Job.builder("jb").entity("b").scaleFactor(4).build(), 10);
    AllocationProblem limited =
        teams.quota(Quota.of("b").limitedTo("gpu", 1)).softening("limit:b:gpu", 1).build();
    Allocation x = MaxTotalThroughput.create().allocate(limited);
    assertEquals(3, x.missed().get("limit:b:gpu"), CLOSE);
    AllocationProblem right =
        limited.constraining(Quota.of("a").guaranteeing("gpu", 2)).softening("guaranteed:a", 4);
    Allocation cheap = MaxTotalThroughput.create().allocate(right);
    assertEquals(0.5, cheap.missed().get("guaranteed:a"), CLOSE); // 10 - 4 > 1 + 4
    Allocation dear = MaxTotalThroughput.create().allocate(right.softening("guaranteed:a", 50));
    assertEquals(0.5, dear.fraction(0, 0), CLOSE);
    assertEquals(List.of("limit:b:gpu"), List.copyOf(dear.missed().keySet()));
  }

  @Test
  void pairsByType_areRefusedByName() {
    double[] ofEach = {0.75};
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2)))
            .job(Job.builder("a").type("t").build(), 1)
            .job(Job.builder("b").type("t").build(), 1)
            .constraint(Constraint.named("one").that(LinearForm.workers()).atMost(1))
            .softening("one", 2)
            .build()
            .sharingByType(PairThroughputs.builder(1).pair("t", "t", 1, ofEach, ofEach).build());
    for (Policy policy : List.of(MaxTotalThroughput.create(), MaxMinFairness.create())) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem));
      assertTrue(refused.getMessage().contains("pass problem.withAllPairs()"), refused::toString);
    }
  }

  @Test
  void policiesWithoutASum_refuseByName() {
    AllocationProblem problem = oneJob(0.25).softening("cap", 1).build();
    List<Policy> refusing =
        List.of(
            NashWelfare.create(),
            WaterFilling.create(),
            StrictFifo.create(),
            EntityMaxMin.create(),
            new EqualShare());
    for (Policy policy : refusing) {
      AllocationProblem of =
          policy instanceof EntityMaxMin
              ? problem
                  .edit()
                  .entity(new Entity("e", 1, Discipline.FAIRNESS))
                  .replace(Job.builder("a").entity("e").build())
                  .build()
              : problem;
      String message =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(of)).getMessage();
      assertTrue(String.valueOf(message).contains("\"cap\""), message);
    }
  }

  @Test
  void wrongPenalties_areNamed() {
    for (double penalty : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(
          IllegalArgumentException.class, () -> oneJob(1).softening("cap", penalty).build());
    }
    String message =
        assertThrows(IllegalArgumentException.class, () -> oneJob(1).softening("cup", 1).build())
            .getMessage();
    assertTrue(String.valueOf(message).contains("there is no constraint \"cup\""), message);
  }

  /** Some hard and some soft rows of all relations. */
  private static AllocationProblem problem(Random random) {
    int types = 1 + random.nextInt(2);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("t" + j, 1 + random.nextInt(4)).withPricePerHour(1 + j);
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(columns));
    int jobs = 1 + random.nextInt(5);
    for (int m = 0; m < jobs; m++) {
      builder.job(
          Job.builder("j" + m).scaleFactor(1 + random.nextInt(columns[0].workers())).build(),
          random.doubles(types, 1, 9).toArray());
    }
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      LinearForm form =
          switch (random.nextInt(3)) {
            case 0 -> LinearForm.workers().onTypes("t" + random.nextInt(types));
            case 1 -> LinearForm.time().ofJobs("j" + random.nextInt(jobs));
            default -> LinearForm.amount(random.doubles(types, 1, 5).toArray());
          };
      Relation relation = Relation.values()[random.nextInt(3)];
      double bound = 2 * random.nextDouble();
      builder
          .constraint(new Constraint("c" + i, form, relation, new Constraint.Bound(bound, false)))
          .softening("c" + i, 0.1 + 3 * random.nextDouble());
    }
    return builder.build();
  }

  /** The optimum of a sum, or of the least level, less penalties, by a general solver. */
  private static double best(AllocationProblem problem, boolean level) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    int types = problem.cluster().typeCount();
    Variable[] x = new Variable[problem.jobCount() * types];
    for (int i = 0; i < x.length; i++) {
      boolean runs = problem.runs(i / types, i % types);
      x[i] = model.newVariable("x" + i).lower(0).upper(runs ? 1 : 0);
      x[i].weight(level ? 0 : problem.stepsPerSecond(i / types, 0, i % types));
    }
    Variable least = model.newVariable("level").lower(0).weight(level ? 1 : 0);
    for (int m = 0; m < problem.jobCount(); m++) {
      Expression time = model.newExpression("time" + m).upper(1);
      Expression reached = model.newExpression("level" + m).lower(0);
      double unit = EqualShare.throughput(problem, m) / problem.job(m).workers();
      for (int j = 0; j < types; j++) {
        time.set(x[m * types + j], 1);
        reached.set(x[m * types + j], problem.stepsPerSecond(m, 0, j) / unit);
      }
      reached.set(least, -1);
    }
    for (int j = 0; j < types; j++) {
      Expression pool = model.newExpression("pool" + j).upper(problem.cluster().poolWorkers(j));
      for (int m = 0; m < problem.jobCount(); m++) {
        pool.set(x[m * types + j], problem.workers(m));
      }
    }
    for (LinearRow row : problem.softRows()) {
      double penalty = problem.constraintSet().penalties().get(row.name());
      Variable above = model.newVariable("above " + row.name()).lower(0).weight(-penalty);
      Variable below = model.newVariable("below " + row.name()).lower(0).weight(-penalty);
      Expression sum = model.newExpression(row.name()).set(above, -1).set(below, 1);
      for (int i = 0; i < x.length; i++) {
        sum.set(x[i], row.coefficientOf(i));
      }
      if (row.relation() == Relation.AT_MOST) {
        sum.upper(row.bound());
      } else if (row.relation() == Relation.AT_LEAST) {
        sum.lower(row.bound());
      } else {
        sum.level(row.bound());
      }
    }
    return model.maximise().getValue();
  }

  @Test
  void totalAndLevel_areThoseOfAnIndependentSolver() {
    boolean missed = false;
    boolean kept = false;
    for (int seed = 0; seed < PROBLEMS; seed++) {
      AllocationProblem problem = problem(new Random(seed));
      for (boolean level : new boolean[] {false, true}) {
        Policy policy = level ? MaxMinFairness.create() : MaxTotalThroughput.create();
        Allocation x = policy.allocate(problem);
        double best = best(problem, level);
        String what = "seed %s, level %s".formatted(seed, level);
        assertEquals(best, x.certificate().objective(), 1e-5 * Math.max(1, Math.abs(best)), what);
        assertTrue(Proof.of(x).holdsWithin(new Tolerance(1e-6, 1e-6)), what + Proof.of(x));
        missed |= !x.missed().isEmpty();
        kept |= x.missed().isEmpty();
      }
    }
    assertTrue(missed && kept);
  }

  @Test
  void sumOfThroughputPerPrice_hasItsOwnUnit() {
    AllocationProblem problem =
        oneJob(0.25)
            .softening("cap", 3)
            .build()
            .withCluster(Cluster.of(new WorkerType("gpu", 1).withPricePerHour(2)));
    Allocation x = ThroughputPerPrice.create().allocate(problem);
    assertEquals(0.25, x.fraction(0, 0), CLOSE); // 2 steps per price are worth less than 3
  }
}
