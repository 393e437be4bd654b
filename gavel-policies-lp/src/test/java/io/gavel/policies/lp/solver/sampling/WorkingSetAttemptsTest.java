package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The attempts of a working set with one price, whose bound is least at a price of 1, and whose
 * small programs have given prices and solutions.
 */
class WorkingSetAttemptsTest {

  private static final double CLOSE = 1e-12;

  private static final Tolerance GOOD = CertifiedSolution.GOOD;

  private static final Tolerance PRECISE = new Tolerance(0, 1e-12);

  /** Jobs with a step per second and half a worker each: all workers are worth their number. */
  private static AllocationProgram jobs(int count) {
    double[][] rates = new double[count][];
    Arrays.fill(rates, Cases.row(1));
    double[] weight = new double[count];
    Arrays.fill(weight, 1);
    return AllocationProgram.maximizeSum(
        Cases.problem(Cases.workers(Math.max(1, count / 2)), rates), weight);
  }

  private static final AllocationProgram WHOLE = jobs(8);

  /** A point with a part of the optimum, and the prices that prove it, or another one. */
  private static CertifiedSolution point(AllocationProgram program, double part, double price) {
    int count = program.jobCount();
    double[] x = new double[count];
    Arrays.fill(x, part * program.workers(0) / count);
    double[] none = new double[count];
    return CertifiedSolution.of(program, x, Prices.of(Cases.row(price), none, none));
  }

  /** What an attempt comes to: a price and the part of the optimum that its point has. */
  private record Outcome(double price, double part) {}

  private static final Outcome TOO_TIGHT = new Outcome(Double.NaN, 0);

  /** No small program is left, because decided jobs hold too much. */
  private static final Outcome TOO_MUCH = new Outcome(Double.NaN, 1);

  /** Solves small programs as it is told, and records what it is asked. */
  private static final class Script implements SmallSolver {
    private final List<Outcome> outcomes;
    private final List<Tolerance> aims = new ArrayList<>();
    private final List<Double> parts = new ArrayList<>();
    private final List<Double> prices = new ArrayList<>();
    private final List<Double> bounds = new ArrayList<>();

    Script(Outcome... outcomes) {
      this.outcomes = List.of(outcomes);
    }

    private Outcome now() {
      return outcomes.get(parts.size() - 1);
    }

    @Override
    public SmallSolver within(double spread) {
      assertEquals(parts.get(parts.size() - 1), spread);
      return this;
    }

    @Override
    public CertifiedSolution solve(AllocationProgram small, Tolerance aim, SolveLimits limits) {
      aims.add(aim);
      if (now().equals(TOO_TIGHT)) {
        throw new InfeasibleProblemException("too tight", List.of());
      }
      return point(small, 1, now().price);
    }
  }

  private static class Scripted extends WorkingSet {
    private final Script script;
    private int used;
    private int columns = 2;
    private boolean decides = true;
    private boolean byBound;

    Scripted(double price, Tolerance tolerance, Script script) {
      super(WHOLE, Samples.uses(WHOLE), Cases.row(price), script, tolerance, SolveLimits.none());
      this.script = script;
    }

    @Override
    double bound() {
      return 1 + (price[0] - 1) * (price[0] - 1);
    }

    @Override
    boolean decidesByBound() {
      return byBound || super.decidesByBound();
    }

    @Override
    boolean decide(double bound, double part) {
      assertEquals(0, columnChoice.usedCount(), "what was open before");
      script.prices.add(price[0]);
      script.bounds.add(bound);
      script.parts.add(part);
      Arrays.fill(columnChoice.used, 0, used, true);
      return decides;
    }

    @Override
    Optional<Reduced> reduced() {
      Outcome outcome = script.now();
      return outcome.equals(TOO_MUCH)
          ? Optional.empty()
          : Optional.of(new Reduced(jobs(columns), small -> point(WHOLE, outcome.part, 1)));
    }
  }

  private static void assertNumbers(List<Double> found, double... expected) {
    double[] numbers = found.stream().mapToDouble(x -> x).toArray();
    assertArrayEquals(expected, numbers, CLOSE);
  }

