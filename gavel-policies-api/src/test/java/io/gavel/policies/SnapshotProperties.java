package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.ProblemArbitraries;
import io.gavel.policies.contract.TextMutations;
import io.gavel.policies.snapshot.AllocationSnapshot;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotFormat;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Text and back; and no text, however broken, does anything but be read or refused. */
final class SnapshotProperties {

  @Provide
  Arbitrary<AllocationProblem> wildProblems() {
    return ProblemArbitraries.draws().map(WildProblems::of);
  }

  @Property
  void problem_printedAndParsed_isEqual(@ForAll("wildProblems") AllocationProblem problem) {
    String text = ProblemSnapshot.print(problem);
    AllocationProblem again = ProblemSnapshot.parse(text);
    assertEquals(problem, again);
    assertEquals(problem.unrunnable(), again.unrunnable());
    assertEquals(text, ProblemSnapshot.print(again));
  }

  @Property
  void allocation_printedAndParsed_isEqual(@ForAll Draws random) {
    Allocation x = WildProblems.allocation(random);
    String text = AllocationSnapshot.print(x);
    Allocation again = AllocationSnapshot.parse(text);
    assertEquals(x, again);
    assertEquals(text, AllocationSnapshot.print(again));
    for (int m = 0; m < x.problem().jobCount(); m++) {
      assertEquals(x.effectiveThroughput(m), again.effectiveThroughput(m));
    }
  }

  @Property
  void answer_printedAndParsed_isEqual(@ForAll Draws random) {
    Allocation x = WildProblems.allocation(random);
    SnapshotFormat<Allocation> format = AllocationSnapshot.answersTo(x.problem());
    String text = format.print(x);
    assertEquals(x, format.parse(text));
    assertEquals(text, format.print(format.parse(text)));
  }

  @Property
  void digest_ofOtherProblems_differs(@ForAll Draws one, @ForAll Draws other) {
    AllocationProblem a = WildProblems.of(one);
    AllocationProblem b = WildProblems.of(other);
    assertEquals(ProblemSnapshot.digest(a), ProblemSnapshot.digest(WildProblems.of(one.again())));
    if (!a.equals(b)) {
      assertNotEquals(ProblemSnapshot.digest(a), ProblemSnapshot.digest(b));
    }
  }

  @Property(tries = 1000)
  void text_broken_isReadOrRefused(@ForAll Draws random) {
    attack(random);
  }

  /** As many as a fuzzer would try in an hour or so. */
  @Example
  @Tag("nightly")
  void text_brokenNightly_isReadOrRefused() {
    int read = 0;
    for (long seed = 0; seed < 600_000; seed++) {
      read += attack(new Random(seed));
    }
    assertTrue(read > 60_000, "some are still valid, and tell something: " + read);
  }

  /** Returns how many of two broken texts could still be read. */
  private static int attack(Random random) {
    String problem = TextMutations.withoutDigest(ProblemSnapshot.print(WildProblems.of(random)));
    String allocation =
        TextMutations.withoutDigest(AllocationSnapshot.print(WildProblems.allocation(random)));
    return readProblem(TextMutations.of(problem, allocation, random))
        + readAllocation(TextMutations.of(allocation, problem, random));
  }

  private static int readProblem(String text) {
    AllocationProblem problem;
    try {
      problem = ProblemSnapshot.parse(text);
    } catch (SnapshotFormatException refused) {
      assertTells(refused, text);
      return 0;
    }
    assertEquals(problem, ProblemSnapshot.parse(ProblemSnapshot.print(problem)));
    return 1;
  }

  private static int readAllocation(String text) {
    Allocation allocation;
    try {
      allocation = AllocationSnapshot.parse(text);
    } catch (SnapshotFormatException refused) {
      assertTells(refused, text);
      return 0;
    }
    assertEquals(allocation, AllocationSnapshot.parse(AllocationSnapshot.print(allocation)));
    return 1;
  }

  private static void assertTells(SnapshotFormatException refused, String text) {
    String[] lines = text.split("\n", -1);
    assertTrue(refused.line() >= 1 && refused.line() <= lines.length + 1, refused::getMessage);
    int width = refused.line() > lines.length ? 0 : lines[refused.line() - 1].length();
    assertTrue(refused.column() >= 1 && refused.column() <= width + 1, refused::getMessage);
    assertTrue(!refused.expected().isBlank(), refused::getMessage);
  }
}
