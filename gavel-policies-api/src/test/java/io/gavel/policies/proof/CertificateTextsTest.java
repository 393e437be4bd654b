package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * All lines of the texts of certificates: checkers elsewhere read them. Job a runs on the v100
 * only, b on both types, and the two share the v100.
 */
final class CertificateTextsTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.of(
              Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 2)),
              List.of(
                  Job.builder("a").entity("part").weight(3).build(),
                  Job.builder("b \"\\\u00e9").scaleFactor(1).build()),
              ThroughputMatrix.builder(2)
                  .job(4, 0)
                  .job(3, 1)
                  .pair(0, 1, new double[] {2, 0}, new double[] {1.5, 0})
                  .build(),
              List.of(
                  new Entity("team", 2, Discipline.FAIRNESS),
                  new Entity("part", Optional.of("team"), 0.5, Discipline.FIFO)))
          .constraining(
              Constraint.named("cap").that(LinearForm.time().onTypes("k80")).atMost(0.75));

  private static final double[] X = {0.25, 0.125, 0, 0.5, 0.5, 0};

  private static final Prices PRICES =
      Prices.of(new double[] {3, 0.5}, new double[] {0.25, 2}, new double[] {1, 0.5})
          .withConstraints(Map.of("cap", 1.5));

  private static final Statement FULL =
      Statement.of(Goal.level(new double[] {1, 0.5}))
          .withFloors(new double[] {0.25, 0})
          .withRows(
              List.of(
                  LinearRow.of("r", Relation.AT_LEAST, 0.125, new int[] {0}, new double[] {2}, -1)))
          .withFree(List.of(new FreeVariable("bought", 0, 2, 0, 0.5)), new double[] {1, 2});

  private static final PricedRound ROUND =
      PricedRound.of(
          0.5,
          new double[] {1, 0.25},
          Map.of("cap", 0.75),
          new int[] {1},
          new double[] {2},
          new double[] {4});

  private static Allocation stating(Statement statement) {
    return Allocation.of(PROBLEM, X, new Certificate(1, 2, 0, PRICES).withStatement(statement));
  }

  private static Allocation claiming(PricedRound round) {
    Entitlements tree =
        Entitlements.of(new double[] {1, 2}, new double[] {3, 4}, new double[] {5, 6});
    Allocation x = stating(FULL);
    return x.withCertificate(
        x.certificate().withLevels(new FairLevels(0.5, List.of(round), Optional.of(tree))));
  }

  private static String line(String text, String word) {
    return text.lines().filter(line -> line.startsWith(word + " ")).findFirst().orElse("");
  }

  @Test
  void text_hasALineForAllThatTheCertificateSpeaksOf() {
    assertEquals(
        """
        gavel-certificate 1
        goal level
        objective 1.0
        bound 2.0
        pool 1.0 3.0 "v100"
        pool 2.0 0.5 "k80"
        row AT_MOST 0.75 1.5 1.0 "cap"
        row AT_LEAST 0.125 0.0 2.0 "r"
        free 0.5 0 2.0 0.0 "bought" | 1 -1.0
        job 1.0 0.25 0.25 1.0 "a"
        job 0.5 2.0 0.0 0.5 "b\\u{20}\\u{22}\\u{5c}\\u{e9}"
        column 0.25 0 1.0 0.0 0.0 0 4.0 | 1 2.0
        column 0.125 1 1.0 0.0 0.0 0 0.0 | 0 1.0
        column 0.0 0 1.0 0.0 0.0 1 3.0
        column 0.5 1 1.0 0.0 0.0 1 1.0 | 0 1.0
        column 0.5 0 1.0 0.0 0.0 0 2.0 1 1.5
        levels 0.5
        entity -1 2.0 FAIRNESS "team"
        entity 0 0.5 FIFO "part"
        share 1 3.0 1.0 3.0 5.0
        share -1 1.0 2.0 4.0 6.0
        round 0.5 1.0 0.25 0.75 0.0 | 1 2.0 3 4.0
        """,
        Proof.text(claiming(ROUND)));
  }

  @Test
  void text_ofEachGoal_hasItsNumbers() {
    double[] gain = {4, 9, 3, 1, 5, 0};
    String total = Proof.text(stating(Statement.of(Goal.total(gain, false))));
    assertEquals("goal total", line(total, "goal"));
    assertEquals("job 1.0 0.25 0.0 0.0 \"a\"", line(total, "job"));
    assertEquals("column 0.25 0 1.0 4.0 0.0 0 4.0", line(total, "column"));
    assertTrue(total.contains("column 0.125 1 1.0 0.0 0.0 0 0.0 | 0 1.0\n"), "runs nowhere");
    String minimum = Proof.text(stating(Statement.of(Goal.total(gain, true))));
    assertEquals("goal minimum", line(minimum, "goal"));
    double[] cost = {2, 7, 1, 1, 1, 1};
    String ratio = Proof.text(stating(Statement.of(Goal.ratio(gain, cost))));
    assertEquals("goal ratio", line(ratio, "goal"));
    assertEquals("column 0.25 0 1.0 4.0 2.0 0 4.0", line(ratio, "column"));
    Goal mean = Goal.welfare(new double[] {3, 1}, 0.5).asMean(4);
    String welfare = Proof.text(stating(Statement.of(mean)));
    assertEquals("goal welfare 0.5 0.0 4.0", line(welfare, "goal"));
    assertEquals("job 1.0 0.25 0.0 3.0 \"a\"", line(welfare, "job"));
    double[] steps = {8, 9};
    Goal times = Goal.finishTimes(steps, new double[] {1, 2}, new double[] {3, 4});
    String finish = Proof.text(stating(Statement.of(times)));
    assertEquals("goal finish", line(finish, "goal"));
    assertEquals("job 1.0 0.25 0.0 8.0 1.0 3.0 \"a\"", line(finish, "job"));
  }

  @Test
  void names_areQuotedUpToTheLastVisibleCharacter() {
    AllocationProblem named =
        AllocationProblem.builder(Cluster.of(new WorkerType("!~\u00a1", 1))).build();
    Statement none = Statement.of(Goal.level(new double[0]));
    Certificate zero = new Certificate(0, 0, 0, Prices.zero(named)).withStatement(none);
    String text = Proof.text(Allocation.of(named, new double[0], zero));
    assertEquals("pool 1.0 0.0 \"!~\\u{a1}\"", line(text, "pool"));
  }

  @Test
  void text_ofRoundsForOtherProblems_isRefused() {
    double[] none = {0};
    PricedRound ofThree =
        PricedRound.of(1, new double[3], Map.of(), new int[0], new double[0], new double[0]);
    PricedRound ofNobody = PricedRound.of(1, new double[2], Map.of(), new int[] {2}, none, none);
    PricedRound ofNone =
        PricedRound.of(1, new double[2], Map.of(), new int[0], new double[0], new double[0]);
    assertEquals("round 1.0 0.0 0.0 0.0 0.0", line(Proof.text(claiming(ofNone)), "round"));
    for (PricedRound wrong : List.of(ofThree, ofNobody)) {
      Allocation claimed = claiming(wrong);
      String refused =
          assertThrows(IllegalArgumentException.class, () -> Proof.text(claimed)).getMessage();
      assertTrue(refused.endsWith("or jobs beyond 1; the problem has 2 pools and 2 jobs"), refused);
    }
  }

  @Test
  void text_withoutAStatementThatFits_isRefused() {
    Allocation silent = Allocation.of(PROBLEM, X, new Certificate(1, 2, 0, PRICES));
    assertThrows(IllegalArgumentException.class, () -> Proof.text(silent));
    Allocation unfit = stating(Statement.of(Goal.level(new double[3])));
    assertThrows(IllegalArgumentException.class, () -> Proof.text(unfit));
  }
}