  @Test
  void improve_firstSolutionIsGood_isAllThatIsAskedFor() {
    Script script = new Script(new Outcome(1.1, 1 - 5e-9));
    Scripted set = new Scripted(2, GOOD, script);
    CertifiedSolution found = set.improve(0.3).orElseThrow();
    assertEquals(4 * (1 - 5e-9), found.objective(), CLOSE);
    assertNumbers(script.parts, 0.2); // the largest change of a price
    assertEquals(List.of(GOOD), script.aims);
    assertTrue(Double.isNaN(script.bounds.get(0)), "nobody needs it");
    assertArrayEquals(Cases.row(1.1), set.price);
    assertArrayEquals(Cases.row(1.1), set.ofUse);
  }

  /** Prices that prove a better bound are as wrong as they changed, at most. */
  @Test
  void improve_solutionThatIsNotGood_goesOnFromItsPrices() {
    Script script = new Script(new Outcome(1.9, 0.5), new Outcome(1.805, 0.25), new Outcome(1, 1));
    Scripted set = new Scripted(2, GOOD, script);
    assertEquals(4, set.improve(0.15).orElseThrow().objective(), CLOSE);
    assertNumbers(script.prices, 2, 1.9, 1.805);
    assertNumbers(script.parts, 0.15, 0.05, 0.05);
    assertNumbers(script.bounds.subList(1, 3), 1.81, 1 + 0.805 * 0.805);
  }

  /** From 1.2 to 0.2, halfway to 0.7 and to 0.95, but not on to 1.075. */
  @Test
  void improve_pricesThatGoTooFar_areMovedBackWhileThatHelps() {
    Script script = new Script(new Outcome(0.2, 0.5), new Outcome(1, 1));
    Scripted set = new Scripted(1.2, GOOD, script);
    assertTrue(set.improve(0.01).isPresent());
    assertNumbers(script.prices, 1.2, 0.95);
    assertNumbers(script.bounds.subList(1, 2), 1.0025);
    assertNumbers(script.parts, 0.01, 0.01);
    Script wide = new Script(new Outcome(0.6, 0.5), new Outcome(1, 1));
    Scripted again = new Scripted(1.2, GOOD, wide); // to 0.9, nearer than 1.2, but not to 1.05
    assertTrue(again.improve(0.2).isPresent());
    assertNumbers(wide.prices, 1.2, 1.05);
    assertNumbers(wide.parts, 0.2, 0.125);
  }

  /** Six halves between the best price and another one are all worse. */
  @Test
  void improve_pricesThatAreWorse_areForgottenWithALargerError() {
    Script script = new Script(new Outcome(3, 0.5), new Outcome(1, 1));
    Scripted set = new Scripted(1, GOOD, script);
    assertTrue(set.improve(0.01).isPresent());
    assertNumbers(script.prices, 1, 1);
    assertNumbers(script.parts, 0.01, 0.04);
    assertNumbers(script.bounds.subList(1, 2), 1);
  }

  @Test
  void improve_programsTooTightToSolve_areTriedWithLargerErrors() {
    Script script = new Script(TOO_TIGHT, TOO_MUCH, new Outcome(1, 1));
    Scripted set = new Scripted(2, GOOD, script);
    set.used = 3;
    assertTrue(set.improve(0.01).isPresent());
    assertNumbers(script.parts, 0.01, 0.04, 0.16);
    assertNumbers(script.prices, 2, 2, 2);
    Script never = new Script(TOO_TIGHT, TOO_MUCH, TOO_TIGHT, TOO_MUCH, TOO_TIGHT, TOO_MUCH);
    assertTrue(new Scripted(2, GOOD, never).improve(0.01).isEmpty());
    assertNumbers(never.parts, 0.01, 0.04, 0.16, 0.2, 0.2);
  }

