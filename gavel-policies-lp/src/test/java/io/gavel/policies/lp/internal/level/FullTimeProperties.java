package io.gavel.policies.lp.internal.level;

import static io.gavel.policies.lp.Cases.pair;
import static io.gavel.policies.lp.Cases.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** Programs of the jobs that need not run full time, held against those of all jobs. */
class FullTimeProperties {

  private static final CertifiedSolver SOLVER = CertifiedSolver.standard();

  /** Demands of a level, of which the jobs can have at most their fastest rates. */
  private static AllocationProgram atLevel(AllocationProblem problem, Random random, double level) {
    double[] demand = new double[problem.jobCount()];
    double[] fastest = AllocationProgram.maximizeMinimum(problem, demand).fastest();
    Arrays.setAll(
        demand, m -> Math.min(fastest[m], level * (0.1 + random.nextDouble()) * fastest[m]));
    return AllocationProgram.maximizeMinimum(problem, demand);
  }

  @Property
  void all_anyLevel_isMetIfAndOnlyIfTheOthersAre(
      @ForAll Draws random, @ForAll @DoubleRange(max = 3) double level) {
    AllocationProgram plain = atLevel(Problems.random(random, Kind.TIES), random, level);
    AllocationProgram program = plain.withRows(upperLimits(plain, random));
    FullTime fullTime = FullTime.of(program);
    CertifiedSolution others = SOLVER.solve(fullTime.others());
    CertifiedSolution all = fullTime.all(others);
    CertifiedSolution whole = SOLVER.solve(program);
    assertTrue(all.objective() <= whole.bound().value() * (1 + 1e-12), all + " " + whole);
    assertTrue(all.bound().value() >= whole.objective() * (1 - 1e-12), all + " " + whole);
    boolean some = fullTime.others() != program;
    double most = some ? 1 : Double.POSITIVE_INFINITY; // those that run full time have no more
    assertEquals(Math.min(most, others.objective()), all.objective(), 1e-12);
    assertTrue(!others.isNothing() || whole.isNothing(), all + " " + whole);
    if (others.bound().value() < 1) {
      assertTrue(all.bound().value() < 1, all + " " + others);
    }
  }

