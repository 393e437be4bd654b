package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Uses of workers, what they take of resources, and samples that hold what all jobs hold. */
class SamplesOfJobsTest {

  /** Jobs of one to four workers on two types, with rates of their own. */
  private static AllocationProblem problem(int jobs) {
    Random random = new Random(2);
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(jobs, jobs));
    for (int m = 0; m < jobs; m++) {
      Job job = Job.builder("" + m).scaleFactor(1 + m % 4).build();
      problem.job(job, 1 + random.nextDouble(), m % 5 == 0 ? 0 : 1 + random.nextDouble());
    }
    return problem.build();
  }

  private static double[] ofJobs(int jobs) {
    return new Random(3).doubles(jobs, 1, 2).toArray();
  }

  /** A row on the workers of some jobs on the first type, each counted as often as given. */
  private static CouplingRows row(
      AllocationProgram program, String name, Relation relation, int every, double factor) {
    int[] columns =
        IntStream.range(0, program.columnCount())
            .filter(c -> program.pool(c) == 0 && program.first(c) % every == 0)
            .toArray();
    double[] sizes = Arrays.stream(columns).mapToDouble(c -> factor * program.size(c)).toArray();
    return CouplingRows.builder().add(name, relation, 7, columns, sizes).build();
  }

  private static AllocationProgram limited(int jobs) {
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem(jobs), ofJobs(jobs)).withFloor(ofJobs(jobs));
    return program.withRows(
        row(program, "first", Relation.AT_MOST, 3, 2)
            .and(row(program, "second", Relation.AT_LEAST, 6, 5)));
  }

  @Test
  void uses_withoutRows_arePools() {
    AllocationProgram program = AllocationProgram.maximizeSum(problem(10), new double[10]);
    Uses uses = Samples.uses(program);
    assertEquals(2, uses.count());
    assertEquals(1, uses.classes());
    assertArrayEquals(program.columns().pool, uses.of);
    assertArrayEquals(new int[10], uses.classOfJob);
    double[] ofUse = new double[2];
    uses.price(Cases.row(3, 4), ofUse);
    assertArrayEquals(Cases.row(3, 4), ofUse);
  }

  /** The first type without a row, with the first, and with both; and the second type. */
  @Test
  void uses_withRows_areDividedByThem() {
    AllocationProgram program = limited(12);
    Uses uses = Samples.uses(program);
    assertEquals(4, uses.count());
    assertEquals(3, uses.classes());
    double[] ofUse = new double[4];
    uses.price(Cases.row(10, 100, 1000, 1e4), ofUse);
    // the second row is a guarantee, which makes workers cheaper
    assertArrayEquals(Cases.row(10, 100, 10 + 2_000, 10 + 2_000 - 5e4), ofUse);
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      int use = program.pool(c) == 1 ? 1 : m % 6 == 0 ? 3 : m % 3 == 0 ? 2 : 0;
      assertEquals(use, uses.of[c]);
      assertEquals(program.pool(c), uses.pool(use));
      assertEquals(m % 6 == 0 ? 2 : m % 3 == 0 ? 1 : 0, uses.classOfJob[m]);
    }
    CouplingRows same = uses.rows(uses.of, program.columns().size);
    double[] x = new Random(1).doubles(program.columnCount()).toArray();
    for (int i = 0; i < 2; i++) {
      assertEquals(program.rows().name(i), same.name(i));
      assertEquals(program.rows().relation(i), same.relation(i));
      assertEquals(
          program.rows().violation(i, x, new double[0]),
          same.violation(i, x, new double[0]),
          1e-12);
    }
  }

  /** 128 uses are enough for anybody: with 2 pools, coefficients of 126 kinds. */
  @Test
  void uses_tooMany_areNone() {
    int jobs = 130;
    for (int kinds = 125; kinds <= 130; kinds++) {
      AllocationProgram program = AllocationProgram.maximizeSum(problem(jobs), new double[jobs]);
      int[] columns =
          IntStream.range(0, program.columnCount()).filter(c -> program.pool(c) == 0).toArray();
      int last = kinds - 1;
      double[] a =
          Arrays.stream(columns)
              .mapToDouble(c -> program.size(c) * (1 + Math.min(last, program.first(c))))
              .toArray();
      CouplingRows rows =
          CouplingRows.builder().add("row", Relation.AT_MOST, 1, columns, a).build();
      assertEquals(kinds <= 126, Uses.of(program.withRows(rows)).isPresent(), kinds + " kinds");
    }
  }

  /** Quotients that differ in the last bit are one use; others are not. */
  @Test
  void uses_coefficientsThatDifferByRounding_areOne() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1)), new double[2]);
    double[] second = {3 + 0x1p-51, 3 + 0x1p-40, -3};
    int[] count = {2, 3, 3};
    for (int i = 0; i < 3; i++) {
      CouplingRows rows =
          CouplingRows.builder()
              .add("row", Relation.AT_MOST, 1, new int[] {0, 1}, Cases.row(3, second[i]))
              .build();
      assertEquals(count[i], Samples.uses(program.withRows(rows)).count());
      double[] negative = {-3, -second[i]};
      CouplingRows minus =
          CouplingRows.builder()
              .add("row", Relation.AT_MOST, 1, new int[] {0, 1}, negative)
              .build();
      assertEquals(count[i], Samples.uses(program.withRows(minus)).count());
    }
  }

  /** What is left beside workers of each use, and what falls of them come to, as matrices. */
  @Test
  void resourceDemand_ofUses_isLinear() {
    AllocationProgram program = limited(12);
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    Uses uses = Samples.uses(program);
    ResourceDemand demand = new ResourceDemand(program, columns, uses);
    int n = demand.resources();
    double[][] taken = new double[uses.count()][n];
    for (int c = 0; c < program.columnCount(); c++) {
      taken[uses.of[c]] = new double[n];
      demand.add(c, 1 / program.size(c), taken[uses.of[c]]);
    }
    double[] held = new double[3 + uses.count()];
    Arrays.setAll(held, i -> i < 3 ? 1e9 : 0.25 * (i - 2));
    double[] left = demand.left(held, 3);
    double[] falls = new double[2 + uses.count() * uses.count()];
    Arrays.setAll(falls, i -> i < 2 ? 1e9 : (i % 5 - 1) / 4.0);
    KinkedQuadratic model = new KinkedQuadratic(n, i -> i == 3);
    model.add(0, 0, 7);
    demand.addCurvature(falls, 2, model);
    for (int k = 0; k < n; k++) {
      double expected = demand.capacity[k];
      for (int u = 0; u < taken.length; u++) {
        expected -= taken[u][k] * held[3 + u];
      }
      assertEquals(expected, left[k], 1e-12);
      for (int i = 0; i < n; i++) {
        double h = k == 0 && i == 0 ? 7 : 0;
        for (int u = 0; u < taken.length; u++) {
          for (int v = 0; v < taken.length; v++) {
            h += taken[u][k] * falls[2 + u * taken.length + v] * taken[v][i];
          }
        }
        assertEquals(k == 3 || i == 3 ? 0 : h, model.hessian[k * n + i], 1e-12);
      }
    }
  }

  @Test
  void resourceDemand_ofColumns_isTheirEntries() {
    AllocationProgram program = limited(12);
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    ResourceDemand demand = new ResourceDemand(program, columns, Samples.uses(program));
    assertEquals(4, demand.resources());
    assertArrayEquals(Cases.row(12, 12, 7, -7), demand.capacity);
    double[][] takes = new double[program.columnCount()][4];
    for (int c = 0; c < takes.length; c++) {
      takes[c][program.pool(c)] = program.size(c);
    }
    program.rows().forEach(0, (c, a) -> takes[c][2] = a);
    program.rows().forEach(1, (c, a) -> takes[c][3] = -a);
    for (int c = 0; c < takes.length; c++) {
      double[] taken = {1, 2, 3, 4};
      demand.add(c, 0.5, taken);
      for (int i = 0; i < 4; i++) {
        assertEquals(1 + i + takes[c][i] / 2, taken[i], 1e-12);
      }
      assertEquals(program.size(c), demand.size(c));
      double[] instead = demand.exchange(CostHull.IDLE, c);
      int other = (c + 1) % takes.length;
      double[] more = demand.exchange(other, c);
      for (int i = 0; i < 4; i++) {
        assertEquals(takes[c][i] / program.size(c), instead[i], 1e-12);
        assertEquals((takes[c][i] - takes[other][i]) / program.size(c), more[i], 1e-12);
      }
    }
    double[] none = {1, 2, 3, 4};
    demand.add(CostHull.IDLE, 0.5, none);
    assertArrayEquals(Cases.row(1, 2, 3, 4), none);
    assertEquals(0, demand.size(CostHull.IDLE));
    assertEquals(32, ResourceDemand.dot(Cases.row(1, 2, 3), Cases.row(4, 5, 6)));
  }

  /** The sizes, gains and weights of a sample are those of all jobs, up to a stretch. */
  @Test
  void jobSample_ofManyJobs_standsForAllOfThem() {
    int jobs = 3_000;
    AllocationProgram program = limited(jobs);
    Uses uses = Samples.uses(program);
    int draws = 900;
    AllocationProgram sample = JobSample.of(program, uses, draws).program();
    assertTrue(sample.jobCount() > 600 && sample.jobCount() <= 1_000, "" + sample.jobCount());
    double[] size = new double[3];
    double[] sampled = new double[3];
    double gain = 0;
    double sampledGain = 0;
    int[] last = new int[jobs];
    Arrays.fill(last, -1);
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      size[uses.classOfJob[m]] += last[m] < 0 ? program.size(c) : 0;
      gain += program.gain(c);
      last[m] = c;
    }
    Uses ofSample = Samples.uses(sample);
    int job = -1;
    for (int c = 0; c < sample.columnCount(); c++) {
      if (sample.first(c) != job) {
        job = sample.first(c);
        sampled[ofSample.classOfJob[job]] += sample.size(c);
      }
      sampledGain += sample.gain(c);
      assertEquals(c, sample.entry(c));
    }
    assertEquals(sample.jobCount() - 1, job);
    assertArrayEquals(size, sampled, 0.02 * size[0]);
    assertEquals(gain, sampledGain, 0.1 * gain);
    // each job of the sample is one of the whole: its rates, sizes and floor are found there
    for (int c = 0; c < sample.columnCount(); c++) {
      double rate = sample.rate(c);
      int twin =
          IntStream.range(0, program.columnCount())
              .filter(d -> program.rate(d) == rate)
              .findFirst()
              .orElseThrow();
      double copies = sample.size(c) / program.size(twin);
      assertTrue(copies >= 1, "copies " + copies);
      assertEquals(copies * program.gain(twin), sample.gain(c), 1e-12 * copies);
      assertEquals(program.floor(program.first(twin)), sample.floor(sample.first(c)));
      assertEquals(program.pool(twin), sample.pool(c));
    }
    double[] x = new double[sample.columnCount()];
    Arrays.fill(x, 1e-3);
    double[] all = new double[program.columnCount()];
    Arrays.fill(all, 1e-3);
    double full = program.rows().violation(0, all, new double[0]);
    assertEquals(full, sample.rows().violation(0, x, new double[0]), 0.05 * (1 + full));
    assertArrayEquals(
        sample.columns().size, JobSample.of(program, uses, draws).program().columns().size);
  }

  /** Jobs longer than a stretch are taken as they are; the others share the draws. */
  @Test
  void jobSample_largeJobs_areAlwaysDrawn() {
    int jobs = 1_000;
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(5_000));
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.builder("" + m).scaleFactor(m % 100 == 50 ? 100 : 1).build(), 1 + m);
    }
    AllocationProgram program = AllocationProgram.maximizeUtility(builder.build(), ofJobs(jobs), 0);
    AllocationProgram sample = JobSample.of(program, Samples.uses(program), 250).program();
    int large = 0;
    double weight = 0;
    for (int c = 0; c < sample.columnCount(); c++) {
      int m = (int) sample.rate(c) - 1;
      if (m % 100 == 50) {
        large++;
        assertEquals(100, sample.size(c));
      } else {
        double draws = sample.size(c) / (990 / 250.0); // over the length of a stretch
        assertEquals(draws < 1.5 ? 1 : 2, draws, 1e-9);
      }
      double copies = sample.size(c) / program.size(m);
      assertEquals(copies * program.weight(m), sample.weight(sample.first(c)), 1e-9);
      weight += sample.weight(sample.first(c));
    }
    assertEquals(10, large);
    assertEquals(Arrays.stream(ofJobs(jobs)).sum(), weight, 150);
    AllocationProgram level = AllocationProgram.maximizeMinimum(builder.build(), ofJobs(jobs));
    AllocationProgram ofLevel =
        JobSample.of(level, Samples.uses(level), 10).program(); // but 200 at least
    assertEquals(210, ofLevel.jobCount(), 2); // the large ones, and 200 draws
    for (int c = 0; c < ofLevel.columnCount(); c++) {
      int m = (int) ofLevel.rate(c) - 1;
      assertEquals(level.requirement(m), ofLevel.requirement(ofLevel.first(c)));
    }
  }
}