  /** Of five attempts the best counts, if none is good. */
  @Test
  void improve_noSolutionIsGood_isTheBestOfThem() {
    Outcome[] outcomes = new Outcome[5];
    double[] parts = {0.5, 0.75, 0.7, 0.8, 0.6};
    Arrays.setAll(outcomes, i -> new Outcome(1.9 - 0.1 * i, parts[i]));
    Script script = new Script(outcomes);
    CertifiedSolution best = new Scripted(2, GOOD, script).improve(0.01).orElseThrow();
    assertEquals(0.8 * 4, best.objective(), CLOSE);
    assertEquals(5, script.parts.size());
  }

  /** The last attempt aims at more, and its prices are as wrong as the root of the gap. */
  @Test
  void improve_moreThanGoodIsAskedFor_isTheAimOfTheNextAttempt() {
    Script script = new Script(new Outcome(1.1, 1 - 1e-10), new Outcome(1, 1));
    Scripted set = new Scripted(2, PRECISE, script);
    assertEquals(4, set.improve(0.01).orElseThrow().objective(), 1e-15);
    assertEquals(List.of(GOOD, PRECISE), script.aims);
    assertEquals(1e-5, script.parts.get(1), 1e-8);
    Script exact = new Script(new Outcome(1.1, 1), new Outcome(1, 1));
    assertTrue(new Scripted(2, PRECISE, exact).improve(0.01).isPresent());
    assertEquals(List.of(GOOD, PRECISE), exact.aims); // by chance is not enough
    assertEquals(Math.sqrt(Math.ulp(1.0)), exact.parts.get(1), 1e-12);
    Script bad = new Script(new Outcome(1.1, 0.5), new Outcome(1, 1), new Outcome(1, 1));
    assertTrue(new Scripted(2, PRECISE, bad).improve(0.01).isPresent());
    assertEquals(List.of(GOOD, GOOD, PRECISE), bad.aims);
  }

  /** Half of the columns may be open, and three quarters be in the small program. */
  @Test
  void improve_tooMuchLeftOpen_isLeftToOthers() {
    for (int used : new int[] {4, 5}) {
      Script script = new Script(new Outcome(1, 1));
      Scripted set = new Scripted(2, GOOD, script);
      set.used = used;
      assertEquals(used == 4, set.improve(0.01).isPresent());
    }
    for (int columns : new int[] {6, 7}) {
      Script script = new Script(new Outcome(1, 1));
      Scripted set = new Scripted(2, GOOD, script);
      set.columns = columns;
      assertEquals(columns == 6, set.improve(0.01).isPresent());
    }
    Script undecided = new Script();
    Scripted set = new Scripted(2, GOOD, undecided);
    set.decides = false;
    assertTrue(set.improve(0.01).isEmpty());
    assertEquals(1, undecided.parts.size());
  }

  /** What was found before is not lost when the next attempt leaves too much open. */
  @Test
  void improve_laterAttemptThatDecidesNothing_keepsWhatWasFound() {
    Script script = new Script(new Outcome(1.5, 0.5), new Outcome(1, 1));
    Scripted set =
        new Scripted(2, GOOD, script) {
          @Override
          boolean decide(double bound, double part) {
            return super.decide(bound, part) && bound != 1.25;
          }
        };
    assertEquals(2, set.improve(0.01).orElseThrow().objective(), CLOSE);
  }

  @Test
  void improve_boundThatIsNeeded_isThatOfThePrices() {
    Script script = new Script(new Outcome(1, 1));
    Scripted set = new Scripted(3, GOOD, script);
    set.byBound = true;
    assertTrue(set.improve(0.01).isPresent());
    assertNumbers(script.bounds, 5);
  }

  /** The largest change of a price, of the larger of both; prices below 0 do not count. */
  @Test
  void change_ofPrices_isRelativeToTheLarger() {
    Scripted set = new Scripted(2, GOOD, new Script());
    assertEquals(0.5, set.change(Cases.row(1)), CLOSE);
    assertEquals(0.75, set.change(Cases.row(8)), CLOSE);
    set.take(Cases.row(0));
    assertEquals(0, set.change(Cases.row(0)));
    assertEquals(1, set.change(Cases.row(3)));
  }
}
