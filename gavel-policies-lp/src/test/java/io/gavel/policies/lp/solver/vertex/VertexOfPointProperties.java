package io.gavel.policies.lp.solver.vertex;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The vertex of any point, optimal or not: what stays the same, and what becomes few. */
final class VertexOfPointProperties {

  private static AllocationProblem problem(Draws random, int jobs, int types) {
    WorkerType[] workers = new WorkerType[types];
    Arrays.setAll(workers, j -> new WorkerType("t" + j, 2 + random.nextInt(jobs)));
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(workers));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types];
      boolean ties = random.nextInt(4) == 0;
      Arrays.setAll(rates, j -> ties ? 2 : 0.5 + 3 * random.nextDouble());
      builder.job(Job.builder("j" + m).scaleFactor(1 + random.nextInt(2)).build(), rates);
    }
    return builder.build();
  }

  private static double[] use(AllocationProgram program, double[] x) {
    double[] use = new double[program.poolCount()];
    for (int c = 0; c < x.length; c++) {
      use[program.pool(c)] += program.size(c) * x[c];
    }
    return use;
  }

  private static double[] time(AllocationProgram program, double[] x) {
    double[] time = new double[program.jobCount()];
    for (int c = 0; c < x.length; c++) {
      time[program.first(c)] += x[c];
    }
    return time;
  }

  /** A point at which some jobs run full time, some in part, some nowhere. */
  private static double[] point(Draws random, AllocationProgram program) {
    double[] x = new double[program.columnCount()];
    Arrays.setAll(x, c -> random.nextInt(3) == 0 ? 0 : random.nextDouble());
    double[] time = time(program, x);
    for (int c = 0; c < x.length; c++) {
      x[c] /= Math.max(1, time[program.first(c)]);
    }
    return x;
  }

  private static AllocationProgram program(Draws random, AllocationProblem problem, int kind) {
    double[] weight = new double[problem.jobCount()];
    double unit = kind < 2 ? 1 : new double[] {1e-6, 1, 1e6}[random.nextInt(3)];
    Arrays.setAll(weight, m -> unit * (0.5 + random.nextDouble()));
    return kind < 2
        ? AllocationProgram.maximizeMinimum(problem, weight)
        : AllocationProgram.maximizeSum(problem, weight);
  }

  @Property
  void of_anyPoint_keepsWhatCountsInFewFractions(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 12) int jobs,
      @ForAll @IntRange(min = 1, max = 5) int types,
      @ForAll @IntRange(min = 0, max = 3) int kind) {
    AllocationProgram plain = program(random, problem(random, jobs, types), kind);
    double[] x = point(random, plain);
    double[] before = plain.throughput(x);
    double[] floor = new double[jobs];
    Arrays.setAll(floor, m -> random.nextInt(2) * (random.nextBoolean() ? 1 : 0.5) * before[m]);
    AllocationProgram program = kind % 2 == 1 ? plain.withFloor(floor) : plain;
    double[] vertex = VertexCrossover.of(program, x);
    assertArrayEquals(use(program, x), use(program, vertex), 1e-9 * jobs);
    double worth = program.objective(x);
    assertEquals(worth, program.objective(vertex), 1e-9 * (kind < 2 ? jobs : Math.abs(worth)));
    double[] after = program.throughput(vertex);
    double[] time = time(program, vertex);
    int count = 0;
    for (int c = 0; c < vertex.length; c++) {
      assertTrue(vertex[c] >= 0, "fraction " + c);
      assertTrue(x[c] > 0 || vertex[c] == 0, "a move makes variables 0, never others positive");
      count += vertex[c] > 0 ? 1 : 0;
    }
    double level = kind < 2 ? worth : 0;
    for (int m = 0; m < jobs; m++) {
      double owed = program.floor(m) + program.requirement(m) * level;
      boolean bound = program.floor(m) > 0 || program.requirement(m) > 0;
      assertTrue(time[m] <= 1 + 1e-9, "time of " + m);
      assertTrue(!bound || after[m] >= owed - 1e-9, "throughput of " + m);
      count += 1 - time[m] > 1e-6 ? 1 : 0;
      count += bound && after[m] - owed > 1e-6 ? 1 : 0;
    }
    int rows = jobs + program.poolCount() + 1;
    for (int m = 0; m < jobs; m++) {
      rows += program.isIndifferentTo(m) ? 0 : 1;
    }
    int most = rows;
    int found = count;
    assertTrue(count <= most, () -> found + " positive of " + most);
  }

  /** Three types of one job at rates that lie on a line: the middle one is a mix of the others. */
  private static AllocationProgram oneJobOnThreeTypes() {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(
                    new WorkerType("a", 4).withPool("p"),
                    new WorkerType("b", 4).withPool("p"),
                    new WorkerType("c", 4).withPool("p")))
            .job(Job.of("j"), 3, 2, 1)
            .build();
    return AllocationProgram.maximizeSum(problem, new double[] {1});
  }

  @Example
  void of_oneJobOnThreeTypes_usesTwo() {
    AllocationProgram program = oneJobOnThreeTypes();
    double[] vertex = VertexCrossover.of(program, new double[] {0.25, 0.5, 0.25});
    assertEquals(2, program.objective(vertex), 1e-15);
    assertEquals(1, vertex[0] + vertex[1] + vertex[2], 1e-15);
    assertTrue(Arrays.stream(vertex).filter(f -> f > 0).count() <= 2, Arrays.toString(vertex));
  }

  /** Eight equal jobs, each a quarter of its time on either type. */
  private static CertifiedSolution middle(double price) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2), new WorkerType("b", 2)));
    for (int m = 0; m < 8; m++) {
      builder.job(Job.of("j" + m), 2, 1);
    }
    double[] ones = new double[8];
    Arrays.fill(ones, 1);
    double[] x = new double[16];
    Arrays.fill(x, 0.25);
    Prices prices = Prices.of(new double[] {2, price}, new double[8], new double[8]);
    return CertifiedSolution.of(AllocationProgram.maximizeSum(builder.build(), ones), x, prices);
  }

  @Example
  void of_solution_isAVertexThatIsProvedAsWell() {
    CertifiedSolution middle = middle(1);
    assertEquals(6, middle.bound().value(), 1e-12);
    CertifiedSolution vertex = VertexCrossover.of(middle, Tolerance.CERTIFIED);
    assertEquals(6, vertex.objective(), 1e-12);
    assertEquals(6, vertex.bound().value(), 1e-12);
    assertTrue(Arrays.stream(vertex.fractions()).filter(f -> f > 0).count() <= 8 + 2 + 1);
  }

  /** The bound of 7 is not near: such a vertex proves less than is asked for. */
  @Example
  void of_solutionThatIsNotProved_isThatSolution() {
    CertifiedSolution middle = middle(1.5);
    assertEquals(7, middle.bound().value(), 1e-12);
    assertSame(middle, VertexCrossover.of(middle, Tolerance.CERTIFIED));
    assertNotSame(middle, VertexCrossover.of(middle, new Tolerance(0, 0.2)));
  }

  /** Two equal types of two workers and jobs that run on both, on one of them, or nowhere. */
  @Example
  void of_jobsOnSomeTypes_leavesOneOnBoth() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 4), new WorkerType("b", 4)));
    builder.job(Job.of("only b"), 0, 1).job(Job.of("nowhere"), 0, 0);
    for (int m = 0; m < 5; m++) {
      builder.job(Job.of("j" + m), 1, 1);
    }
    builder.job(Job.of("only a"), 1, 0);
    double[] ones = new double[8];
    Arrays.fill(ones, 1);
    AllocationProgram program = AllocationProgram.maximizeSum(builder.build(), ones);
    double[] x = {0.5, 0.5, 0.5, 0.25, 0.75, 0.125, 0.875, 0.625, 0.375, 0.75, 0.25, 1};
    double[] vertex = VertexCrossover.of(program, x);
    assertArrayEquals(use(program, x), use(program, vertex), 1e-14);
    int both = 0;
    for (int m = 0; m < 5; m++) {
      assertEquals(1, vertex[1 + 2 * m] + vertex[2 + 2 * m], 1e-14);
      both += vertex[1 + 2 * m] > 0 && vertex[2 + 2 * m] > 0 ? 1 : 0;
    }
    assertTrue(both <= 1, Arrays.toString(vertex));
    assertEquals(0.5, vertex[0]);
    assertEquals(1, vertex[11]);
  }

  /** A level of 1/2 that two jobs reach: of their time, only what they owe stays. */
  @Example
  void of_levelWithFloors_keepsWhatIsOwed() {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(
                    new WorkerType("a", 4).withPool("p"), new WorkerType("b", 4).withPool("p")))
            .job(Job.of("0"), 2, 1)
            .job(Job.of("1"), 4, 2)
            .job(Job.of("2"), 4, 2)
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[] {1, 2, 0})
            .withFloor(new double[] {0.25, 0.5, 1});
    double[] x = {0.25, 0.25, 0.25, 0.25, 0.125, 0.25};
    assertEquals(0.5, program.objective(x));
    double[] vertex = VertexCrossover.of(program, x);
    assertEquals(0.5, program.objective(vertex), 1e-14);
    assertArrayEquals(use(program, x), use(program, vertex), 1e-14);
    assertTrue(Arrays.stream(vertex).filter(f -> f > 0).count() <= 5, Arrays.toString(vertex));
  }

  /** A job that needs nothing and has nothing is not at any level; others may have surplus. */
  @Example
  void of_levelWithoutNeedsOfOne_countsSurplusOfOthers() {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(
                    new WorkerType("a", 4).withPool("p"),
                    new WorkerType("b", 4).withPool("p"),
                    new WorkerType("c", 4).withPool("p")))
            .job(Job.of("low"), 1, 0, 0)
            .job(Job.of("high"), 4, 2, 1)
            .job(Job.of("none"), 1, 0, 0)
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[] {1, 1, 0})
            .withFloor(new double[] {0.75, 0, 0});
    double[] x = {1, 0.25, 0.125, 0.125, 0};
    double[] vertex = VertexCrossover.of(program, x);
    assertEquals(0.25, program.objective(vertex), 1e-15);
    assertArrayEquals(use(program, x), use(program, vertex), 1e-15);
    int used = (int) IntStream.range(1, 4).filter(c -> vertex[c] > 0).count();
    int idle = time(program, vertex)[1] < 1 - 1e-9 ? 1 : 0;
    int surplus = program.throughput(vertex)[1] > 0.25 + 1e-9 ? 1 : 0;
    assertTrue(used + idle + surplus <= 3, Arrays.toString(vertex));
  }

  /** Idle time that rounding leaves is none; else it would be moved to the other job. */
  @Example
  void of_timeThatIsUsedUpButForRounding_isUsedUp() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 4)))
            .job(Job.of("0"), 2)
            .job(Job.of("1"), 2)
            .build();
    AllocationProgram program = AllocationProgram.maximizeSum(problem, new double[] {1, 1});
    double[] x = {1 - 1e-12, 0.5};
    assertArrayEquals(x, VertexCrossover.of(program, x));
    double[] idle = VertexCrossover.of(program, new double[] {0.75, 0.625});
    assertArrayEquals(new double[] {1, 0.375}, idle, 1e-15);
  }

  /** A mix of the first and the last type is worth as much as the one between. */
  @Example
  void of_pointBetweenTwoVertices_isTheNearerOne() {
    AllocationProgram program = oneJobOnThreeTypes();
    double[] middle = VertexCrossover.of(program, new double[] {0.375, 0.5, 0.125});
    assertArrayEquals(new double[] {0.25, 0.75, 0}, middle, 1e-15);
    double[] outside = VertexCrossover.of(program, new double[] {0.4375, 0.125, 0.4375});
    assertArrayEquals(new double[] {0.5, 0, 0.5}, outside, 1e-15);
  }
}
