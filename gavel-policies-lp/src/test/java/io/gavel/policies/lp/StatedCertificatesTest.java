package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.program.Solution;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Certificates pass the exact check, and forged ones do not. */
final class StatedCertificatesTest {

  private static final int SEEDS = Boolean.getBoolean("gavel.nightly") ? 1_000 : 30;

  private static void assertProved(Allocation x) {
    Proof proof = Proof.of(x);
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), () -> proof + ": " + x.certificate());
  }

  private static AllocationProblem.Builder four() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
        .job(Job.builder("a").type("x").build(), 4, 1)
        .job(Job.builder("b").type("x").build(), 3, 1)
        .job(Job.builder("c").type("y").build(), 2, 1)
        .job(Job.builder("d").type("y").build(), 5, 4);
  }

  @Example
  void pairsByType_areProvedOverTheListedPairs() {
    PairThroughputs table =
        PairThroughputs.builder(2)
            .pair("x", "y", 1, new double[] {2, 0.75}, new double[] {1.5, 0.75})
            .pair("x", "x", 1, new double[] {2, 0.5}, new double[] {2, 0.5})
            .build();
    AllocationProblem problem = four().build().sharingByType(table);
    assertProved(MaxMinFairness.create().allocate(problem));
    assertProved(MaxTotalThroughput.create().allocate(problem));
  }

  /** The certificate lists the pairs that are used; its prices pay for the others as well. */
  @Property
  void pairsByType_areProvedOverAllPairs(@ForAll Draws random) {
    PairThroughputs.Builder table = PairThroughputs.builder(2);
    for (List<String> types : List.of(List.of("x", "y"), List.of("x", "x"), List.of("y", "y"))) {
      double[] first = {1 + random.nextDouble(), random.nextDouble()};
      boolean same = types.get(0).equals(types.get(1));
      double[] second = same ? first : new double[] {random.nextDouble(), random.nextDouble()};
      table.pair(types.get(0), types.get(1), 1, first, second);
    }
    AllocationProblem problem = four().build().sharingByType(table.build());
    AllocationProblem all = problem.withAllPairs();
    Allocation x = MaxMinFairness.create().allocate(problem);
    double[] fractions = new double[2 * all.groupCount()];
    for (int g = 0; g < x.problem().groupCount(); g++) {
      for (int h = 0; h < all.groupCount(); h++) {
        for (int j = 0; x.problem().group(g).equals(all.group(h)) && j < 2; j++) {
          fractions[2 * h + j] = x.fraction(g, j);
        }
      }
    }
    Certificate c = x.certificate();
    Statement stated = c.statement().orElseThrow();
    assertProved(Certifier.certify(all, fractions, stated, c.prices(), c.bound()));
  }

  @Example
  void envyCap_isPartOfTheStatement() {
    Allocation x = MaxMinFairness.create().withEnvyCap(1).allocate(four().build());
    assertProved(x);
    assertEquals(12, x.certificate().statement().orElseThrow().rows().size());
  }

  @Example
  void everyStage_underConstraints_withPurchases_isProved() {
    AllocationProblem problem = four().build();
    Measure share = Measure.throughput().per(Normalizer.FASTEST_TYPE);
    List<JobSet> sets =
        List.of(new JobSet("s", List.of("a", "b"), 1), new JobSet("t", List.of("c", "d"), 2));
    for (Objective first :
        List.of(Objective.least(share), Objective.leastOf(sets, share), Objective.sum(share))) {
      Solution solution =
          Program.of(problem)
              .maximize(first)
              .then(Objective.logs(share), 0.1)
              .then(Objective.sum(share).minusPurchaseCost(0.125), 0.1)
              .subjectTo(
                  Constraint.named("cap").that(LinearForm.time().ofJobs("a")).atMost(0.75),
                  Constraint.named("some")
                      .that(LinearForm.workers().onTypes("k80").ofJobs("b", "c"))
                      .atLeast(0.125))
              .withFloor("d", 0.25)
              .buying(new Purchasable("k80", 2, 1.5))
              .withBudget(1)
              .solve(StagedSolver.create());
      for (int i = 0; i < solution.certificates().size(); i++) {
        Certificate stage = solution.certificate(i);
        double[] x = solution.allocation().fractions();
        Allocation staged = Allocation.of(solution.allocation().problem(), x, stage);
        Proof proof = Proof.of(staged);
        boolean kept = stage.equals(solution.certificates().get(2));
        assertTrue(proof instanceof Proof.Proved, () -> proof + ": " + stage);
        assertTrue(!kept || proof.holdsWithin(Tolerance.CERTIFIED), () -> proof + ": " + stage);
      }
    }
  }

  @Example
  void forgedPrices_ofASolvedProblem_areCaught() {
    Allocation x = MaxMinFairness.create().allocate(four().build());
    Allocation other = MaxMinFairness.create().allocate(four().build().withoutPairs());
    assertEquals(x.certificate(), other.certificate());
    Certificate c = x.certificate();
    Certificate low =
        new Certificate(c.objective(), Math.nextDown(c.objective()) * 0.999, 0, c.prices())
            .withStatement(c.statement().orElseThrow());
    assertFalse(Proof.of(Allocation.of(x.problem(), x.fractions(), low)) instanceof Proof.Proved);
    AllocationProblem slower =
        AllocationProblem.builder(x.problem().cluster())
            .job(Job.of("a"), 2, 0.5)
            .job(Job.of("b"), 1.5, 0.5)
            .job(Job.of("c"), 1, 0.5)
            .job(Job.of("d"), 2.5, 2)
            .build();
    assertFalse(Proof.of(Allocation.of(slower, x.fractions(), c)) instanceof Proof.Proved);
  }

  /** Sums of doubles that round down to a limit are beyond it; answers stay within it, exactly. */
  @Example
  void answers_ofProvedPolicies_keepTimeAndWorkersInExactArithmetic() {
    int proved = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      AllocationProblem problem = RandomProblems.of(seed).withoutShares();
      for (String name : Policies.standard().names()) {
        Policy policy = Policies.standard().named(name);
        if (!policy.claims().invariants().contains(Invariant.PROVED)) {
          continue;
        }
        Allocation x;
        try {
          x = policy.allocate(problem);
        } catch (AllocationException | IllegalArgumentException declined) {
          continue; // pairs, for instance
        }
        Statement stated = x.certificate().statement().orElseThrow();
        boolean limited = !stated.rows().isEmpty() || stated.hasFloors(); // within 1e-6
        if (!limited && Proof.of(x) instanceof Proof.Proved proof) {
          proved++;
          assertEquals(Rational.ZERO, proof.violation(), name + " of seed " + seed);
        }
      }
    }
    assertTrue(proved > 2 * SEEDS, "" + proved);
  }

  /** Columns, rows and free variables of an own program lead to a proof. */
  @Example
  void ownProgram_solvedByItsColumns_isProved() {
    AllocationProblem problem =
        four()
            .constraint(Constraint.named("cap").that(LinearForm.time().ofJobs("a")).atMost(0.75))
            .build();
    double[] ones = {1, 2, 1, 1};
    List<AllocationProgram> programs =
        List.of(
            AllocationProgram.maximizeSum(problem, ones),
            AllocationProgram.maximizeSum(problem, ones).withFloor(new double[] {0, 0, 0.25, 0}),
            AllocationProgram.maximizeMinimum(problem, ones),
            AllocationProgram.maximizeUtility(problem, ones, 0));
    for (AllocationProgram program : programs) {
      CertifiedSolution solution = CertifiedSolver.standard().solve(program);
      Allocation x = solution.allocation(problem);
      assertProved(x);
      assertEquals(solution.objective(), x.certificate().objective(), 1e-9);
      assertEquals(problem, x.problem());
    }
    PairThroughputs table =
        PairThroughputs.builder(2)
            .pair("x", "x", 1, new double[] {2, 0.5}, new double[] {2, 0.5})
            .build();
    AllocationProblem byType = four().build().sharingByType(table);
    CertifiedSolution unlisted =
        CertifiedSolver.standard().solve(AllocationProgram.maximizeSum(byType, ones));
    assertProved(unlisted.allocation(byType));
  }
}
