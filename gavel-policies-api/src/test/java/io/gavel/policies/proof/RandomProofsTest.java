package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.Certificate;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three opinions on certificates of random problems, many with hostile rates, about goals of all
 * kinds, and on forgeries of each: {@link Proof}, an oracle in decimal fractions, and the checker
 * in Python.
 */
final class RandomProofsTest {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");
  private static final int PROBLEMS = NIGHTLY ? 20_000 : 2_000;
  private static final int FORGERIES = NIGHTLY ? 5 : 1;
  private static final String OF_LEVELS = "not proved: (level of job|round) .*";

  /** Makes neighbouring seeds unlike. */
  private static final long MIXED = 0x9E3779B97F4A7C15L;

  /** The certificates that one run of the checker in Python sees. */
  private static final int BATCH = 2_000;

  @TempDir Path folder;

  private final Map<Class<?>, Integer> honestOf = new HashMap<>();
  private int forged;
  private int refuted;
  private int forgedLevels;

  @Test
  void threeOpinions_onRandomCertificatesAndForgeries_neverDisagree()
      throws IOException, InterruptedException {
    List<Allocation> batch = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int seed = 0; seed < PROBLEMS; seed++) {
      Allocation x =
          RandomCertificates.of(RandomProblems.of(seed), new Random(seed), new Random(~seed));
      boolean bounded = Double.isFinite(x.certificate().bound());
      assertEquals(bounded, Proof.of(x) instanceof Proof.Proved, "seed " + seed);
      batch.add(x);
      names.add("seed " + seed);
      if (bounded) {
        honestOf.merge(
            x.certificate().statement().orElseThrow().goal().getClass(), 1, Integer::sum);
      }
      for (int i = 0; i < FORGERIES; i++) {
        Allocation forgery =
            RandomCertificates.forged(x, new Random((seed + i * PROBLEMS) * MIXED));
        batch.add(forgery);
        names.add("forgery " + i + " of seed " + seed);
        forged++;
        requireCertified(forgery, x.certificate().bound(), "forgery " + i + " of seed " + seed);
      }
      if (batch.size() >= BATCH || seed == PROBLEMS - 1) {
        compare(batch, names);
        batch.clear();
        names.clear();
      }
    }
    for (Class<?> goal : Goal.class.getPermittedSubclasses()) {
      int proved = honestOf.getOrDefault(goal, 0);
      assertTrue(proved >= PROBLEMS / 20, "%s of %s".formatted(proved, goal));
    }
    assertTrue(forgedLevels >= forged / 100, forgedLevels + " of " + forged + " are of levels");
    assertTrue(refuted >= forged / 3, refuted + " of " + forged + " forgeries are refuted");
  }

  private void compare(List<Allocation> batch, List<String> names)
      throws IOException, InterruptedException {
    List<String> verdicts = PythonChecker.verdicts(batch, folder);
    for (int i = 0; i < batch.size(); i++) {
      Allocation x = batch.get(i);
      Proof proof = Proof.of(x);
      boolean proved = proof instanceof Proof.Proved;
      boolean confirmed = BigDecimalOracle.confirms(x);
      boolean python = verdicts.get(i).startsWith("proved within ");
      String text = "%s: %s, %s, %s".formatted(names.get(i), proof, confirmed, verdicts.get(i));
      assertEquals(confirmed, python, text);
      assertTrue(confirmed || !proved, text);
      assertTrue(proved || !confirmed || isRounded(x, proof), text);
      boolean forgery = names.get(i).startsWith("forgery");
      refuted += forgery && !proved ? 1 : 0;
      forgedLevels += forgery && !proved && proof.toString().matches(OF_LEVELS) ? 1 : 0;
    }
  }

  /** Whether the page on proofs says that the failing line is rounded to the safe side. */
  static boolean isRounded(Allocation x, Proof proof) {
    Goal goal = x.certificate().statement().orElseThrow().goal();
    String line = proof instanceof Proof.NotProved failed ? failed.line() : "";
    return line.startsWith("level")
        || (goal instanceof Goal.FinishTimes && line.equals("bound"))
        || (goal instanceof Goal.Welfare && (line.equals("bound") || line.equals("objective")));
  }

  /**
   * A certificate for the fractions of a forgery passes if they are feasible and it has a bound.
   */
  static void requireCertified(Allocation forgery, double hint, String name) {
    Certificate c = forgery.certificate();
    Statement statement = c.statement().orElseThrow();
    Allocation x;
    try {
      x =
          Certifier.certify(
              forgery.problem(), forgery.fractions(), statement, c.prices(), Math.abs(hint));
    } catch (SolveFailedException | IllegalArgumentException refused) {
      return;
    }
    Proof proof = Proof.of(x);
    boolean missed = proof.toString().contains("is missed by the part");
    boolean bounded = Double.isFinite(x.certificate().bound());
    assertTrue(proof instanceof Proof.Proved || missed || !bounded, name + ": " + proof);
  }
}
