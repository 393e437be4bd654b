package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lags under a limit, for allocations that some sequence of rounds realises. */
final class LimitLagsTest {

  /** In rounds. */
  private static final double LARGEST = SchedulerState.SHORTFALL_ROUNDS;

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");
  private static final int ROUNDS = 300;

  /** Jobs of one worker, or gangs of up to three, under a limit. */
  private static AllocationProblem problem(Random random, boolean gangs) {
    Cluster cluster = Cases.cluster(random, 1 + random.nextInt(3));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    double[] ones = new double[cluster.typeCount()];
    Arrays.fill(ones, 1);
    int jobs = 3 + random.nextInt(8);
    for (int m = 0; m < jobs; m++) {
      int size = gangs ? 1 + random.nextInt(3) : 1;
      problem.job(Job.builder("job" + m).scaleFactor(size).build(), ones);
    }
    return problem.constraint(limit(random, cluster, jobs)).build();
  }

  private static Constraint limit(Random random, Cluster cluster, int jobs) {
    Constraint.Named named = Constraint.named("limit");
    int most = 1 + random.nextInt((int) cluster.workers());
    return switch (random.nextInt(3)) {
      case 0 -> named.that(LinearForm.workers()).atMost(most);
      case 1 -> {
        double[] watts = cluster.types().stream().mapToDouble(t -> 1 + random.nextInt(3)).toArray();
        yield named.that(LinearForm.amount(watts)).atMost(2 * most);
      }
      default -> {
        String[] some =
            IntStream.range(0, 1 + random.nextInt(jobs))
                .mapToObj(m -> "job" + m)
                .toArray(String[]::new);
        yield named.that(LinearForm.workers().ofJobs(some)).atMost(most);
      }
    };
  }

  /** A random mixture of up to 8 rounds, in each of which no job more can run. */
  private static double[] mixture(Random random, AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] x = new double[problem.jobCount() * types];
    double[] share = new double[1 + random.nextInt(8)];
    Arrays.setAll(share, i -> 1 - random.nextDouble());
    double sum = Arrays.stream(share).sum();
    List<Integer> entries = new ArrayList<>();
    IntStream.range(0, x.length).forEach(entries::add);
    for (double part : share) {
      Collections.shuffle(entries, random);
      double[] round = new double[x.length];
      for (int i : entries) {
        boolean runs = IntStream.range(0, types).anyMatch(j -> round[i / types * types + j] > 0);
        round[i] = runs ? 0 : 1;
        round[i] = fits(problem, round) ? round[i] : 0;
      }
      IntStream.range(0, x.length).forEach(i -> x[i] += round[i] * part / sum);
    }
    return x;
  }

  private static boolean fits(AllocationProblem problem, double[] round) {
    int types = problem.cluster().typeCount();
    double[] used = new double[types];
    IntStream.range(0, round.length)
        .forEach(i -> used[i % types] += round[i] * problem.scaleFactor(i / types));
    return IntStream.range(0, types).allMatch(j -> used[j] <= problem.cluster().poolWorkers(j))
        && problem.constraintRows().stream().allMatch(row -> row.sum(i -> round[i]) <= row.bound());
  }

  private static double largestLag(long seed, boolean gangs) {
    Random random = new Random(seed);
    AllocationProblem problem = problem(random, gangs);
    RoundScheduler scheduler = RoundScheduler.create(problem.cluster(), new RoundOptions(1));
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, mixture(random, problem))));
    double largest = 0;
    for (int round = 0; round < ROUNDS; round++) {
      requireKept(problem, scheduler.plan(round));
      for (Account account : scheduler.state().accounts()) {
        largest = Math.max(largest, account.lagSeconds());
        assertEquals(0, account.missingSeconds(), 1e-3, account::toString);
      }
    }
    return largest;
  }

  private static void requireKept(AllocationProblem problem, RoundPlan plan) {
    int types = problem.cluster().typeCount();
    double[] x = new double[problem.jobCount() * types];
    for (Lease lease : plan.leases()) {
      x[problem.find(lease.jobIds().get(0)).orElseThrow() * types + lease.workerType()] = 1;
    }
    for (LinearRow row : problem.constraintRows()) {
      assertTrue(row.sum(i -> x[i]) <= row.bound() + 1e-9, () -> row + " in " + plan);
    }
  }

  @Test
  void plan_allocationsThatRoundsRealise_lagLittle() {
    for (long seed = 0; seed < (NIGHTLY ? 400 : 100); seed++) {
      for (boolean gangs : List.of(false, true)) {
        double lag = largestLag(seed, gangs);
        String what = "seed " + seed + ", gangs " + gangs;
        assertTrue(lag <= LARGEST, () -> lag + " rounds, " + what);
      }
    }
  }
}
