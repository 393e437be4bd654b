package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.JobSelection;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Horizon;
import io.gavel.policies.program.Horizon.Slot;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/** Plans over slots: closed forms, and an independent program by hand. */
final class HorizonTest {

  private static final double HOUR = 3600;

  private static Job job(String id, double hours) {
    return Job.builder(id).stepsRemaining(hours * HOUR).build();
  }

  private static AllocationProblem oneWorker(Job... jobs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)));
    for (Job job : jobs) {
      problem.job(job, 1);
    }
    return problem.build();
  }

  private static List<Slot> hours(int count) {
    return Collections.nCopies(count, Slot.of(HOUR));
  }

  private static Allocation earliest(Horizon horizon) {
    Solution solution =
        horizon.program().maximize(horizon.earliness()).solve(StagedSolver.create());
    Allocation plan = solution.allocation();
    assertTrue(Proof.of(plan).holdsWithin(Tolerance.CERTIFIED), Proof.of(plan).toString());
    return plan;
  }

  @Test
  void earliness_shortAndLongJob_shortJobFirst() {
    Horizon horizon = Horizon.of(oneWorker(job("long", 3), job("short", 1)), hours(5));
    Allocation plan = earliest(horizon);
    assertEquals(OptionalDouble.of(HOUR), horizon.completionSeconds(plan, "short"));
    assertEquals(OptionalDouble.of(4 * HOUR), horizon.completionSeconds(plan, "long"));
    assertEquals(3 * HOUR, horizon.earliestSeconds("long").orElseThrow(), 1e-6);
    assertArrayEquals(
        new double[] {0, HOUR, HOUR, HOUR, 0}, horizon.stepsBySlot(plan, "long"), 1e-3);
    assertEquals(1, horizon.fractions(plan, 1)[0][0], 1e-6);
  }

  @Test
  void interruptions_shortJobArrivesWhileALongOneRuns_areCounted() {
    Job rigid = job("long", 3).toBuilder().minRunSeconds(2 * HOUR).build();
    Horizon horizon =
        Horizon.of(oneWorker(rigid, job("short", 1)), hours(5)).arriving("short", HOUR);
    Allocation plan = earliest(horizon); // long, short, long, long
    assertEquals(1, horizon.interruptions(plan, "long"));
    assertEquals(0, horizon.interruptions(plan, "short"));
    Horizon patient = Horizon.of(oneWorker(rigid, job("short", 1)), hours(5));
    assertEquals(0, patient.interruptions(earliest(patient), "long")); // short, long, long, long
  }

  @Test
  void earliness_jobThatArrivesLater_doesNotRunBefore() {
    Horizon horizon =
        Horizon.of(oneWorker(job("a", 2), job("b", 1)), hours(4)).arriving("b", 1.5 * HOUR);
    Allocation plan = earliest(horizon);
    assertEquals(OptionalDouble.of(2 * HOUR), horizon.completionSeconds(plan, "a"));
    assertEquals(OptionalDouble.of(3 * HOUR), horizon.completionSeconds(plan, "b"));
    assertEquals(3 * HOUR, horizon.earliestSeconds("b").orElseThrow(), 1e-6);
  }

  @Test
  void earliness_maintenance_waitsForTheWorkers() {
    List<Slot> slots = List.of(Slot.of(HOUR).withWorkers("gpu", 0), Slot.of(HOUR), Slot.of(HOUR));
    Horizon horizon = Horizon.of(oneWorker(job("a", 1)), slots);
    Allocation plan = earliest(horizon);
    assertEquals(OptionalDouble.of(2 * HOUR), horizon.completionSeconds(plan, "a"));
    assertEquals(2 * HOUR, horizon.earliestSeconds("a").orElseThrow(), 1e-6);
  }

  @Test
  void completion_moreWorkThanTheHorizon_isEmpty() {
    Horizon horizon = Horizon.of(oneWorker(job("a", 3)), hours(2));
    assertEquals(OptionalDouble.empty(), horizon.completionSeconds(earliest(horizon), "a"));
    assertEquals(OptionalDouble.empty(), horizon.earliestSeconds("a"));
  }

  @Test
  void cost_cheapSecondHour_isUsedIfTheDeadlineAllows() {
    List<Slot> slots =
        List.of(
            Slot.of(HOUR).withCost("gCO2", "gpu", 400),
            Slot.of(HOUR).withCost("gCO2", "gpu", 100),
            Slot.of(HOUR).withCost("gCO2", "gpu", 300));
    Job due = Job.builder("a").stepsRemaining(1.5 * HOUR).sloSeconds(3 * HOUR).build();
    Horizon horizon = Horizon.of(oneWorker(due), slots);
    Solution solution =
        horizon
            .program()
            .minimize(Objective.sum(horizon.total("gCO2")))
            .solve(StagedSolver.create());
    assertEquals(100 + 0.5 * 300, solution.objective(0), 1e-6);
    Job early = Job.builder("a").stepsRemaining(1.5 * HOUR).sloSeconds(2.5 * HOUR).build();
    Horizon earlier = Horizon.of(oneWorker(early), slots);
    assertEquals(
        100 + 0.5 * 400,
        earlier
            .program()
            .minimize(Objective.sum(earlier.total("gCO2")))
            .solve(StagedSolver.create())
            .objective(0),
        1e-6);
  }

  @Test
  void completingAll_jobsWithoutDeadline_completeWhereTheCostIsLeast() {
    List<Slot> slots =
        List.of(Slot.of(HOUR).withCost("USD", "gpu", 2), Slot.of(HOUR).withCost("USD", "gpu", 1));
    Horizon horizon = Horizon.of(oneWorker(job("a", 1)), slots).completingAll();
    Solution solution =
        horizon
            .program()
            .minimize(Objective.sum(horizon.total("USD")))
            .solve(StagedSolver.create());
    assertEquals(1, solution.objective(0), 1e-9);
    assertEquals(
        OptionalDouble.of(2 * HOUR), horizon.completionSeconds(solution.allocation(), "a"));
    Horizon tooMuch = Horizon.of(oneWorker(job("a", 3)), slots).completingAll();
    assertEquals(
        List.of("work:a"),
        assertThrows(
                InfeasibleProblemException.class,
                () -> tooMuch.program().maximize(tooMuch.earliness()).solve(StagedSolver.create()))
            .conflict());
  }

  @Test
  void readme_night_completesAllJobs() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 4)))
            .job(Job.builder("bert").stepsRemaining(115_200).sloSeconds(57_600).build(), 4, 1)
            .job(Job.builder("gan").stepsRemaining(43_200).build(), 3, 1.5)
            .build();
    // plan ahead: begin
    List<Horizon.Slot> slots = new ArrayList<>();
    for (int hour = 0; hour < 18; hour++) {
      double gramsPerHour = hour < 6 ? 120 : 40;
      slots.add(Horizon.Slot.of(3600).withCost("gCO2", "v100", gramsPerHour));
    }
    Horizon horizon = Horizon.of(problem, slots).arriving("gan", 7200).completingAll();
    Solution solution =
        horizon
            .program()
            .minimize(Objective.sum(horizon.total("gCO2")))
            .then(horizon.earliness())
            .solve(StagedSolver.create());
    Allocation plan = solution.allocation();
    OptionalDouble completion = horizon.completionSeconds(plan, "bert");
    double[][] first = horizon.fractions(plan, 0); // of the first hour, [group][worker type]
    // plan ahead: end
    assertTrue(completion.orElseThrow() <= 57_600);
    assertEquals(2, first.length);
    assertTrue(Proof.of(plan).holdsWithin(Tolerance.CERTIFIED));
  }

  @Test
  void limit_ofADay_boundsTheCostOfATeam() {
    List<Slot> slots =
        List.of(Slot.of(HOUR).withCost("USD", "gpu", 2), Slot.of(HOUR).withCost("USD", "gpu", 1));
    Horizon horizon =
        Horizon.of(oneWorker(job("a", 2), job("b", 2)), slots)
            .withLimit("day", "USD", new JobSelection.Ids(List.of("a")), 1.5);
    Allocation plan = earliest(horizon);
    double[] a = horizon.stepsBySlot(plan, "a");
    assertTrue((2 * a[0] + a[1]) / HOUR <= 1.5 + 1e-9, "spent " + (2 * a[0] + a[1]) / HOUR);
  }

  @Test
  void limit_beforeArrival_coversTheSlotsThatAreLeft() {
    List<Slot> slots = Collections.nCopies(3, Slot.of(HOUR).withCost("USD", "gpu", 1));
    Horizon horizon =
        Horizon.of(oneWorker(job("a", 3), job("b", 1)), slots)
            .withLimit("day", "USD", new JobSelection.Ids(List.of("a")), 1)
            .withLimit("late", "USD", new JobSelection.Ids(List.of("b")), 0)
            .arriving("a", HOUR)
            .arriving("b", 9 * HOUR);
    Allocation plan = earliest(horizon);
    assertEquals(List.of("b"), horizon.omittedJobs());
    double[] a = horizon.stepsBySlot(plan, "a");
    assertEquals(HOUR, a[0] + a[1] + a[2], 1e-3);
    assertEquals(
        "job \"b\" can run in no slot, so the least part of work done is 0",
        assertThrows(IllegalStateException.class, horizon::leastDone).getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> horizon.withLimit("work:a", "USD", new JobSelection.All(), 1));
  }

  @Test
  void slots_ofTenths_keepArrivalsAndDeadlinesOnTheirEnds() {
    List<Slot> slots = Collections.nCopies(3, Slot.of(0.1));
    Job due = Job.builder("a").stepsRemaining(0.2).sloSeconds(0.3).build();
    Horizon horizon = Horizon.of(oneWorker(due), slots).arriving("a", 0.1);
    Allocation plan = earliest(horizon);
    assertEquals(0.3, horizon.completionSeconds(plan, "a").orElseThrow(), 1e-12);
  }

  @Test
  void deadlines_thatExcludeEachOther_areNamed() {
    Job a = Job.builder("a").stepsRemaining(HOUR).sloSeconds(HOUR).build();
    Job b = Job.builder("b").stepsRemaining(HOUR).sloSeconds(HOUR).build();
    Horizon horizon = Horizon.of(oneWorker(a, b), hours(2));
    Program program = horizon.program().maximize(horizon.earliness());
    InfeasibleProblemException conflict =
        assertThrows(InfeasibleProblemException.class, () -> program.solve(StagedSolver.create()));
    assertEquals(List.of("deadline:a", "deadline:b"), conflict.conflict());
  }

  @Test
  void constraint_atEachMoment_holdsInEachSlot() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 4)))
            .job(job("a", 4), 1)
            .job(job("b", 4), 1)
            .job(job("c", 4), 1)
            .constraint(Constraint.named("power").that(LinearForm.amount(300)).atMost(600))
            .constraint(
                Constraint.named("half")
                    .that(LinearForm.workers().ofJobs("a"))
                    .atMost(0.5)
                    .onAverage())
            .build();
    Horizon horizon = Horizon.of(problem, hours(4));
    Allocation plan = earliest(horizon);
    for (int t = 0; t < 4; t++) {
      double workers = 0;
      for (double[] row : horizon.fractions(plan, t)) {
        workers += row[0];
      }
      assertTrue(workers <= 2 + 1e-9, workers + " workers in slot " + t);
    }
    double[] a = horizon.stepsBySlot(plan, "a");
    assertTrue(a[0] + a[1] + a[2] + a[3] <= 2 * HOUR + 1e-3, "half of four hours");
  }

  @Test
  void coGang_maintenanceOfTheTypeAlongside_waitsAndSharesThePool() {
    Job gang = Job.builder("gang").stepsRemaining(HOUR).alongside("h100", 1).build();
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a100", 1), new WorkerType("h100", 1)))
            .job(gang, 1, 0)
            .job(job("a", 3), 0.5, 1)
            .configuration("a", "pair", Holding.of(1).alongside("a100", 1), 0, 1.5)
            .build();
    Slot maintenance = Slot.of(HOUR).withWorkers("h100", 0);
    Slot slot = Slot.of(HOUR).withCost("USD", "a100", 1).withCost("USD", "h100", 2);
    Horizon horizon = Horizon.of(problem, List.of(maintenance, slot, slot, slot)).completingAll();
    Allocation plan = earliest(horizon);
    assertEquals(OptionalDouble.of(2 * HOUR), horizon.completionSeconds(plan, "gang"));
    assertArrayEquals(new double[] {0, HOUR, 0, 0}, horizon.stepsBySlot(plan, "gang"), 1e-3);
    assertArrayEquals(
        new double[] {0.5 * HOUR, 0, 1.5 * HOUR, HOUR}, horizon.stepsBySlot(plan, "a"), 1e-3);
    double cost =
        horizon
            .program()
            .minimize(Objective.sum(horizon.total("USD")))
            .solve(StagedSolver.create())
            .objective(0);
    assertEquals(3 + 2.5 * 2, cost, 1e-6); // after half an hour that costs nothing
  }

  @Test
  void of_jobWithoutSteps_isRefusedByName() {
    AllocationProblem problem = oneWorker(Job.of("a"));
    assertEquals(
        "job \"a\" has no steps remaining; a horizon needs them",
        assertThrows(IllegalArgumentException.class, () -> Horizon.of(problem, hours(1)))
            .getMessage());
  }

  /** The optimum of the program written out by hand. */
  private static double byHand(
      double[][] rate, double[] steps, int[] gang, int[] beside, int[][] workers, int[] until) {
    int slots = workers.length;
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Variable[][][] x = new Variable[steps.length][slots][workers[0].length];
    for (int m = 0; m < steps.length; m++) {
      Expression work = model.addExpression("work" + m).upper(1);
      Expression due = until[m] > 0 ? model.addExpression("due" + m).lower(1) : null;
      for (int t = 0; t < slots; t++) {
        Expression time = model.addExpression("time" + m + "," + t).upper(1);
        for (int k = 0; k < workers[0].length; k++) {
          double done = rate[m][k] * HOUR / steps[m];
          int held = gang[m] + (k == 0 ? beside[m] : 0);
          double most = held <= workers[t][k] && beside[m] <= workers[t][0] ? 1 : 0;
          x[m][t][k] = model.addVariable("x" + m + "," + t + "," + k).lower(0).upper(most);
          x[m][t][k].weight(done * (slots - t) / slots);
          work.set(x[m][t][k], done);
          time.set(x[m][t][k], 1);
          if (due != null && t < until[m]) {
            due.set(x[m][t][k], done);
          }
        }
      }
    }
    for (int t = 0; t < slots; t++) {
      for (int k = 0; k < workers[0].length; k++) {
        Expression pool = model.addExpression("pool" + t + "," + k).upper(workers[t][k]);
        for (int m = 0; m < steps.length; m++) {
          pool.add(x[m][t][k], gang[m]);
          for (int other = 0; k == 0 && other < workers[0].length; other++) {
            pool.add(x[m][t][other], beside[m]);
          }
        }
      }
    }
    Optimisation.Result result = model.maximise();
    return result.getState().isOptimal() ? result.getValue() : Double.NaN;
  }

  @Test
  void earliness_randomProblems_isThatOfTheProgramByHand() {
    int feasible = 0;
    int count = Boolean.getBoolean("gavel.nightly") ? 2_000 : 100;
    for (int seed = 0; seed < count; seed++) {
      Random random = new Random(seed);
      int types = 1 + random.nextInt(3);
      int slots = 1 + random.nextInt(5);
      int jobs = 1 + random.nextInt(6);
      WorkerType[] cluster = new WorkerType[types];
      for (int k = 0; k < types; k++) {
        cluster[k] = new WorkerType("t" + k, 4);
      }
      int[][] workers = new int[slots][types];
      Slot[] all = new Slot[slots];
      for (int t = 0; t < slots; t++) {
        all[t] = Slot.of(HOUR);
        for (int k = 0; k < types; k++) {
          workers[t][k] = random.nextInt(5);
          all[t] = all[t].withWorkers("t" + k, workers[t][k]);
        }
      }
      AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(cluster));
      double[][] rate = new double[jobs][types];
      double[] steps = new double[jobs];
      int[] gang = new int[jobs];
      int[] beside = new int[jobs]; // workers of the first type
      int[] until = new int[jobs];
      for (int m = 0; m < jobs; m++) {
        for (int k = 0; k < types; k++) {
          rate[m][k] = random.nextInt(4);
        }
        steps[m] = HOUR * (1 + random.nextInt(5));
        gang[m] = 1 + random.nextInt(3);
        beside[m] = Math.max(0, random.nextInt(6) - 3);
        Job.Builder job = Job.builder("j" + m).stepsRemaining(steps[m]).scaleFactor(gang[m]);
        if (beside[m] > 0) {
          job.alongside("t0", beside[m]);
        }
        if (random.nextInt(4) == 0) {
          until[m] = 1 + random.nextInt(slots);
          job.sloSeconds(until[m] * HOUR);
        }
        problem.job(job.build(), rate[m]);
      }
      double expected = byHand(rate, steps, gang, beside, workers, until);
      String at = "seed " + seed;
      try {
        Horizon horizon = Horizon.of(problem.build(), List.of(all));
        Solution solution =
            horizon.program().maximize(horizon.earliness()).solve(StagedSolver.create());
        assertEquals(expected, solution.objective(0), 1e-6 * Math.max(1, expected), at);
        assertTrue(Proof.of(solution.allocation()).holdsWithin(Tolerance.CERTIFIED), at);
        feasible++;
      } catch (InfeasibleProblemException conflict) {
        assertTrue(Double.isNaN(expected), at + ": " + expected + " " + conflict);
      } catch (IllegalArgumentException impossible) { // no slot before the deadline
        assertTrue(Double.isNaN(expected), at + ": " + expected + " " + impossible);
      }
    }
    assertTrue(feasible > count / 2, feasible + " feasible");
  }
}
