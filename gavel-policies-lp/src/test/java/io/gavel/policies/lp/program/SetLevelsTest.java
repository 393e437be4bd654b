package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Objective.Concave.Segment;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

/** Water filling and smooth utilities over sets of jobs, against programs by hand. */
final class SetLevelsTest {

  private static final int COUNT = Boolean.getBoolean("gavel.nightly") ? 2_000 : 100;

  private static Solution solve(AllocationProblem problem, Objective objective) {
    Solution solution = Program.of(problem).maximize(objective).solve(StagedSolver.create());
    assertTrue(
        Proof.of(solution.allocation()).holdsWithin(Tolerance.CERTIFIED),
        Proof.of(solution.allocation()).toString());
    return solution;
  }

  private static JobSet team(String name, double weight, String... jobs) {
    return new JobSet(name, List.of(jobs), weight);
  }

  private static double total(Solution solution, JobSet set) {
    return set.jobIds().stream().mapToDouble(solution.allocation()::effectiveThroughput).sum();
  }

  /** "slow" is limited to 1 by its job; the others divide the rest of the three workers, 2:1. */
  @Test
  void filling_teamAtItsLargestTotal_leavesTheRestToOthers() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 6)))
            .job(Job.of("s"), 1)
            .job(Job.builder("a").scaleFactor(3).build(), 6)
            .job(Job.builder("b").scaleFactor(4).build(), 8)
            .build();
    List<JobSet> teams = List.of(team("slow", 1, "s"), team("a", 2, "a"), team("b", 1, "b"));
    Solution solution = solve(problem, Objective.leastOf(teams, Measure.throughput()).filling());
    assertEquals(1, total(solution, teams.get(0)), 1e-6);
    assertEquals(6, total(solution, teams.get(1)), 1e-6); // all of its time, on 3 workers
    assertEquals(4, total(solution, teams.get(2)), 1e-6); // 2 of 4 workers on average
    assertEquals(
        List.of(1.0, 3.0, 4.0),
        solution.certificates().stream()
            .map(Certificate::objective)
            .map(level -> Math.rint(1e5 * level) / 1e5)
            .toList());
  }

  @Test
  void filling_thenAnotherObjective_keepsEveryLevel() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2)))
            .job(Job.of("s"), 1)
            .job(Job.of("a"), 3)
            .job(Job.of("b"), 2)
            .build();
    List<JobSet> teams = List.of(team("slow", 1, "s"), team("both", 1, "a", "b"));
    Solution solution =
        Program.of(problem)
            .maximize(Objective.leastOf(teams, Measure.throughput()).filling())
            .then(Objective.sum((p, m) -> m == 0 ? 1 : 0))
            .solve(StagedSolver.create());
    assertEquals(3, solution.certificates().size());
    assertEquals(1, solution.objective(0), 1e-6);
    assertEquals(1, solution.objective(1), 1e-6);
    assertEquals(3, solution.certificate(2).objective(), 1e-6, "the second level");
    assertEquals(3, total(solution, teams.get(1)), 1e-5);
  }

  @Test
  void filling_randomTeams_isThatOfProgramsByHand() {
    for (int seed = 0; seed < COUNT; seed++) {
      Random random = new Random(seed);
      AllocationProblem problem = problem(random);
      List<JobSet> teams = teams(problem, random, 4);
      Solution solution = solve(problem, Objective.leastOf(teams, Measure.throughput()).filling());
      double[] byHand = byHand(problem, teams);
      for (int s = 0; s < byHand.length; s++) {
        double level = total(solution, teams.get(s)) / teams.get(s).weight();
        assertEquals(byHand[s], level, 1e-5 * Math.max(1, byHand[s]), "seed " + seed);
      }
    }
  }

  /** The chords of a utility of each job lose no more than they may against the utility itself. */
  @Test
  void ofPower_randomJobs_losesAtMostTheStatedBound() {
    for (int seed = 0; seed < COUNT; seed++) {
      Random random = new Random(seed);
      AllocationProblem problem = problem(random);
      double power = new double[] {0, 0.5, -1}[seed % 3];
      double most = 4;
      double least = 0.01;
      int count = 40 + random.nextInt(80);
      double ratio = Math.pow(most / least, 1.0 / count);
      Solution exact = solve(problem, Objective.powers(Measure.throughput(), power));
      List<Segment> segments = Segment.ofPower(power, least, most, count);
      Solution chords = solve(problem, Objective.concave(Measure.throughput(), segments));
      double lost = 0;
      for (int m = 0; m < problem.jobCount(); m++) {
        double at = exact.allocation().effectiveThroughput(m);
        double part = (1 - power) * (ratio - 1) * (ratio - 1) / 8;
        double lower = power >= 0 ? at : at / ratio; // of the segment in which it lies
        assertTrue(at >= least, "seed " + seed);
        lost += part * Math.pow(lower, power);
      }
      double value = worth(problem, chords, power);
      double best = worth(problem, exact, power);
      assertTrue(value <= best + 1e-6 * Math.max(1, Math.abs(best)), "seed " + seed);
      assertTrue(value >= best - lost - 1e-6, "seed " + seed);
    }
  }

  @Test
  void ofPower_powersNear0_areWorthAsMuchAsLogarithms() {
    List<Segment> logs = Segment.ofPower(0, 0.1, 10, 20);
    for (double power : new double[] {1e-6, -1e-9, 1e-12, -1e-16, 1e-300}) {
      List<Segment> powers = Segment.ofPower(power, 0.1, 10, 20);
      for (int i = 0; i < logs.size(); i++) {
        double slope = logs.get(i).slope();
        assertEquals(slope, powers.get(i).slope(), 4 * Math.abs(power) * slope + 1e-13);
      }
    }
  }

  private static double worth(AllocationProblem problem, Solution solution, double power) {
    return IntStream.range(0, problem.jobCount())
        .mapToDouble(solution.allocation()::effectiveThroughput)
        .map(v -> power == 0 ? Math.log(v) : Math.pow(v, power) / power)
        .sum();
  }

  /** Two teams of equal weight divide the workers equally, however many jobs they have. */
  @Test
  void ofPower_logarithmsOfTeams_divideWorkersByWeight() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 4)));
    IntStream.range(0, 12).forEach(m -> builder.job(Job.of("j" + m), 1));
    AllocationProblem problem = builder.build();
    List<JobSet> teams =
        List.of(
            team("three", 1, "j0", "j1", "j2"),
            team("nine", 1, "j3", "j4", "j5", "j6", "j7", "j8", "j9", "j10", "j11"));
    List<Segment> logs = Segment.ofPower(0, 0.1, 10, 200);
    Solution solution = solve(problem, Objective.concaveOf(teams, Measure.throughput(), logs));
    assertEquals(2, total(solution, teams.get(0)), 0.05);
    assertEquals(2, total(solution, teams.get(1)), 0.05);
    double ratio = Math.pow(100, 1.0 / 200);
    double welfare =
        Math.log(total(solution, teams.get(0))) + Math.log(total(solution, teams.get(1)));
    assertTrue(welfare >= 2 * Math.log(2) - 2 * (ratio - 1) * (ratio - 1) / 8);
    assertEquals(welfare - 2 * Math.log(0.1) + 2, solution.objective(0), 1e-3);
  }

  private static AllocationProblem problem(Random random) {
    int types = 1 + random.nextInt(3);
    WorkerType[] cluster = new WorkerType[types];
    for (int k = 0; k < types; k++) {
      cluster[k] = new WorkerType("t" + k, 1 + random.nextInt(3));
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(cluster));
    int jobs = 1 + random.nextInt(6);
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("j" + m), random.doubles(types, 0.5, 4).toArray());
    }
    return builder.build();
  }

  /** Sets that may overlap, each with at least one job. */
  static List<JobSet> teams(AllocationProblem problem, Random random, int most) {
    List<JobSet> teams = new ArrayList<>();
    for (int t = 0; t < 1 + random.nextInt(most); t++) {
      Set<String> members = new TreeSet<>();
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        members.add(problem.job(random.nextInt(problem.jobCount())).id());
      }
      teams.add(new JobSet("team" + t, List.copyOf(members), 0.5 + random.nextDouble()));
    }
    return teams;
  }

  /** Raises the least level, then fixes each set that can have no more on its own. */
  private static double[] byHand(AllocationProblem problem, List<JobSet> teams) {
    double[] level = new double[teams.size()];
    boolean[] fixed = new boolean[level.length];
    while (IntStream.range(0, level.length).anyMatch(s -> !fixed[s])) {
      double least = most(problem, teams, level, fixed, -1);
      for (int s = 0; s < level.length; s++) {
        level[s] = fixed[s] ? level[s] : least;
      }
      boolean[] now = fixed.clone();
      for (int s = 0; s < level.length; s++) {
        if (!fixed[s]) {
          now[s] = most(problem, teams, level, fixed, s) <= level[s] + 1e-7;
        }
      }
      System.arraycopy(now, 0, fixed, 0, now.length);
    }
    return level;
  }

  /** Returns the largest level of one set, or of all that are not fixed; the others keep theirs. */
  private static double most(
      AllocationProblem problem, List<JobSet> teams, double[] level, boolean[] fixed, int only) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    int types = problem.cluster().typeCount();
    Expression[] pools = new Expression[types];
    for (int k = 0; k < types; k++) {
      pools[k] = model.addExpression("pool" + k).upper(problem.cluster().type(k).workers());
    }
    Variable value = model.addVariable("level").lower(0).weight(1);
    Expression[] rows = new Expression[teams.size()];
    for (int s = 0; s < rows.length; s++) {
      boolean raised = only < 0 ? !fixed[s] : s == only;
      rows[s] = model.addExpression("set" + s).lower(raised ? 0 : level[s] * (1 - 1e-9));
      if (raised) {
        rows[s].set(value, -1);
      }
    }
    for (int m = 0; m < problem.jobCount(); m++) {
      Expression time = model.addExpression("time" + m).upper(1);
      for (int k = 0; k < types; k++) {
        Variable x = model.addVariable("x" + m + "," + k).lower(0);
        time.set(x, 1);
        pools[k].set(x, 1);
        for (int s = 0; s < rows.length; s++) {
          JobSet set = teams.get(s);
          if (set.jobIds().contains(problem.job(m).id())) {
            rows[s].set(x, problem.stepsPerSecond(m, 0, k) / set.weight());
          }
        }
      }
    }
    return model.maximise().getValue();
  }
}
