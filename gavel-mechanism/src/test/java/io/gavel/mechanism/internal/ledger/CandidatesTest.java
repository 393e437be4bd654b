package io.gavel.mechanism.internal.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CandidatesTest {

  private record Candidate(int group, int type, double weight, double fraction) {}

  private static final Comparator<Candidate> ORDER =
      Comparator.comparingDouble(Candidate::weight)
          .thenComparingDouble(Candidate::fraction)
          .reversed()
          .thenComparingInt(Candidate::group)
          .thenComparingInt(Candidate::type);

  /** Weights of all magnitudes, some of them equal and some nearly so. */
  private static List<Candidate> candidates(int count, long seed) {
    Random random = new Random(seed);
    List<Candidate> candidates = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      double weight =
          switch (random.nextInt(3)) {
            case 0 -> 1 + random.nextInt(20) / 10.0;
            case 1 -> 1 + random.nextInt(50) * Math.ulp(1.0);
            default -> Math.scalb(1 + random.nextDouble(), random.nextInt(2000) - 1000);
          };
      candidates.add(new Candidate(g, random.nextInt(3), weight, random.nextInt(3) / 3.0));
    }
    return candidates;
  }

  private static void checkSorted(List<Candidate> candidates) {
    Candidates sorted = new Candidates(candidates.size());
    candidates.forEach(c -> sorted.add(c.group, c.type, c.weight, c.fraction));
    sorted.sort();
    List<Candidate> expected = new ArrayList<>(candidates);
    expected.sort(ORDER);
    assertEquals(expected.size(), sorted.count());
    for (int c = 0; c < sorted.count(); c++) {
      assertEquals(expected.get(c).group, sorted.group(c));
      assertEquals(expected.get(c).type, sorted.type(c));
      assertEquals(expected.get(c).weight, sorted.weight(c));
    }
  }

  @Test
  void sort_anyClaims_isByWeightThenFractionThenGroup() {
    for (int count : new int[] {0, 1, 2, 100, 2999, 3000, 3001, 20_000}) {
      checkSorted(candidates(count, count));
    }
  }

  @Test
  void sort_claimsOfOneWeight_isByFraction() {
    checkSorted(
        candidates(5000, 1).stream()
            .map(c -> new Candidate(c.group, c.type, 2, c.fraction))
            .toList());
  }
}
