package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.TextMutations;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.AllocationSnapshot;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SnapshotTest {

  private static final String TEXT =
      """
      problem version=1
        type "v100" workers=2 price=2.48
        type "k80" workers=4 per-server=2 pool="old"
        entity "team" weight=2 discipline=FIFO
        job "bert" rates=[40,12] type="bert" scale=2 steps=400000 entity="team"
        job "gan" rates=[30,0.1] service=3600 on="k80" lease=60
        job "rl" rates=[20,1e-9]
        pair "gan" "rl" rates=[25,0] beside=[20.5,0]
      end problem
      """;

  private static AllocationProblem problem() {
    Cluster cluster =
        Cluster.of(
            new WorkerType("v100", 2).withPricePerHour(2.48),
            new WorkerType("k80", 4).withWorkersPerServer(2).withPool("old"));
    Job bert =
        Job.builder("bert").type("bert").scaleFactor(2).stepsRemaining(4e5).entity("team").build();
    History history = History.none().withService(3600, 0).runningOn("k80", 60);
    return AllocationProblem.builder(cluster)
        .entity(new Entity("team", 2, Entity.Discipline.FIFO))
        .job(bert, 40, 12)
        .job(Job.builder("gan").history(history).build(), 30, 0.1)
        .job(Job.of("rl"), 20, 1e-9)
        .pair("gan", "rl", new double[] {25, 0}, new double[] {20.5, 0})
        .build();
  }

  @Test
  void print_problem_isALineAnItem() {
    assertEquals(
        TEXT.replace("1e-9", "1E-9")
            + "digest sha-256=\"%s\"\n".formatted(ProblemSnapshot.digest(problem())),
        ProblemSnapshot.print(problem()));
  }

  @Test
  void parse_handWritten_isTheProblem() {
    assertEquals(problem(), ProblemSnapshot.parse(TEXT));
    assertEquals(problem(), ProblemSnapshot.parse(TEXT.replace("\n", "\r\n")));
    assertEquals(
        problem(), ProblemSnapshot.parse("# a comment\n\n" + TEXT.replace("  job", " # no\njob")));
    assertEquals(problem(), ProblemSnapshot.parse(TEXT.strip()));
  }

  @Test
  void digest_ofAProblem_isTheSameForGood() {
    assertEquals("8ff8ab60dc6c9077", ProblemSnapshot.digest(problem()).substring(0, 16));
  }

  @Test
  void allocation_ofTwoJobs_isALineAGroup() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 1)
            .build();
    Prices prices = Prices.of(new double[] {0.1}, new double[] {0, 0}, new double[] {0.125, 0.5});
    Allocation x =
        Allocation.of(problem, new double[] {0.5, 1 / 3.0}, new Certificate(0.5, 0.5, 0, prices));
    assertEquals(
        """
        allocation version=1
          problem version=1
            type "v100" workers=1
            job "a" rates=[4]
            job "b" rates=[1]
          end problem
          certificate objective=0.5 bound=0.5 violation=0
          pool "v100" price=0.1
          alone "a" fractions=[0.5] throughput-price=0.125
          alone "b" fractions=[0.3333333333333333] throughput-price=0.5
        end allocation
        """,
        TextMutations.withoutDigest(AllocationSnapshot.print(x)));
    assertEquals(x, AllocationSnapshot.parse(AllocationSnapshot.print(x)));
    assertEquals(64, AllocationSnapshot.digest(x).length());
  }

  @Test
  void answer_ofTwoJobs_omitsTheGroupWithoutTime() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 1)
            .build();
    Allocation x =
        Allocation.of(problem, new double[] {0, 1}, new Certificate(1, 1, 0, Prices.zero(problem)));
    String text = TextMutations.withoutDigest(AllocationSnapshot.answersTo(problem).print(x));
    assertEquals(
        """
        answer version=1
          of jobs=2 groups=2
          certificate objective=1 bound=1 violation=0
          pool "v100" price=0
          group row=1 fractions=[1]
        end answer
        """,
        text);
    for (String fault : List.of("groups=2", "row=1")) {
      String broken = text.replace(fault, fault.replaceAll("\\d", "9"));
      assertThrows(
          SnapshotFormatException.class,
          () -> AllocationSnapshot.answersTo(problem).parse(broken),
          fault);
    }
  }

  @Test
  void parse_faults_areNamedWithLineAndColumn() {
    assertFault(1, 17, "version 1 of \"problem\", the only one", "version=1", "version=2");
    assertFault(1, 1, "\"problem\", found \"cluster versi", "problem version", "cluster version");
    assertFault(2, 15, "\"workers=\"", "workers=2 price", "worker=2 price");
    assertFault(2, 23, "a whole number, found \"2.5", "workers=2 price", "workers=2.5 price");
    assertFault(
        2, 23, "a whole number from -2147483648", "workers=2 price", "workers=9999999999 price");
    assertFault(2, 31, "a number, found \"1e999\"", "price=2.48", "price=1e999");
    assertFault(2, 35, "the end of the line, found \" x\"", "price=2.48", "price=2.48 x");
    assertFault(4, 37, "one of [FAIRNESS, FIFO", "FIFO", "LIFO");
    assertFault(
        5,
        12,
        "a closing quote",
        "\"bert\" rates=[40,12] type=\"bert\" scale=2 " + "steps=400000 entity=\"team\"",
        "\"bert");
    assertFault(5, 21, "a number, found \"40;12] type", "[40,12]", "[40;12]");
    assertFault(5, 23, "\",\" or \"]\"", "[40,12]", "[40 12]");
    assertFault(6, 7, "a name in quotes", "\"gan\" rates=[30", "gan rates=[30");
    assertFault(8, 9, "one of \\\" \\\\", "pair \"gan\"", "pair \"\\xgan\"");
    assertFault(9, 3, "\"end\", found \"jib", "end problem", "  jib");
    assertFault(9, 5, "\"problem\"", "end problem", "end allocation");
    assertFault(9, 1, "\"end\", found the end of the text", "end problem\n", "");
    assertFault(10, 1, "the end of the text, found \"more\"", "end problem\n", "end problem\nmore");
  }

  private static void assertFault(int line, int column, String expected, String old, String fault) {
    assertTrue(TEXT.contains(old), old);
    String text = TEXT.replace(old, fault);
    SnapshotFormatException refused =
        assertThrows(SnapshotFormatException.class, () -> ProblemSnapshot.parse(text), text);
    assertTrue(refused.getMessage().contains("expected " + expected), refused::getMessage);
    assertTrue(refused.getMessage().contains(refused.expected()), refused::getMessage);
    assertEquals(List.of(line, column), List.of(refused.line(), refused.column()));
  }

  @Test
  void parse_whatCannotBe_isRefusedWithTheLine() {
    assertRefused(3, 3, "type \"k80\" workers=4", "type \"v100\" workers=4", "is listed twice");
    assertRefused(2, 3, "workers=2 price", "workers=-2 price", "must be at least 0");
    assertRefused(5, 3, "scale=2", "scale=0", "must be at least 1");
    assertRefused(8, 3, "pair \"gan\"", "pair \"gun\"", "there is no job \"gun\"");
  }

  private static void assertRefused(int line, int column, String old, String now, String why) {
    SnapshotFormatException refused =
        assertThrows(
            SnapshotFormatException.class, () -> ProblemSnapshot.parse(TEXT.replace(old, now)));
    assertTrue(refused.getMessage().contains(why), refused::getMessage);
    assertEquals(List.of(line, column), List.of(refused.line(), refused.column()));
  }

  @Test
  void parse_jobThatRunsOnlyBesideOneNotListed_isNotSetAside() {
    double[] one = {1};
    PairThroughputs table = PairThroughputs.builder(1).pair("x", "y", 1, one, one).build();
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.builder("a").type("x").build(), 0)
            .job(Job.builder("b").type("y").build(), 0)
            .build()
            .sharingByType(table);
    AllocationProblem none = problem.withPairs(List.of());
    assertEquals(List.of(), none.unrunnable());
    assertEquals(List.of(), ProblemSnapshot.parse(ProblemSnapshot.print(none)).unrunnable());
    assertEquals(problem, ProblemSnapshot.parse(ProblemSnapshot.print(problem)));
  }

  @Test
  void withUnlistedPairsOf_unrunnableJobs_areNotSetAside() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 0)
            .job(Job.of("b"), 0)
            .job(Job.of("c"), 1)
            .build();
    assertEquals(
        List.of("b"),
        problem.withUnlistedPairsOf(List.of("a", "c")).unrunnable().stream()
            .map(Unrunnable::jobId)
            .toList());
    assertSame(problem, problem.withUnlistedPairsOf(List.of("c")));
  }

  @Test
  void parse_allocationOfPairsByType_isRefused() {
    String text =
        """
        allocation version=1
        problem version=1
        type "v100" workers=1
        by-type
        kind "x" scale=1
        end problem
        certificate objective=0 bound=0 violation=0
        pool "v100" price=0
        end allocation
        """;
    SnapshotFormatException refused =
        assertThrows(SnapshotFormatException.class, () -> AllocationSnapshot.parse(text));
    assertTrue(refused.getMessage().contains("pairs are listed"), refused::getMessage);
  }
}
