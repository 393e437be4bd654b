package io.gavel.policies.lp.solver.vertex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Vertices with the same objective, on random programs with ties, gangs and shared pools. */
final class VertexCrossoverProperties {

  private static final CertifiedSolver MIDDLE = CertifiedSolver.standard();

  private static AllocationProblem problem(RandomGenerator random, int jobs, int types) {
    WorkerType[] workers = new WorkerType[types];
    int most = Math.max(2, 2 * jobs / types);
    for (int j = 0; j < types; j++) {
      workers[j] = new WorkerType("t" + j, 2 + random.nextInt(most)); // room for a gang of 2
    }
    if (types > 2 && random.nextBoolean()) { // two types that share workers
      workers[1] = new WorkerType("t1", workers[0].workers()).withPool("shared");
      workers[0] = workers[0].withPool("shared");
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(workers));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types];
      boolean ties = random.nextInt(4) == 0;
      Arrays.setAll(
          rates,
          j -> ties ? 2 : random.nextInt(6) == 0 ? 0 : StrictMath.exp(3 * random.nextDouble()));
      rates[0] = Math.max(rates[0], 0.5);
      builder.job(Job.builder("j" + m).scaleFactor(1 + random.nextInt(2)).build(), rates);
    }
    return builder.build();
  }

  private static double[] random(RandomGenerator random, int count) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> 0.5 + random.nextDouble());
    return values;
  }

  private static AllocationProgram program(
      RandomGenerator random, AllocationProblem problem, int kind) {
    double[] weight = random(random, problem.jobCount());
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem, weight);
    return switch (kind) {
      case 0 -> level;
      case 1 -> AllocationProgram.maximizeSum(problem, weight);
      case 2 -> AllocationProgram.maximizeUtility(problem, weight, 0);
      default -> {
        double half = 0.5 * MIDDLE.solve(level).objective();
        double[] floor = Arrays.stream(weight).map(w -> half * w).toArray();
        yield AllocationProgram.maximizeSum(problem, weight).withFloor(floor);
      }
    };
  }

  /** Counts positive fractions, jobs with idle time, and jobs with more than their demand. */
  private static int positive(AllocationProgram program, CertifiedSolution point) {
    double[] x = point.fractions();
    double[] throughput = program.throughput(x);
    double[] time = new double[program.jobCount()];
    int count = 0;
    for (int c = 0; c < x.length; c++) {
      time[program.first(c)] += x[c];
      count += x[c] > 0 ? 1 : 0;
    }
    double level = program.hasLevel() ? point.objective() : 0;
    for (int m = 0; m < time.length; m++) {
      double owed = program.floor(m) + program.requirement(m) * level;
      boolean demand = program.floor(m) != 0 || program.requirement(m) > 0;
      count += 1 - time[m] > 1e-6 ? 1 : 0;
      count += demand && throughput[m] - owed > 1e-6 * throughput[m] ? 1 : 0;
    }
    return count;
  }

  private static int most(AllocationProgram program) {
    int rows = program.jobCount();
    for (int m = 0; m < program.jobCount(); m++) {
      rows += program.isIndifferentTo(m) ? 0 : 1;
    }
    return rows + program.poolCount() + 1;
  }

  private static void assertFewAndAsGood(AllocationProgram program) {
    CertifiedSolution middle = MIDDLE.solve(program);
    CertifiedSolution vertex = MIDDLE.withVertices().solve(program);
    assertTrue(vertex.holdsWithin(Tolerance.CERTIFIED), vertex::toString);
    double scale = Math.max(program.gapScale(middle.objective()), Math.abs(middle.objective()));
    assertEquals(middle.objective(), vertex.objective(), 2e-9 * scale);
    assertTrue(
        positive(program, vertex) <= most(program),
        () -> "%s positive of %s".formatted(positive(program, vertex), most(program)));
  }

  @Property
  void solve_withVertices_hasFewFractionsOfTheSameWorth(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 30) int jobs,
      @ForAll @IntRange(min = 1, max = 5) int types,
      @ForAll @IntRange(min = 0, max = 3) int kind) {
    assertFewAndAsGood(program(random, problem(random, jobs, types), kind));
  }

  @Test
  void solve_manyContendingJobs_hasOneFractionAJobAndFewMore() {
    SplittableRandom random = new SplittableRandom(1);
    int jobs = 65_536;
    WorkerType[] types = {
      new WorkerType("a", jobs / 8), new WorkerType("b", jobs / 8), new WorkerType("c", jobs / 8)
    };
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(types));
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("j" + m), random(random, 3));
    }
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    AllocationProgram program = AllocationProgram.maximizeMinimum(builder.build(), ones);
    CertifiedSolution vertex = MIDDLE.withVertices().solve(program);
    long few = Arrays.stream(vertex.fractions()).filter(x -> x > 0).count();
    assertTrue(few <= jobs + 4, () -> few + " fractions");
    assertTrue(vertex.holdsWithin(Tolerance.CERTIFIED), vertex::toString);
  }

  /** With rates over twelve powers of ten, the moves would lose up to a part in a thousand. */
  @Test
  void of_wideRates_costsNothingEvenIfTheToleranceWouldAllowIt() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      WorkerType[] types = new WorkerType[3];
      Arrays.setAll(types, j -> new WorkerType("t" + j, 2 + random.nextInt(4)));
      AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(types));
      for (int m = 0; m < 12; m++) {
        double[] rates = new double[3];
        Arrays.setAll(rates, j -> StrictMath.pow(10, 12 * random.nextDouble()));
        builder.job(Job.builder("j" + m).scaleFactor(1 + random.nextInt(2)).build(), rates);
      }
      double[] weight = new double[12];
      Arrays.setAll(weight, m -> StrictMath.pow(10, -12 * random.nextDouble()));
      AllocationProgram program = AllocationProgram.maximizeMinimum(builder.build(), weight);
      CertifiedSolution middle;
      try {
        middle = MIDDLE.solve(program);
      } catch (SolveFailedException unsolved) { // allowed for such rates
        continue;
      }
      CertifiedSolution vertex = VertexCrossover.of(middle, new Tolerance(0, 1e-2));
      double loss = middle.objective() - vertex.objective();
      assertTrue(loss <= 1.1e-9 * program.gapScale(middle.objective()), "seed " + seed);
      assertTrue(vertex.missed() <= middle.missed() + 1.1e-9, "seed " + seed);
    }
  }

  @Test
  void of_identicalJobsInTheMiddle_becomeFew() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2), new WorkerType("b", 2)));
    for (int m = 0; m < 8; m++) {
      builder.job(Job.of("j" + m), 2, 1);
    }
    AllocationProgram program =
        AllocationProgram.maximizeSum(builder.build(), new double[] {1, 1, 1, 1, 1, 1, 1, 1});
    double[] x = new double[16];
    Arrays.fill(x, 0.25);
    double[] few = VertexCrossover.of(program, x);
    assertEquals(program.objective(x), program.objective(few), 1e-12);
    assertTrue(Arrays.stream(few).filter(f -> f > 0).count() <= 8 + 2 + 1, Arrays.toString(few));
  }
}