  /** At most three limits of sums of columns, some of them of nothing. */
  private static CouplingRows upperLimits(AllocationProgram program, Random random) {
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = random.nextInt(4); i > 0; i--) {
      Entries entries = new Entries();
      for (int c = 0; c < program.columnCount(); c++) {
        if (random.nextBoolean()) {
          entries.add(c, 1 + random.nextInt(3));
        }
      }
      double bound = random.nextInt(9) * entries.size() / 8.0;
      if (entries.size() > 0) {
        rows.add("limit " + i, Relation.AT_MOST, bound, entries.indices(), entries.values());
      }
    }
    return rows.build();
  }

  /**
   * The limit leaves the second job half of its time, 2/3 of its demand. At a price of 1 the limit
   * is worth 1.5, and the demands cost 1.75.
   */
  @Example
  void others_upperLimit_isWhatFullTimeLeavesOfIt() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 3)))
            .job(Job.of("full"), 4)
            .job(Job.of("rising"), 2)
            .build();
    AllocationProgram plain = AllocationProgram.maximizeMinimum(problem, row(4, 1.5));
    for (double bound : new double[] {1.5, 0.5}) {
      CouplingRows limit =
          CouplingRows.builder()
              .add("limit", Relation.AT_MOST, bound, new int[] {0, 1}, row(1, 1))
              .build();
      AllocationProgram program = plain.withRows(limit);
      FullTime fullTime = FullTime.of(program);
      if (bound < 1) {
        assertSame(program, fullTime.others());
      } else {
        assertEquals(0.5, fullTime.others().rows().bound(0), 1e-15);
        CertifiedSolution all = fullTime.all(SOLVER.solve(fullTime.others()));
        assertEquals(2.0 / 3, all.objective(), 1e-6);
        assertEquals(1.5 / 1.75, all.bound().value(), 1e-6);
      }
    }
  }

  /** More than a lower limit asks for may need another column than the fastest one. */
  @Example
  void others_lowerLimit_areAllJobs() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2), new WorkerType("b", 2)))
            .job(Job.of("full"), 4, 1)
            .job(Job.of("rising"), 2, 2)
            .build();
    CouplingRows limit =
        CouplingRows.builder().add("limit", Relation.AT_LEAST, 0.5, new int[] {1}, row(1)).build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, row(4, 1)).withRows(limit);
    assertSame(program, FullTime.of(program).others());
  }

  @Example
  void others_oneFastestColumn_isSetAside() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2), new WorkerType("b", 2)))
            .job(Job.of("full"), 4, 1)
            .job(Job.of("tied"), 3, 3)
            .job(Job.of("rising"), 2, 1)
            .build();
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, new double[] {4, 3, 1});
    AllocationProgram others = FullTime.of(program).others();
    assertEquals(4, others.columnCount());
    assertEquals(1, others.workers(0));
    assertEquals(2, others.workers(1));
    assertEquals(0, others.requirement(0));
    CertifiedSolution all = FullTime.of(program).all(SOLVER.solve(others));
    assertEquals(4, all.throughput()[0], 1e-12);
    assertEquals(1, all.objective(), 1e-6);
  }

  /** With too few workers for them, these jobs share what there is. */
  @Example
  void others_tooFewWorkers_areAllJobs() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
            .job(Job.of("first"), 4)
            .job(Job.of("second"), 4)
            .job(Job.of("third"), 1)
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[] {4, 4, 0.5});
    assertSame(program, FullTime.of(program).others());
  }

  /**
   * The others reach 2/3 of their demands on the worker that is left, at a price of 2/3 for it; the
   * first job adds that price to what is paid and to what is owed: 4/3 against 5/3.
   */
  @Example
  void all_boundOfTheOthers_countsTheWorkersSetAside() {
    assertEquals(0.8, boundBesideAnIdleType(0), 1e-6);
  }

  /**
   * The first job could also run on the idle type, at a quarter of its speed. A step more on the
   * faster type then costs 2/9, and its time 2/9: 14/9 against 17/9.
   */
  @Example
  void all_slowerColumnIsFree_makesTheFasterOneWorthMore() {
    assertEquals(14.0 / 17, boundBesideAnIdleType(1), 1e-6);
  }

  private static double boundBesideAnIdleType(double onIdle) {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2), new WorkerType("idle", 1)))
            .job(Job.of("full"), 4, onIdle)
            .job(Job.of("second"), 2, 0)
            .job(Job.of("third"), 2, 0)
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[] {4, 1.5, 1.5});
    FullTime fullTime = FullTime.of(program);
    CertifiedSolution others = SOLVER.solve(fullTime.others());
    assertEquals(2.0 / 3, others.objective(), 1e-7);
    return fullTime.all(others).bound().value();
  }

  /** If only jobs that run full time are owed something, nothing is left to solve. */
  @Example
  void others_nothingIsOwedToThem_areAllJobs() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2)))
            .job(Job.of("full"), 4)
            .job(Job.of("second"), 2)
            .build();
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, new double[] {4, 0});
    assertSame(program, FullTime.of(program).others());
  }

  /** The others need a millionth of a pool that they may use; of other pools they need nothing. */
  @Example
  void others_poolsThatAreUsedUp_matterIfOthersUseThem() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 2)))
            .job(Job.of("full"), 4, 1)
            .job(Job.of("rising"), 0, 2);
    AllocationProgram apart = AllocationProgram.maximizeMinimum(builder.build(), row(4, 1));
    AllocationProgram others = FullTime.of(apart).others();
    assertEquals(1, others.columnCount());
    assertEquals(0, others.workers(0), 1e-12);
    builder.job(Job.of("third"), 1, 2);
    AllocationProgram shared = AllocationProgram.maximizeMinimum(builder.build(), row(4, 1, 1));
    assertSame(shared, FullTime.of(shared).others());
    AllocationProblem large =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2_000)))
            .job(Job.builder("gang").scaleFactor(1_999).build(), 4)
            .job(Job.builder("most").gpuMilli(999).build(), 4)
            .job(Job.builder("rising").gpuMilli(1).build(), 4)
            .build();
    AllocationProgram tight = AllocationProgram.maximizeMinimum(large, row(4, 4, 1));
    assertSame(tight, FullTime.of(tight).others());
  }

  /** Full time is not enough for the first job, so that it limits the level. */
  @Example
  void others_demandAboveTheFastestRate_areAllJobs() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2)))
            .job(Job.of("slow"), 4)
            .job(Job.of("rising"), 2)
            .build();
    AllocationProgram above = AllocationProgram.maximizeMinimum(problem, row(5, 1));
    assertSame(above, FullTime.of(above).others());
  }

  @Example
  void others_withPairs_areAllJobs() {
    AllocationProgram pairs = AllocationProgram.maximizeMinimum(pair(), row(1, 0.5));
    assertSame(pairs, FullTime.of(pairs).others());
  }
}
