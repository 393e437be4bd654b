package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.interior.rows.OjAlgoSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Solvers that are wrong on purpose, each in its own way, and how their claims are treated. */
class CertifiedSolverTest {

  private final AllocationProblem problem =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
          .job(Job.of("a"), 1)
          .job(Job.of("b"), 1.5)
          .build();
  private final AllocationProgram program =
      AllocationProgram.maximizeMinimum(problem, new double[] {1, 1.5}); // scaled by 1
  private final AllocationSolver right = new OjAlgoSolver();

  private CertifiedSolution solve(AllocationSolver... solvers) {
    return CertifiedSolver.of(List.of(solvers), Tolerance.CERTIFIED).solve(program);
  }

  private static AllocationSolver saying(Prices prices, double... fractions) {
    return (program, limits) -> new SolverOutcome.Solved(fractions, prices);
  }

  private Prices pricesOf(AllocationSolver solver) {
    return ((SolverOutcome.Solved) solver.solve(program, SolveLimits.forSizeOf(program))).prices();
  }

  @Test
  void solve_rightAnswer_isReturnedWithItsProof() {
    CertifiedSolution point = solve(right);
    assertArrayEquals(new double[] {0.5, 0.5}, point.fractions(), 1e-12);
    assertEquals(0.5, point.objective(), 1e-12);
    assertEquals(0.5, point.bound().value(), 1e-12);
    assertEquals(0.5, point.bound().prices().ofPool(0), 1e-12);
  }

  @Test
  void solve_optimalPricesButPoorPoint_isNoAnswer() {
    AllocationSolver stoppedEarly = saying(pricesOf(right), 0.4, 0.4);
    SolveFailedException error =
        assertThrows(SolveFailedException.class, () -> solve(stoppedEarly));
    assertTrue(error.getMessage().contains("objective 0.4, bound 0.5"), error.getMessage());
  }

  @Test
  void solve_rightPointButPricesThatProveNothing_isNoAnswer() {
    AllocationSolver unproved = saying(Prices.zero(problem), 0.5, 0.5);
    assertThrows(SolveFailedException.class, () -> solve(unproved));
  }

  @Test
  void solve_overbookedPoint_isNoAnswerHoweverGood() {
    AllocationSolver overbooked = saying(pricesOf(right), 0.6, 0.6);
    assertThrows(SolveFailedException.class, () -> solve(overbooked));
  }

  @Test
  void solve_notANumber_isNoAnswer() {
    AllocationSolver broken = saying(pricesOf(right), Double.NaN, 0.5);
    assertThrows(SolveFailedException.class, () -> solve(broken));
  }

  @Test
  void solve_firstSolverWrong_nextOneIsAsked() {
    AllocationSolver gaveUp = (p, limits) -> new SolverOutcome.Declined("too hard");
    AllocationSolver wrong = saying(pricesOf(right), 0.1, 0.1);
    assertEquals(0.5, solve(gaveUp, wrong, right).objective(), 1e-12);
  }

  @Test
  void solve_nobodyRight_tellsWhatEachSaid() {
    AllocationSolver gaveUp = (p, limits) -> new SolverOutcome.Declined("too hard");
    SolveFailedException error =
        assertThrows(SolveFailedException.class, () -> solve(gaveUp, gaveUp));
    assertTrue(error.getMessage().contains("too hard; too hard"), error.getMessage());
  }

  @Test
  void solve_floorsBeyondTheCluster_areInfeasible() {
    assertThrows(
        InfeasibleProblemException.class, () -> CertifiedSolver.standard().solve(impossible));
  }

  @Test
  void solve_stepLimit_isHonoured() {
    assertThrows(IllegalArgumentException.class, () -> new SolveLimits(0));
  }

  private final AllocationProgram impossible =
      AllocationProgram.maximizeSum(problem, new double[] {1, 1})
          .withFloor(new double[] {0.75, 0.75});

  /** Solves programs without floors, and says something else of those with them. */
  private AllocationSolver besideFloors(SolverOutcome ofFloors) {
    return (p, limits) -> p.hasFloor() ? ofFloors : right.solve(p, limits);
  }

  @Test
  void solve_nobodySolvesFloors_isProvedInfeasibleAllTheSame() {
    AllocationSolver declining = besideFloors(new SolverOutcome.Declined("too hard"));
    CertifiedSolver solver = CertifiedSolver.of(List.of(declining), Tolerance.CERTIFIED);
    assertThrows(InfeasibleProblemException.class, () -> solver.solve(impossible));
  }

  @Test
  void solve_claimOfInfeasibilityThatIsRight_asksNobodyElse() {
    AllocationSolver claiming = besideFloors(new SolverOutcome.Infeasible("floors"));
    AtomicBoolean asked = new AtomicBoolean();
    AllocationSolver next =
        (p, limits) -> {
          asked.set(true);
          return new SolverOutcome.Declined("too hard");
        };
    CertifiedSolver solver = CertifiedSolver.of(List.of(claiming, next), Tolerance.CERTIFIED);
    assertThrows(InfeasibleProblemException.class, () -> solver.solve(impossible));
    assertFalse(asked.get());
  }

  /** A row holds the level at 10⁻¹⁴: a point of level 0 is as good. */
  @Test
  void solve_levelThatRoundingLeavesOpen_isAnAnswer() {
    CouplingRows rows =
        CouplingRows.builder()
            .add("hair", Relation.AT_MOST, 1e-14, new int[] {0}, new double[] {1})
            .build();
    AllocationProgram held = program.withRows(rows);
    Prices ofFirst = Prices.of(new double[1], new double[2], new double[] {1, 0});
    AllocationSolver idle =
        (p, limits) ->
            new SolverOutcome.Solved(
                new double[p.columnCount()], new double[0], ofFirst, new double[] {1}, 1);
    CertifiedSolver alone = CertifiedSolver.of(List.of(idle), Tolerance.CERTIFIED);
    CertifiedSolution rounded = alone.solve(held);
    assertEquals(0, rounded.objective());
    assertEquals(1e-14, rounded.bound().value(), 1e-20);
  }
}
