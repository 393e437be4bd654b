package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Two jobs on one v100 and one k80: job a makes 4 and 1 steps/s, job b 3 and 3. The best level is
 * 16/5: a runs 3/5... of nothing else; the total of 7 is reached by a on the v100 and b on the k80.
 */
final class ProofTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.of(
          Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)),
          List.of(Job.of("a"), Job.of("b")),
          ThroughputMatrix.builder(2).job(4, 1).job(3, 3).build());

  private static final Statement TOTAL = Statement.of(Goal.total(new double[] {4, 1, 3, 3}, false));
  private static final Prices OF_TOTAL =
      Prices.of(new double[] {3, 2}, new double[2], new double[2]);
  private static final double[] BEST = {1, 0, 0, 1};

  private static Allocation best() {
    return Certifier.certify(PROBLEM, BEST, TOTAL, OF_TOTAL, 0);
  }

  private static Proof proof(
      AllocationProblem problem, double[] x, double objective, double bound, Prices prices) {
    return Proof.of(
        Allocation.of(
            problem, x, new Certificate(objective, bound, 0, prices).withStatement(TOTAL)));
  }

  private static void assertFails(String line, Proof proof) {
    assertEquals(line, assertInstanceOf(Proof.NotProved.class, proof, proof::toString).line());
    assertFalse(proof.holdsWithin(Tolerance.CERTIFIED));
  }

  @Test
  void total_withItsPrices_isProvedWithinZero() {
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(best()));
    assertEquals(7, best().certificate().objective());
    assertEquals(7, best().certificate().bound());
    assertEquals(Rational.ZERO, proved.within());
    assertEquals("proved within 0", proved.toString());
    assertTrue(proved.holdsWithin(Tolerance.EXACT));
  }

  /** Without a column of the pair, all of its members' time is in columns of their own. */
  @Test
  void timeOfAPair_thatRunsNowhere_isWorthNothing() {
    AllocationProblem paired =
        AllocationProblem.of(
            PROBLEM.cluster(),
            PROBLEM.jobs(),
            ThroughputMatrix.builder(2)
                .job(4, 1)
                .job(3, 3)
                .pair(0, 1, new double[2], new double[2])
                .build());
    Statement total = Statement.of(Goal.total(new double[] {4, 1, 3, 3, 0, 0}, false));
    Prices prices = Prices.of(new double[] {3, 2}, new double[] {5, 5}, new double[2]);
    Allocation x = Certifier.certify(paired, new double[] {1, 0, 0, 1, 0, 0}, total, prices, 0);
    assertEquals(7, x.certificate().bound());
    assertEquals("proved within 0", Proof.of(x).toString());
  }

  @Test
  void certificate_withoutStatement_provesNothing() {
    Proof proof = Proof.of(Allocation.of(PROBLEM, BEST, new Certificate(7, 7, 0, OF_TOTAL)));
    assertEquals("not stated", assertInstanceOf(Proof.Unstated.class, proof).toString());
    assertFalse(proof.holdsWithin(Tolerance.CERTIFIED));
  }

  @Test
  void forgery_idleAllocation_failsInTheObjective() {
    assertFails("objective", proof(PROBLEM, new double[4], 7, 7, OF_TOTAL));
  }

  @Test
  void forgery_boundOneUlpTooLow_failsInTheBound() {
    assertFails("bound", proof(PROBLEM, BEST, 7, Math.nextDown(7.0), OF_TOTAL));
    assertFails("bound", proof(PROBLEM, BEST, 7, Double.POSITIVE_INFINITY, OF_TOTAL));
    assertInstanceOf(Proof.Proved.class, proof(PROBLEM, BEST, 7, Math.nextUp(7.0), OF_TOTAL));
  }

  @Test
  void forgery_objectiveOneUlpTooHigh_failsInTheObjective() {
    assertFails("objective", proof(PROBLEM, BEST, Math.nextUp(7.0), 8, OF_TOTAL));
  }

  @Test
  void forgery_pricesOfAnotherProblem_failInTheBound() {
    Prices other = Prices.of(new double[] {1, 2}, new double[2], new double[2]);
    assertFails("bound", proof(PROBLEM, BEST, 7, 7, other));
  }

  @Test
  void forgery_swappedJobs_failInTheObjective() {
    assertFails("objective", proof(PROBLEM, new double[] {0, 1, 1, 0}, 7, 7, OF_TOTAL));
  }

  @Test
  void forgery_droppedConstraint_failsInThePricesOrInTheConstraint() {
    AllocationProblem capped =
        PROBLEM.constraining(
            Constraint.named("cap").that(LinearForm.workers().onTypes("k80")).atMost(0.5));
    double[] x = {1, 0, 0, 0.5};
    Prices prices =
        Prices.of(new double[] {3, 0}, new double[2], new double[2])
            .withConstraints(Map.of("cap", 2.0));
    Allocation honest = Certifier.certify(capped, x, TOTAL, prices, 0);
    assertEquals(5.5, honest.certificate().objective());
    assertEquals("proved within 0.0834", Proof.of(honest).toString()); // b's time is not scarce
    assertFails("constraint \"cap\"", proof(capped, BEST, 7, 7, OF_TOTAL));
    AllocationProblem dropped = capped.withConstraints(ConstraintSet.none());
    assertFails("bound", proof(dropped, x, 5.5, honest.certificate().bound(), prices));
  }

  @Test
  void limits_thatAreMissed_areNamed() {
    assertFails("time of \"a\"", proof(PROBLEM, new double[] {1, 0.5, 0, 0}, 0, 7, OF_TOTAL));
    assertFails("pool \"v100\"", proof(PROBLEM, new double[] {1, 0, 0.5, 0}, 0, 7, OF_TOTAL));
    assertFails("fraction of \"b\"", proof(PROBLEM, new double[] {1, 0, 0, -1}, 0, 7, OF_TOTAL));
    Proof.Proved rounded =
        assertInstanceOf(
            Proof.Proved.class,
            proof(PROBLEM, new double[] {Math.nextUp(1.0), 0, 0, 1}, 7, 7, OF_TOTAL));
    assertEquals("2.23E-16", rounded.violation().toText());
    assertEquals(rounded.violation(), rounded.within());
  }

  @Test
  void statement_ofAnotherSize_doesNotFit() {
    Statement other = Statement.of(Goal.level(new double[3]));
    Certificate claim = new Certificate(0, 0, 0, OF_TOTAL).withStatement(other);
    assertFails("statement", Proof.of(Allocation.of(PROBLEM, BEST, claim)));
  }

  /** With a on the v100 and b on the k80 for all of their time: levels 4 and 3. */
  @Test
  void level_belowFloor_countsTheFloorOnly() {
    Statement level = Statement.of(Goal.level(new double[] {1, 1}));
    Prices prices = Prices.of(new double[2], new double[2], new double[] {0, 1});
    Allocation x = Certifier.certify(PROBLEM, BEST, level, prices, 0);
    assertEquals(3, x.certificate().objective());
    assertEquals("proved within 0", Proof.of(x).toString());
    Allocation floor =
        Certifier.certify(PROBLEM, BEST, level.withFloors(new double[] {4, 0}), prices, 0);
    assertEquals("proved within 0", Proof.of(floor).toString());
    Allocation missed =
        Certifier.certify(PROBLEM, BEST, level.withFloors(new double[] {5, 0}), prices, 0);
    assertFails("least throughput of \"a\"", Proof.of(missed));
  }

  /** Steps near the smallest double; times the level, requirements have no precision left. */
  @Test
  void level_belowTheSmallestNormalNumber_isFound() {
    AllocationProblem slow =
        AllocationProblem.of(
            PROBLEM.cluster(),
            PROBLEM.jobs(),
            ThroughputMatrix.builder(2).job(1e-310, 0).job(0, 3e-310).build());
    Statement level = Statement.of(Goal.level(new double[] {1e10, 3e13}));
    Prices prices =
        Prices.of(new double[] {0, 0}, new double[2], new double[] {0, Double.MIN_NORMAL});
    Allocation x = Certifier.certify(slow, BEST, level, prices, 0);
    assertEquals(1e-323, x.certificate().objective(), "3e-310 / 3e13 rounded down");
    assertTrue(Proof.of(x) instanceof Proof.Proved);
  }

  @Test
  void finishTimes_ofTheSlowerJob_areProved() {
    Statement times =
        Statement.of(
            Goal.finishTimes(new double[] {8, 9}, new double[] {0, 3}, new double[] {1, 2}));
    Prices prices = Prices.of(new double[2], new double[2], new double[] {0, 1});
    Allocation x = Certifier.certify(PROBLEM, BEST, times, prices, 3);
    assertEquals(3, x.certificate().objective(), 1e-14); // (3 + 9/3) / 2
    assertTrue(Proof.of(x).holdsWithin(new Tolerance(0, 1e-14)), () -> Proof.of(x).toString());
    assertFalse(Proof.of(x).holdsWithin(Tolerance.EXACT));
    Certificate c = x.certificate();
    Certificate high = new Certificate(c.objective(), 3.001, 0, prices).withStatement(times);
    assertFails("bound", Proof.of(Allocation.of(PROBLEM, BEST, high)));
    Statement past =
        Statement.of(
            Goal.finishTimes(new double[] {8, 9}, new double[] {0, 7}, new double[] {1, 2}));
    Allocation late = Certifier.certify(PROBLEM, BEST, past, Prices.zero(PROBLEM), 3.5);
    assertEquals(3.5, late.certificate().bound()); // the job has been there for so long
  }

  /** A price cannot pay for a floor and bound a utility: ln 4 is the optimum, not ln 4 − 1/2. */
  @Test
  void welfare_aboveAFloor_isNotBoundedByTheFloor() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .build();
    Goal log = Goal.welfare(new double[] {1}, 0);
    for (double floor : new double[] {0, 2, 4}) {
      Statement statement = Statement.of(log).withFloors(new double[] {floor});
      Prices slope = Prices.of(new double[1], new double[1], new double[] {0.25});
      Allocation all = Certifier.certify(problem, new double[] {1}, statement, slope, 0);
      assertEquals(Math.log(4), all.certificate().bound(), 1e-15, "floor " + floor);
      assertTrue(Proof.of(all).holdsWithin(Tolerance.CERTIFIED), Proof.of(all)::toString);
    }
    Statement high = Statement.of(log).withFloors(new double[] {3});
    Prices steep = Prices.of(new double[1], new double[1], new double[] {1});
    Allocation all = Certifier.certify(problem, new double[] {1}, high, steep, 0);
    assertEquals(Math.log(3) + 1, all.certificate().bound(), 1e-15); // the tangent at the floor
  }

  @Test
  void welfare_ofAJobWithoutThroughput_isNotReached() {
    Statement statement = Statement.of(Goal.welfare(new double[] {1e-308, 0}, 0));
    Prices prices = Prices.of(new double[2], new double[2], new double[] {1e-308, 0});
    assertThrows(
        SolveFailedException.class,
        () -> Certifier.certify(PROBLEM, new double[4], statement, prices, 0));
    Certificate claim = new Certificate(-Double.MAX_VALUE, 1, 0, prices).withStatement(statement);
    assertFails("objective", Proof.of(Allocation.of(PROBLEM, new double[4], claim)));
  }

  private static final AllocationProblem ONE_WORKER =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
          .job(Job.of("a"), 1)
          .job(Job.of("b"), 1)
          .job(Job.builder("large").scaleFactor(1_000_000).build(), 1)
          .build();

  /** Only the first job runs; the second has no throughput, or less than that. */
  @Test
  void fractionsBelowZero_areNoThroughput() {
    double[] both = {1, 1, 0};
    List<Goal> goals =
        List.of(
            Goal.finishTimes(new double[] {100, 100, 0}, new double[3], new double[] {1, 1, 1}),
            Goal.welfare(both, 0),
            Goal.welfare(both, 0.5),
            Goal.welfare(both, -1).asMean(2),
            Goal.level(both));
    Prices prices = Prices.of(new double[] {1}, new double[3], both);
    for (Goal goal : goals) {
      for (double below : new double[] {0, 1e-300, 1e-12, 1e-7}) {
        Certificate claim =
            new Certificate(goal.minimized() ? 100 : 0.25, 200, 0, prices)
                .withStatement(Statement.of(goal));
        Allocation x = Allocation.of(ONE_WORKER, new double[] {1, -below, 0}, claim);
        if (goal.power() <= 0) {
          assertFails("objective", Proof.of(x));
        }
        try {
          Certificate made =
              Certifier.certify(ONE_WORKER, x.fractions(), Statement.of(goal), prices, 1)
                  .certificate();
          assertEquals(goal.power() == 0.5 ? 2 : 0, made.objective(), 1e-15, goal::toString);
        } catch (SolveFailedException starved) {
          assertTrue(goal.minimized() || goal.power() == 0, goal::toString);
        }
      }
    }
  }

  @Test
  void fractionsBelowZero_freeNoWorkers() {
    Goal sum = Goal.total(new double[] {1, 1, 0}, false);
    Prices prices = Prices.of(new double[] {1}, new double[3], new double[3]);
    Certificate claim = new Certificate(2, 2, 0, prices).withStatement(Statement.of(sum));
    assertFails(
        "pool \"v100\"", Proof.of(Allocation.of(ONE_WORKER, new double[] {1, 1, -1e-6}, claim)));
    Goal level = Goal.level(new double[] {1, 0, 0});
    Statement floor = Statement.of(level).withFloors(new double[] {0, 0.5, 0});
    Certificate floored = new Certificate(0, 1, 0, prices).withStatement(floor);
    Proof missed = Proof.of(Allocation.of(ONE_WORKER, new double[] {1, -1e-7, 0}, floored));
    assertEquals("not proved: least throughput of \"b\" is missed by the part 1.00", "" + missed);
  }

  @Test
  void bounds_ofMeans_areAboveZero() {
    for (double power : new double[] {-1, 0, 0.5}) {
      Goal mean = Goal.welfare(new double[] {1, 1, 0}, power).asMean(2);
      Prices prices = Prices.of(new double[] {4}, new double[3], new double[] {2, 2, 0});
      double[] half = {0.5, 0.5, 0};
      Allocation x = Certifier.certify(ONE_WORKER, half, Statement.of(mean), prices, 0);
      assertTrue(Proof.of(x) instanceof Proof.Proved, Proof.of(x)::toString);
      for (double bound : new double[] {0, -1e-18, -1, -1e9}) {
        Certificate claim = new Certificate(0, bound, 0, prices).withStatement(Statement.of(mean));
        assertFails("bound", Proof.of(Allocation.of(ONE_WORKER, half, claim)));
      }
    }
  }

  /** The finish time is 1/3 of 100 s; the double above it holds, the one below it does not. */
  @Test
  void finishTimes_areComparedExactly() {
    Goal times = Goal.finishTimes(new double[] {100, 0, 0}, new double[3], new double[] {3, 1, 1});
    Prices prices = Prices.of(new double[] {1}, new double[3], new double[] {1, 0, 0});
    Rational third = Rational.of(100, 3);
    for (double claim : new double[] {third.ceil(), third.floor()}) {
      Certificate stated = new Certificate(claim, 0, 0, prices).withStatement(Statement.of(times));
      Proof proof = Proof.of(Allocation.of(ONE_WORKER, new double[] {1, 0, 0}, stated));
      boolean later = claim == third.ceil();
      assertEquals(later, proof instanceof Proof.Proved, proof::toString);
    }
  }

  @Test
  void welfare_isProvedByTangents() {
    for (double power : new double[] {0, 0.5, -1, -8}) {
      Statement logs = Statement.of(Goal.welfare(new double[] {1, 2}, power));
      double[] slope = {Math.pow(4, power - 1), 2 * Math.pow(3, power - 1)};
      Prices prices = Prices.of(new double[] {0, 0}, new double[2], slope);
      Allocation x = Certifier.certify(PROBLEM, BEST, logs, prices, 0);
      double expected =
          power == 0
              ? Math.log(4) + 2 * Math.log(3)
              : (Math.pow(4, power) + 2 * Math.pow(3, power)) / power;
      assertEquals(expected, x.certificate().objective(), 1e-14);
      assertTrue(Proof.of(x).holdsWithin(new Tolerance(0, 1e-13)), () -> "" + Proof.of(x));
      Certificate c = x.certificate();
      Certificate low = new Certificate(c.objective(), expected - 1e-9, 0, prices);
      assertFails("bound", Proof.of(Allocation.of(PROBLEM, BEST, low.withStatement(logs))));
      Certificate high = new Certificate(expected + 1e-9, c.bound() + 1, 0, prices);
      assertFails("objective", Proof.of(Allocation.of(PROBLEM, BEST, high.withStatement(logs))));
    }
    Statement logs = Statement.of(Goal.welfare(new double[] {1, 1}, 0));
    Allocation none = Certifier.certify(PROBLEM, BEST, logs, Prices.zero(PROBLEM), 0);
    assertEquals(Double.POSITIVE_INFINITY, none.certificate().bound());
  }
}
