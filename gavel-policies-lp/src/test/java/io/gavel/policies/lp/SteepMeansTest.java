package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Means of negative powers of jobs in pairs, which the dense method solves. */
class SteepMeansTest {

  /** From a simulation with power -8, with rounder numbers. */
  private static final String EIGHT =
      """
      problem version=1
        type "v100" workers=4
        type "p100" workers=4
        type "k80" workers=4
        job "a" rates=[11,7.9,3.5]
        job "b" rates=[11,7.9,3.5]
        job "c" rates=[29.9,35.8,7.18]
        job "d" rates=[4.39,2.62,0.619]
        job "e" rates=[11,7.9,3.5]
        job "f" rates=[4.4,2.6,0.62]
        job "g" rates=[2.84,5.55,2.7]
        job "h" rates=[110,91,25]
        job "i" rates=[11.4,9.05,2.3]
        job "j" rates=[7,6,3]
        job "k" rates=[10,8,4]
        job "l" rates=[7.47,16.6,10.4]
        job "m" rates=[2,2,0.5]
        job "n" rates=[10,10,5]
        pair "a" "k" rates=[9,5,2] beside=[9,5,2]
        pair "a" "n" rates=[10,5,2] beside=[10,7,3]
        pair "b" "c" rates=[4,5,2] beside=[20,20,4]
        pair "b" "g" rates=[6.4,5.5,1.7] beside=[1.6,3.2,1.7]
        pair "b" "h" rates=[10,6,2] beside=[90,40,10]
        pair "c" "d" rates=[15,15,3] beside=[3.7,1.7,0.4]
        pair "c" "e" rates=[20,20,4] beside=[4,5,2]
        pair "c" "f" rates=[15,15,3] beside=[3.7,1.7,0.4]
        pair "c" "h" rates=[30,25,4.7] beside=[71,38,10]
        pair "c" "l" rates=[29.9,28.2,4.62] beside=[6.51,12.1,6.15]
        pair "c" "n" rates=[20,20,4] beside=[5,8,2]
        pair "e" "g" rates=[6,5,2] beside=[2,3,2]
        pair "e" "n" rates=[9.7,5,1.8] beside=[9.9,6.8,2.5]
        pair "i" "m" rates=[3,5,0.9] beside=[0.9,0.7,0.3]
        pair "j" "k" rates=[7,4,2] beside=[8,4,1]
      end problem
      """;

  /** Rates a tenth from those, which gives the same with power -3. */
  private static final String THREE =
      """
      problem version=1
        type "v100" workers=4
        type "p100" workers=4
        type "k80" workers=4
        job "a" rates=[11,8.3,3.3]
        job "b" rates=[12,8.4,3.2]
        job "c" rates=[30,36,6.5]
        job "d" rates=[4.4,2.6,0.61]
        job "e" rates=[11.5,8.59,3.28]
        job "f" rates=[4.6,2.6,0.65]
        job "g" rates=[3.1,5.6,2.5]
        job "h" rates=[107,93,25]
        job "i" rates=[11,9.4,2.1]
        job "j" rates=[6.5,6,3.2]
        job "k" rates=[11,8.3,4]
        job "l" rates=[7.62,16.3,10.7]
        job "m" rates=[2,2,0.5]
        job "n" rates=[9.8,9.8,5.3]
        pair "a" "k" rates=[9.05,4.6,1.88] beside=[8.48,4.85,1.96]
        pair "a" "n" rates=[10,4.89,2.1] beside=[9.94,7.47,3.25]
        pair "b" "c" rates=[4,5.1,2] beside=[22,20,4.1]
        pair "b" "g" rates=[6.4,5.2,1.6] beside=[1.8,3.1,1.8]
        pair "b" "h" rates=[10,7,2] beside=[100,40,10]
        pair "c" "d" rates=[16,14,3.1] beside=[3.3,1.7,0.41]
        pair "c" "e" rates=[20,20,4] beside=[4,5,2]
        pair "c" "f" rates=[16,15,3] beside=[3.8,1.8,0.41]
        pair "c" "h" rates=[27,26,4.4] beside=[75,41,9.9]
        pair "c" "l" rates=[32.6,26.8,4.89] beside=[6.24,12.5,5.78]
        pair "c" "n" rates=[20,20,4] beside=[5,7,2]
        pair "e" "g" rates=[6,5,2] beside=[2,3,2]
        pair "e" "n" rates=[9.2,4.7,1.6] beside=[10,7.2,2.5]
        pair "i" "m" rates=[3,5,0.9] beside=[0.9,0.7,0.3]
        pair "j" "k" rates=[7,4,2] beside=[8,4,0.9]
      end problem
      """;

  /**
   * The corrector took second-order terms of a whole step where the predictor could go but a
   * hundredth of it; so the method went in circles of four steps, at gaps of 10<sup>-4</sup>.
   */
  @Test
  void allocate_predictorThatCannotGoFar_doesNotGoInCircles() {
    assertProved(MeanFairness.of(-8).allocate(ProblemSnapshot.parse(EIGHT)));
    assertProved(MeanFairness.of(-3).allocate(ProblemSnapshot.parse(THREE)));
  }

  private static void assertProved(Allocation x) {
    assertEquals(0, x.maxViolation());
    Tolerance close = new Tolerance(0, 1e-7); // stopped where rows are open, 9e-7 was all there was
    assertTrue(x.certificate().holdsWithin(close), () -> x.certificate().toString());
  }

  /** Pairs, gangs, and weights from 1/1000 to 1000. */
  @ParameterizedTest
  @ValueSource(doubles = {-3, -5, -8, -12, -20, -50})
  void allocate_anyPower_isAnswered(double power) {
    List<Long> unanswered = new ArrayList<>();
    for (long seed = 0; seed < 300; seed++) {
      AllocationProblem problem = Problems.random(seed, Kind.PAIRS);
      try {
        assertProved(MeanFairness.of(power).allocate(problem));
      } catch (SolveFailedException e) {
        unanswered.add(seed);
      }
    }
    assertEquals(List.of(), unanswered, "seeds of problems without an answer");
  }
}
