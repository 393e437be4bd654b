package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What jobs leave to others, in closed form. */
class DeparturesTest {

  private static final int JOBS = 24;

  private static final SolveLimits NONE = SolveLimits.none();

  private static CertifiedSolution solved(AllocationProgram program) {
    return Samples.solveSmall(program, CertifiedSolution.GOOD, NONE);
  }

  private static Departures departures(AllocationProgram program) {
    double[] prices = WorkingSet.prices(solved(program).bound());
    return Departures.of(program, prices, NONE).orElseThrow();
  }

  private static double[] weights() {
    double[] weight = new double[JOBS];
    Arrays.setAll(weight, m -> 1 + m % 5);
    return weight;
  }

  /**
   * Jobs of one type share its workers by weight: with W the sum of the weights, the others have
   * W/(W − w) times as much without one, so it keeps that to the power of −(W − w)/w.
   */
  @Test
  void kept_jobsOnOneType_isKnownForAllWeights() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(3));
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.builder("" + m).scaleFactor(1 + m % 2).build(), 1e3 * (1 + m));
    }
    double[] weight = weights();
    double all = Arrays.stream(weight).sum();
    AllocationProgram program = AllocationProgram.maximizeUtility(builder.build(), weight, 0);
    Departures departures = departures(program);
    for (int m = 0; m < JOBS; m++) {
      double w = weight[m];
      double throughput = 3 * w / all / (1 + m % 2) * 1e3 * (1 + m);
      double expected = StrictMath.pow((all - w) / all, (all - w) / w);
      assertEquals(expected, departures.kept(m, throughput).orElseThrow(), 2e-9, "job " + m);
      // half of what it has is twice the part
      assertEquals(2 * expected, departures.kept(m, throughput / 2).orElseThrow(), 4e-9);
    }
  }

  /**
   * All weights count as parts of each other, however small; of none, a job takes part in nothing.
   */
  @Test
  void kept_weightsInAnyUnit_isTheSame() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(4, 6));
    Random random = new Random(2);
    for (int m = 0; m <= JOBS; m++) {
      builder.job(Job.of("" + m), random.doubles(2, 1, 4).toArray());
    }
    AllocationProblem problem = builder.build();
    double[] weight = Arrays.copyOf(weights(), JOBS + 1); // the last has none
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, weight, 0);
    CertifiedSolution solution = solved(program);
    double[] prices = WorkingSet.prices(solution.bound());
    Arrays.setAll(prices, k -> prices[k] * (1 + 0.002 * (k - 0.5)));
    Departures departures = Departures.of(program, prices, NONE).orElseThrow();
    for (double unit : new double[] {0x1p-30, 0x1p30}) {
      double[] scaled = Arrays.stream(weight).map(w -> w * unit).toArray();
      double[] near = Arrays.stream(prices).map(price -> price * unit).toArray();
      Departures same =
          Departures.of(AllocationProgram.maximizeUtility(problem, scaled, 0), near, NONE)
              .orElseThrow();
      for (int m = 0; m < JOBS; m++) {
        double throughput = solution.throughput()[m];
        double kept = departures.kept(m, throughput).orElseThrow();
        assertEquals(kept, same.kept(m, throughput).orElseThrow(), 2e-8, "job " + m);
      }
    }
  }

  /** Rates of about 1, by powers of two, which cost the logarithms no bits. */
  @Test
  void inOwnUnits_ratesOfAnySize_areAboutOne() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 1), Cases.row(3e6, 1e6), Cases.row(0.3, 0.1));
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, Cases.row(1, 2), 0);
    AllocationProgram own = Departures.inOwnUnits(program);
    for (int c = 0; c < program.columnCount(); c++) {
      double unit = program.rate(c) / own.rate(c);
      assertEquals(0x1p0, Math.scalb(unit, -Math.getExponent(unit)), "a power of two");
      assertTrue(own.fastest()[own.first(c)] >= 0.5 && own.fastest()[own.first(c)] <= 2);
    }
    assertEquals(2, own.weight(1));
  }

  /** A job that runs all of its time on workers that nobody else wants keeps all. */
  @Test
  void kept_jobThatTakesNothingFromOthers_isAll() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(3, 4));
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.of("" + m), m < JOBS - 1 ? 2 : 0, m < JOBS - 1 ? 0 : 5);
    }
    double[] ones = new double[JOBS];
    Arrays.fill(ones, 1);
    AllocationProgram program = AllocationProgram.maximizeUtility(builder.build(), ones, 0);
    Departures departures = departures(program);
    int others = JOBS - 1;
    double expected = StrictMath.pow((others - 1.0) / others, others - 1);
    assertEquals(expected, departures.kept(0, 2 * 3.0 / others).orElseThrow(), 2e-9);
    assertEquals(1, departures.kept(JOBS - 1, 5).orElseThrow(), 2e-9);
  }

  /** A quota of half a worker of three for half of the jobs: they share it, the others the rest. */
  @Test
  void kept_jobsUnderAQuota_shareWhatItAllows() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(3));
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.of("" + m), 2);
    }
    double[] ones = new double[JOBS];
    Arrays.fill(ones, 1);
    int half = JOBS / 2;
    int[] columns = new int[half];
    Arrays.setAll(columns, c -> 2 * c);
    double[] sizes = new double[half];
    Arrays.fill(sizes, 1);
    AllocationProgram plain = AllocationProgram.maximizeUtility(builder.build(), ones, 0);
    CouplingRows quota =
        CouplingRows.builder().add("quota", Relation.AT_MOST, 0.5, columns, sizes).build();
    Departures departures = departures(plain.withRows(quota));
    double expected = StrictMath.pow((half - 1.0) / half, half - 1);
    assertEquals(expected, departures.kept(0, 1.0 / half).orElseThrow(), 2e-9);
    assertEquals(expected, departures.kept(1, 5.0 / half).orElseThrow(), 2e-9);
    CouplingRows guarantee =
        CouplingRows.builder().add("floor", Relation.AT_LEAST, 1, columns, sizes).build();
    assertTrue(Departures.of(plain.withRows(guarantee), new double[2], NONE).isEmpty());
  }

  /** Mixed jobs on three types, some with configurations' ties, against solves without the job. */
  @Test
  void kept_jobsOfSeveralTypes_isWhatSolvesSay() {
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      boolean ties = seed % 2 == 0;
      AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(4, 6, 9));
      for (int m = 0; m < JOBS; m++) {
        double[] rates = random.doubles(3, 1, 4).map(r -> ties ? Math.rint(r) : r).toArray();
        builder.job(Job.builder("" + m).scaleFactor(1 + m % 3 % 2).build(), rates);
      }
      AllocationProblem problem = builder.build();
      double[] weight = weights();
      AllocationProgram program = AllocationProgram.maximizeUtility(problem, weight, 0);
      CertifiedSolution with = solved(program);
      Optional<Departures> departures =
          Departures.of(program, WorkingSet.prices(with.bound()), NONE);
      assertTrue(departures.isPresent(), "seed " + seed);
      for (int m = seed % 2; m < JOBS; m += 7) {
        double[] rest = weight.clone();
        rest[m] = 0;
        CertifiedSolution without = solved(AllocationProgram.maximizeUtility(problem, rest, 0));
        double throughput = with.throughput()[m];
        OptionalDouble kept = departures.get().kept(m, throughput);
        assertTrue(kept.isPresent(), "seed " + seed + " job " + m);
        double log = weight[m] * StrictMath.log(kept.getAsDouble() * throughput);
        double rounding = 1e-7 * weight[m];
        assertTrue(log <= with.bound().value() - without.objective() + rounding, "job " + m);
        assertTrue(log >= with.objective() - without.bound().value() - rounding, "job " + m);
      }
    }
  }

  /** One of two jobs decides everything: no box is wide enough. */
  @Test
  void of_twoJobs_isForOthers() {
    AllocationProblem two = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    AllocationProgram program = AllocationProgram.maximizeUtility(two, Cases.row(1, 1), 0);
    assertTrue(Departures.of(program, Cases.row(2), NONE).isEmpty());
  }

  @Test
  void of_otherPrograms_isEmpty() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(1));
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.of("" + m), 1);
    }
    AllocationProblem problem = builder.build();
    double[] ones = new double[JOBS];
    Arrays.fill(ones, 1);
    double[] price = {JOBS};
    assertTrue(
        Departures.of(AllocationProgram.maximizeUtility(problem, ones, 0), price, NONE)
            .isPresent());
    assertTrue(
        Departures.of(AllocationProgram.maximizeUtility(problem, ones, 0.5), price, NONE)
            .isEmpty());
    assertTrue(
        Departures.of(AllocationProgram.maximizeMinimum(problem, ones), price, NONE).isEmpty());
    AllocationProgram logs = AllocationProgram.maximizeUtility(problem, ones, 0);
    AtomicInteger asked = new AtomicInteger();
    SolveLimits limits = NONE.withCancellation(() -> asked.get() > 0);
    Departures departures = Departures.of(logs, price, limits).orElseThrow();
    assertTrue(departures.kept(0, 1.0 / JOBS).isPresent());
    asked.incrementAndGet();
    assertTrue(departures.kept(0, 1.0 / JOBS).isEmpty());
    AllocationProblem pairs = Cases.pair();
    assertTrue(
        Departures.of(
                AllocationProgram.maximizeUtility(pairs, Cases.row(1, 1), 0), Cases.row(2), NONE)
            .isEmpty());
  }

  /**
   * The dual of n logarithms on one type of W workers at a price p is W p + Σ w log(r w / (p s)) −
   * Σ w; it is least at p = Σ w / W. Without a job it falls by what its weight leaves.
   */
  @Test
  void fall_ofABoxAroundPrices_isThatOfTheDual() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(4));
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.builder("" + m).scaleFactor(1 + m % 2).build(), 1 + m);
    }
    double[] weight = weights();
    double all = Arrays.stream(weight).sum();
    AllocationProgram program = AllocationProgram.maximizeUtility(builder.build(), weight, 0);
    ResourceDemand demand =
        new ResourceDemand(program, ColumnsByJob.of(program, NONE), Samples.uses(program));
    for (double off : new double[] {1, 1.02, 0.97}) {
      double center = off * all / 4;
      PriceBox box = new PriceBox(demand, Cases.row(center), 0.3);
      // D(center) − D(least) = 4 (center − all/4) − all · log(center / (all / 4))
      double expected = 4 * (center - all / 4) - all * StrictMath.log(off);
      assertEquals(expected, box.fall(-1, 1e-10).orElseThrow(), 1e-9, "off " + off);
      assertEquals(all / 4, box.prices()[0], 1e-4);
      for (int m = 0; m < 3; m++) {
        double rest = all - weight[m];
        double fall = 4 * (center - rest / 4) - rest * StrictMath.log(center / (rest / 4));
        assertEquals(fall, box.fall(m, 1e-10).orElseThrow(), 1e-9, "off " + off + " job " + m);
        assertEquals(rest / 4, box.prices()[0], 1e-4);
        assertEquals(weight[m], box.paid(m), 1e-12); // of a logarithm, always its weight
        assertEquals(weight[m] / center / (1 + m % 2) * (1 + m), box.throughput(), 1e-12);
      }
      assertEquals(expected, box.fall(-1, 1e-10).orElseThrow(), 1e-9); // nothing is left behind
    }
    PriceBox narrow = new PriceBox(demand, Cases.row(1.1 * all / 4), 0.05);
    assertTrue(narrow.fall(-1, 1e-10).isEmpty()); // the minimum is outside
  }
}
