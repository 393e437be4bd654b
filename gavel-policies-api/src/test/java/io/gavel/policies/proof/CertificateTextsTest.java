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
import io.gavel.policies.statement.Entitlements;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FreeColumn;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.PricedRound;
import io.gavel.policies.statement.Statement;
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
          .withFree(List.of(new FreeColumn("bought", 0, 2, 0, 0.5)), new double[] {1, 2});

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
        ProofText.of(claiming(ROUND)));
  }

  @Test
  void text_ofEachGoal_hasItsNumbers() {
    double[] gain = {4, 9, 3, 1, 5, 0};
    String total = ProofText.of(stating(Statement.of(Goal.total(gain, false))));
    assertEquals("goal total", line(total, "goal"));
    assertEquals("job 1.0 0.25 0.0 0.0 \"a\"", line(total, "job"));
    assertEquals("column 0.25 0 1.0 4.0 0.0 0 4.0", line(total, "column"));
    assertTrue(total.contains("column 0.125 1 1.0 0.0 0.0 0 0.0 | 0 1.0\n"), "runs nowhere");
    String minimum = ProofText.of(stating(Statement.of(Goal.total(gain, true))));
    assertEquals("goal minimum", line(minimum, "goal"));
    double[] cost = {2, 7, 1, 1, 1, 1};
    String ratio = ProofText.of(stating(Statement.of(Goal.ratio(gain, cost))));
    assertEquals("goal ratio", line(ratio, "goal"));
    assertEquals("column 0.25 0 1.0 4.0 2.0 0 4.0", line(ratio, "column"));
    Goal mean = Goal.welfare(new double[] {3, 1}, 0.5).asMean(4);
    String welfare = ProofText.of(stating(Statement.of(mean)));
    assertEquals("goal welfare 0.5 0.0 4.0", line(welfare, "goal"));
    assertEquals("job 1.0 0.25 0.0 3.0 \"a\"", line(welfare, "job"));
    double[] steps = {8, 9};
    Goal times = Goal.finishTimes(steps, new double[] {1, 2}, new double[] {3, 4});
    String finish = ProofText.of(stating(Statement.of(times)));
    assertEquals("goal finish", line(finish, "goal"));
    assertEquals("job 1.0 0.25 0.0 8.0 1.0 3.0 \"a\"", line(finish, "job"));
  }

  @Test
  void names_areQuotedUpToTheLastVisibleCharacter() {
    AllocationProblem named =
        AllocationProblem.builder(Cluster.of(new WorkerType("!~\u007f", 1))).build();
    Statement none = Statement.of(Goal.level(new double[0]));
    Certificate zero = new Certificate(0, 0, 0, Prices.zero(named)).withStatement(none);
    String text = ProofText.of(Allocation.of(named, new double[0], zero));
    assertEquals("pool 1.0 0.0 \"!~\\u{7f}\"", line(text, "pool"));
  }

  @Test
  void text_ofRoundsForOtherProblems_isRefused() {
    double[] none = {0};
    PricedRound ofThree =
        PricedRound.of(1, new double[3], Map.of(), new int[0], new double[0], new double[0]);
    PricedRound ofNobody = PricedRound.of(1, new double[2], Map.of(), new int[] {2}, none, none);
    PricedRound ofNone =
        PricedRound.of(1, new double[2], Map.of(), new int[0], new double[0], new double[0]);
    assertEquals("round 1.0 0.0 0.0 0.0 0.0", line(ProofText.of(claiming(ofNone)), "round"));
    for (PricedRound wrong : List.of(ofThree, ofNobody)) {
      Allocation claimed = claiming(wrong);
      String refused =
          assertThrows(IllegalArgumentException.class, () -> ProofText.of(claimed)).getMessage();
      assertTrue(refused.endsWith("or jobs beyond 1; the problem has 2 pools and 2 jobs"), refused);
    }
  }

  @Test
  void text_withoutAStatementThatFits_isRefused() {
    Allocation silent = Allocation.of(PROBLEM, X, new Certificate(1, 2, 0, PRICES));
    assertThrows(IllegalArgumentException.class, () -> ProofText.of(silent));
    assertThrows(IllegalArgumentException.class, () -> ViprText.of(silent));
    Allocation unfit = stating(Statement.of(Goal.level(new double[3])));
    assertThrows(IllegalArgumentException.class, () -> ProofText.of(unfit));
    assertThrows(IllegalArgumentException.class, () -> ViprText.of(unfit));
  }

  /** The level 1 costs 5/4; a's fraction on the k80, where it does not run, is no variable. */
  @Test
  void vipr_ofALevel_isOneDerivation() {
    String text = ViprText.of(stating(FULL));
    assertEquals(
        """
        VER 1.0
        VAR 6
        x_0_0 x_1_0 x_1_1 x_2_0 y_0 t
        INT 0

        OBJ max
        1 5 1
        CON 16 0
        pool_0 L 1 4 0 1 1 1 3 1 4 -1
        pool_1 L 2 1 2 1
        row_0 L 3/4 1 2 1
        row_1 G 1/8 2 0 2 4 -1
        floor_0 G 1/4 2 0 4 3 2
        level_0 G 0 3 0 4 3 2 5 -1
        floor_1 G 0 3 1 3 2 1 3 3/2
        level_1 G 0 4 1 3 2 1 3 3/2 5 -1/2
        time_0 L 1 2 0 1 3 1
        time_1 L 1 3 1 1 2 1 3 1
        most_0 L 2 1 4 1
        low_0 G 0 1 0 1
        low_1 G 0 1 1 1
        low_2 G 0 1 2 1
        low_3 G 0 1 3 1
        low_4 G 0 1 4 1
        RTP range -inf 113/10
        SOL 0
        DER 1
        bound L 113/10 OBJ { lin 11 0 12/5 1 2/5 2 6/5 5 -4/5 7 -2/5 8 4/5 9 8/5 10 12/5 12 -14/5 \
        13 -14/5 14 -13/5 } -1
        """,
        text);
    ViprTextTest.checked(text);
  }

  /** At the bound of 2, job b is owed 1 by the level and 3/2 by its floor. */
  @Test
  void vipr_ofALevel_countsFloorsAboveIt() {
    String text = ViprText.of(stating(FULL.withFloors(new double[] {2, 1.5})));
    assertTrue(text.contains("bound L 107/8 OBJ"), text);
    assertTrue(text.contains("lin 11 0 3 1 1/2 2 3/2 5 -1 6 -1/2 8 1 9 2 10 3 "), text);
    ViprTextTest.checked(text);
  }

  /** Pool, time and the floor of b are used up to the last bit, and less of the row is wrong. */
  @Test
  void vipr_ofAMinimum_hasThePointIfItIsFeasible() {
    Statement fixed =
        Statement.of(Goal.total(new double[] {1, 0, 2, 1, 2, 0}, true))
            .withFloors(new double[] {1, 1.25})
            .withFree(
                List.of(
                    new FreeColumn("bought", 1, 2, 0.25, 0.5), new FreeColumn("more", -1, 1, 1, 0)),
                new double[] {1, 0.5})
            .withRows(
                List.of(
                    LinearRow.of(
                        "fix", Relation.EXACTLY, 0.5, new int[] {3}, new double[] {1}, 0, 1)));
    Prices prices =
        Prices.of(new double[] {0.125, 0.25}, new double[] {0.25, 0}, new double[] {0.5, 1})
            .withConstraints(Map.of("fix", -0.75));
    Certificate certificate = new Certificate(1, 0, 0, prices).withStatement(fixed);
    double[] x = {0.5, 0, 0, 0.5, 0.5, 0};
    String text = ViprText.of(Allocation.of(PROBLEM, x, certificate));
    assertEquals(
        """
        VER 1.0
        VAR 6
        x_0_0 x_1_0 x_1_1 x_2_0 y_0 y_1
        INT 0

        OBJ min
        6 0 1 1 2 2 1 3 2 4 1/4 5 1
        CON 16 0
        pool_0 L 1 3 0 1 1 1 3 1
        pool_1 L 1/2 2 2 1 4 -1
        row_0 L 3/4 1 2 1
        row_1 E 1/2 2 2 1 5 1
        floor_0 G 1 2 0 4 3 2
        floor_1 G 5/4 3 1 3 2 1 3 3/2
        time_0 L 1 2 0 1 3 1
        time_1 L 1 3 1 1 2 1 3 1
        most_0 L 2 1 4 1
        most_1 L 1 1 5 1
        low_0 G 0 1 0 1
        low_1 G 0 1 1 1
        low_2 G 0 1 2 1
        low_3 G 0 1 3 1
        low_4 G 0 1 4 1
        low_5 G 0 1 5 1
        RTP range 1/8 17/8
        SOL 1
        x 4 0 1/2 2 1/2 3 1/2 4 1/2
        DER 1
        bound G 1/8 OBJ { lin 10 0 -1/8 1 -1/4 3 3/4 4 1/2 5 1 6 -7/8 7 -7/8 12 3/8 13 11/8 15 \
        1/4 } -1
        """,
        text);
    ViprTextTest.checked(text);
    x[3] = 0.25; // the row asks for 0.5
    String wrong = ViprText.of(Allocation.of(PROBLEM, x, certificate));
    assertTrue(wrong.contains("RTP range 1/8 inf\nSOL 0\n"), wrong);
  }

  @Test
  void vipr_withoutPricesOrBound_isRefused() {
    Statement level = Statement.of(Goal.level(new double[] {1, 0}));
    Prices ofB = Prices.of(new double[2], new double[2], new double[] {0, 1});
    Allocation unpriced =
        Allocation.of(PROBLEM, X, new Certificate(0, 1, 0, ofB).withStatement(level));
    String refused =
        assertThrows(IllegalArgumentException.class, () -> ViprText.of(unpriced)).getMessage();
    assertEquals("no job has a price of throughput", refused);
    Certificate endless = new Certificate(0, Double.POSITIVE_INFINITY, 0, ofB);
    Allocation unbounded = Allocation.of(PROBLEM, X, endless.withStatement(level));
    refused =
        assertThrows(IllegalArgumentException.class, () -> ViprText.of(unbounded)).getMessage();
    assertEquals("the certificate proves no bound", refused);
  }
}
