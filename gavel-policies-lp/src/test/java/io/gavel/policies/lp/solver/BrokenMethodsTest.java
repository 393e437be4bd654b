package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Methods that break down with numbers that are not finite. */
final class BrokenMethodsTest {

  /** The part of a claim that is not finite. */
  private enum Part {
    POINT(Double.NaN),
    INFINITE_POINT(Double.POSITIVE_INFINITY),
    PRICES(Double.NaN),
    INFINITE_PRICES(Double.POSITIVE_INFINITY),
    ROW_PRICES(Double.NaN),
    INFINITE_ROW_PRICES(Double.NEGATIVE_INFINITY),
    ALL(Double.NaN);

    final double number;

    Part(double number) {
      this.number = number;
    }

    SolverOutcome of(AllocationProgram program, SolverOutcome.Solved right) {
      boolean point = this == ALL || this == POINT || this == INFINITE_POINT;
      boolean prices = this == ALL || this == PRICES || this == INFINITE_PRICES;
      boolean ofRows = this == ALL || this == ROW_PRICES || this == INFINITE_ROW_PRICES;
      return new SolverOutcome.Solved(
          point ? broken(right.fractions()) : right.fractions(),
          point ? broken(right.free()) : right.free(),
          prices ? brokenPrices(program) : right.prices(),
          ofRows ? broken(right.rowPrices()) : right.rowPrices(),
          right.steps());
    }

    private double[] broken(double[] numbers) {
      Arrays.fill(numbers, number);
      return numbers;
    }

    private Prices brokenPrices(AllocationProgram program) {
      return DualBound.claimed(
          broken(new double[program.poolCount()]),
          broken(new double[program.jobCount()]),
          broken(new double[program.jobCount()]));
    }
  }

  /** A method whose claim has a part that is not finite. */
  private record Broken(AllocationSolver method, Part part) implements AllocationSolver {
    @Override
    public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
      SolverOutcome outcome = method.solve(program, limits);
      return outcome.claim().isPresent() ? part.of(program, outcome.claim().get()) : outcome;
    }
  }

  private static List<AllocationSolver> standard() {
    return Route.standard().stream().map(Route::solver).toList();
  }

  /** The standard methods, of which one is broken, or all of them. */
  private static List<CertifiedSolver> routes(Part part) {
    List<AllocationSolver> methods = standard();
    List<CertifiedSolver> routes = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      List<AllocationSolver> route = new ArrayList<>(methods);
      route.set(i, new Broken(methods.get(i), part));
      routes.add(CertifiedSolver.of(route, Tolerance.CERTIFIED));
    }
    return routes;
  }

  private static CertifiedSolver allBroken(Part part) {
    return CertifiedSolver.of(
        standard().stream().<AllocationSolver>map(method -> new Broken(method, part)).toList(),
        Tolerance.CERTIFIED);
  }

  private static AllocationProblem.Builder jobs() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("fast", 1), new WorkerType("slow", 2)))
        .job(Job.of("a"), 4, 1)
        .job(Job.of("b"), 3, 2)
        .job(Job.of("c"), 1, 1);
  }

  private static AllocationProblem problem() {
    return jobs().build();
  }

  private static double[] ones() {
    return new double[] {1, 1, 1};
  }

  /** One row on the time of a job on the fast type. */
  private static CouplingRows row(Relation relation, double bound) {
    return CouplingRows.builder()
        .add("row", relation, bound, new int[] {0}, new double[] {1})
        .build();
  }

  private static AllocationProgram paired() {
    AllocationProblem paired =
        jobs().pair("a", "b", new double[] {3, 0.8}, new double[] {2, 1.5}).build();
    return AllocationProgram.maximizeSum(paired, ones());
  }

  private static Stream<AllocationProgram> feasible() {
    AllocationProblem problem = problem();
    return Stream.of(
        AllocationProgram.maximizeMinimum(problem, ones()),
        AllocationProgram.maximizeMinimum(problem, ones()).withRows(row(Relation.AT_MOST, 0.25)),
        AllocationProgram.maximizeSum(problem, ones()),
        AllocationProgram.maximizeSum(problem, ones()).withRows(row(Relation.EXACTLY, 0.5)),
        AllocationProgram.maximizeUtility(problem, ones(), 0),
        paired());
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void solve_oneMethodBroken_anotherAnswers(Part part) {
    for (AllocationProgram program : feasible().toList()) {
      double optimum = CertifiedSolver.standard().solve(program).objective();
      for (CertifiedSolver route : routes(part)) {
        assertEquals(optimum, route.solve(program).objective(), 1e-7 * Math.abs(optimum));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void solve_oneMethodBroken_conflictIsFound(Part part) {
    AllocationProgram impossible =
        AllocationProgram.maximizeMinimum(problem(), ones()).withRows(row(Relation.AT_LEAST, 2));
    for (CertifiedSolver route : routes(part)) {
      InfeasibleProblemException conflict =
          assertThrows(InfeasibleProblemException.class, () -> route.solve(impossible));
      assertEquals(List.of("row"), conflict.conflict());
    }
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void solve_allMethodsBroken_isRefusedByName(Part part) {
    CertifiedSolver broken = allBroken(part);
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem(), ones()).withRows(row(Relation.EXACTLY, 0.9));
    SolveFailedException refused =
        assertThrows(SolveFailedException.class, () -> broken.solve(program));
    assertTrue(
        refused.getMessage().startsWith("no certified answer for 3 jobs"), refused::getMessage);
    assertTrue(refused.getMessage().contains("Broken["), refused::getMessage);
  }

  @ParameterizedTest
  @EnumSource(
      value = Part.class,
      names = {"POINT", "PRICES", "ALL"})
  void precise_methodBroken_anotherAnswers(Part part) {
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem(), ones());
    double optimum = CertifiedSolver.standard().solve(program).objective();
    IntStream.range(0, standard().size())
        .mapToObj(i -> routes(part).get(i).withExtendedPrecision())
        .forEach(route -> assertEquals(optimum, route.solve(program).objective(), 1e-7 * optimum));
  }
}
