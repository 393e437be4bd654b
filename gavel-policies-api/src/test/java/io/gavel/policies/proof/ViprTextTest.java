package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.ProblemArbitraries;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Reads the text as a checker does: the multiples of the rows must add up to goal and bound. */
final class ViprTextTest {

  private record Line(String sense, Map<Integer, Rational> a, Rational bound) {}

  @Provide
  Arbitrary<AllocationProblem> problems() {
    return ProblemArbitraries.problems();
  }

  @Property
  void derivation_addsUpToGoalAndBound(
      @ForAll("problems") AllocationProblem problem, @ForAll Draws random) {
    Allocation x = RandomCertificates.of(problem, random, random);
    Certificate c = x.certificate();
    Goal goal = c.statement().orElseThrow().goal();
    Assume.that(goal instanceof Goal.Level || goal instanceof Goal.Total);
    Assume.that(Double.isFinite(c.bound()));
    Assume.that(!(goal instanceof Goal.Level level) || counts(level));
    Rational bound = checked(ViprText.of(x));
    int sign = bound.compareTo(Rational.of(c.bound()));
    assertTrue(goal.minimized() ? sign >= 0 : sign <= 0, bound + " and " + c.bound());
  }

  private static boolean counts(Goal.Level level) {
    boolean counts = false;
    for (int m = 0; m < level.size(); m++) {
      counts |= level.requirement(m) > 0;
    }
    return counts;
  }

  static Rational checked(String text) {
    Iterator<String> words = List.of(text.trim().split("\\s+", -1)).iterator();
    expect(words, "VER", "1.0", "VAR");
    int variables = Integer.parseInt(words.next());
    for (int v = 0; v < variables; v++) {
      words.next();
    }
    expect(words, "INT", "0", "OBJ");
    boolean minimized = words.next().equals("min");
    Map<Integer, Rational> goal = form(words);
    expect(words, "CON");
    int rows = Integer.parseInt(words.next());
    expect(words, "0");
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      words.next();
      String sense = words.next();
      Rational bound = number(words.next());
      lines.add(new Line(sense, form(words), bound));
    }
    expect(words, "RTP", "range");
    String low = words.next();
    String high = words.next();
    Rational proved = number(minimized ? low : high);
    expect(words, "SOL");
    if (words.next().equals("1")) {
      words.next();
      Map<Integer, Rational> point = form(words);
      for (Line line : lines) {
        int sign = times(line.a, point).compareTo(line.bound);
        assertTrue(
            line.sense.equals("L") ? sign <= 0 : line.sense.equals("G") ? sign >= 0 : sign == 0);
      }
      assertEquals(number(minimized ? high : low), times(goal, point));
    }
    expect(words, "DER", "1", "bound", minimized ? "G" : "L", proved.toString(), "OBJ", "{", "lin");
    Map<Integer, Rational> sum = new TreeMap<>();
    Rational bound = Rational.ZERO;
    for (int used = Integer.parseInt(words.next()); used > 0; used--) {
      Line line = lines.get(Integer.parseInt(words.next()));
      Rational multiple = number(words.next());
      int sign = minimized ? -multiple.signum() : multiple.signum();
      assertTrue(line.sense.equals("E") || sign == (line.sense.equals("L") ? 1 : -1));
      line.a.forEach((v, a) -> sum.merge(v, a.times(multiple), Rational::plus));
      bound = bound.plus(line.bound.times(multiple));
    }
    sum.values().removeIf(a -> a.signum() == 0);
    assertEquals(goal, sum);
    assertEquals(proved, bound);
    return proved;
  }

  private static void expect(Iterator<String> words, String... expected) {
    for (String word : expected) {
      assertEquals(word, words.next());
    }
  }

  private static Map<Integer, Rational> form(Iterator<String> words) {
    Map<Integer, Rational> form = new TreeMap<>();
    for (int i = Integer.parseInt(words.next()); i > 0; i--) {
      form.put(Integer.valueOf(words.next()), number(words.next()));
    }
    return form;
  }

  private static Rational number(String word) {
    String[] parts = word.split("/", -1);
    BigInteger denominator = parts.length == 1 ? BigInteger.ONE : new BigInteger(parts[1]);
    return Rational.of(new BigInteger(parts[0]), denominator);
  }

  private static Rational times(Map<Integer, Rational> a, Map<Integer, Rational> x) {
    Rational sum = Rational.ZERO;
    for (Map.Entry<Integer, Rational> e : a.entrySet()) {
      sum = sum.plus(e.getValue().times(x.getOrDefault(e.getKey(), Rational.ZERO)));
    }
    return sum;
  }

  @Example
  void text_ofOtherGoals_isRefused() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1))).build();
    Goal logs = Goal.welfare(new double[0], 0);
    Allocation x =
        Certifier.certify(problem, new double[0], Statement.of(logs), Prices.zero(problem), 0);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> ViprText.of(x));
    assertEquals(
        "the certificate does not state a level or a total; VIPR is for linear programs",
        refused.getMessage());
  }
}
