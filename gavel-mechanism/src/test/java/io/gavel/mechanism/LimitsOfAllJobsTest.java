package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.event.SchedulerEvent.WorkersReturned;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.contract.RandomAllocations;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Limits of every sort over gangs, shares, configurations and co-gangs, checked by the workers that
 * leases hold. No plan or fill adds leases beyond a limit, and a plan keeps all of them.
 */
final class LimitsOfAllJobsTest {

  private static final int WORLDS = Boolean.getBoolean("gavel.nightly") ? 20_000 : 200;
  private static final double ROUND = 100;

  /** A limit and what a lease draws of it. */
  private record Limit(String name, double most, ToDoubleFunction<OpenLeaseState> draw) {
    double used(RoundScheduler scheduler) {
      return scheduler.state().running().stream().mapToDouble(draw).sum();
    }
  }

  @Test
  void planAndFill_anyLimitsAndJobs_keepThem() {
    int drawn = 0;
    for (long seed = 0; seed < WORLDS; seed++) {
      try {
        drawn += new World(seed).play();
      } catch (AssertionError | RuntimeException failed) {
        throw new AssertionError("world " + seed + ": " + failed, failed);
      }
    }
    int sum = drawn;
    assertTrue(drawn > 5 * WORLDS, () -> "dull: " + sum);
  }

  private static final class World {
    private final Random random;
    private final Cluster cluster;
    private final List<Job> jobs = new ArrayList<>();
    private List<Limit> limits = List.of();
    private AllocationProblem problem;
    private int busy; // limits of which leases draw

    World(long seed) {
      random = new Random(seed);
      cluster = Cases.cluster(random, 1 + random.nextInt(3));
      for (int m = 2 + random.nextInt(6); m > 0; m--) {
        Job.Builder job = Job.builder("job" + m).entity("team" + (1 + random.nextInt(3)));
        switch (random.nextInt(4)) {
          case 0 -> job.gpuMilli(100 + random.nextInt(900));
          case 1 -> job.scaleFactor(2).alongside(anyType(), 1);
          case 2 -> job.scaleFactor(1 + random.nextInt(4));
          default -> job.scaleFactor(1);
        }
        jobs.add(job.build());
      }
      problem = limited();
    }

    private String anyType() {
      return cluster.type(random.nextInt(cluster.typeCount())).name();
    }

    private AllocationProblem limited() {
      AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
      for (int i = 1; i <= 3; i++) {
        builder.entity(new Entity("team" + i, 1, Entity.Discipline.FAIRNESS));
      }
      for (Job job : jobs) {
        builder.job(job, random.doubles(cluster.typeCount(), 1, 9).toArray());
        Random ways = new Random(job.id().hashCode()); // the same after each change
        if (ways.nextInt(2) == 0) {
          Holding wide = Holding.of(1 + ways.nextInt(4));
          String type = cluster.type(ways.nextInt(cluster.typeCount())).name();
          builder.configuration(
              job.id(),
              "wide",
              ways.nextBoolean() ? wide.alongside(type, 1 + ways.nextInt(2)) : wide,
              ways.doubles(cluster.typeCount(), 1, 9).toArray());
        }
      }
      List<Limit> drawn = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        drawn.add(limit(i, builder));
      }
      limits = List.copyOf(drawn);
      return builder.build();
    }

    private Limit limit(int i, AllocationProblem.Builder builder) {
      String name = "limit" + i;
      double most = random.nextInt(5);
      Constraint.Named named = Constraint.named(name);
      switch (random.nextInt(5)) {
        case 0 -> {
          String type = anyType();
          builder.constraint(named.that(LinearForm.workers().onTypes(type)).atMost(most));
          return new Limit(name, most, lease -> held(lease, type));
        }
        case 1 -> {
          double[] watts = random.doubles(cluster.typeCount(), 0, 2).toArray();
          builder.constraint(named.that(LinearForm.amount(watts)).atMost(most));
          return new Limit(
              name,
              most,
              lease -> {
                double sum = 0;
                for (int j = 0; j < watts.length; j++) {
                  sum += watts[j] * held(lease, cluster.type(j).name());
                }
                return sum;
              });
        }
        case 2 -> {
          builder.constraint(named.that(LinearForm.running()).atMost(most));
          return new Limit(name, most, lease -> 1);
        }
        case 3 -> {
          Map<String, Double> cores = new HashMap<>();
          jobs.forEach(job -> cores.put(job.id(), random.nextDouble() * 2));
          builder.constraint(Constraint.resource(name, cores, most));
          return new Limit(name, most, lease -> cores.getOrDefault(lease.jobIds().get(0), 0.0));
        }
        default -> {
          String team = "team" + i;
          boolean all = random.nextBoolean();
          String type = anyType();
          Quota quota = Quota.of(team);
          builder.quota(all ? quota.limitedInAll(most) : quota.limitedTo(type, most));
          return new Limit(
              team,
              most,
              lease ->
                  !team.equals(entity(lease))
                      ? 0
                      : all ? share(lease) * lease.workers().size() : held(lease, type));
        }
      }
    }

    private String entity(OpenLeaseState lease) {
      return jobs.stream()
          .filter(job -> job.id().equals(lease.jobIds().get(0)))
          .findFirst()
          .flatMap(Job::entity)
          .orElse("");
    }

    private static double share(OpenLeaseState lease) {
      return lease.gpuMilli() / 1000.0;
    }

    /** Returns the workers of a type that a lease holds; each type has a pool of its own. */
    private double held(OpenLeaseState lease, String type) {
      int pool = cluster.poolOf(cluster.indexOf(type));
      return share(lease)
          * lease.workers().stream().filter(worker -> worker.pool() == pool).count();
    }

    private SchedulerEvent event(double now) {
      String job = jobs.get(random.nextInt(jobs.size())).id();
      String type = anyType();
      List<Worker> worker =
          List.of(
              Worker.of(cluster, type, random.nextInt(cluster.poolWorkers(cluster.indexOf(type)))));
      return switch (random.nextInt(6)) {
        case 0 -> new JobDone(now, job);
        case 1 -> new LeaseEnded(now, job, OptionalLong.empty());
        case 2 -> new WorkersLost(now, worker);
        case 3 -> new WorkersReturned(now, worker);
        case 4 -> new ProblemChanged(now, problem = limited());
        default ->
            new AllocationChanged(now, RandomAllocations.feasible(problem = limited(), random));
      };
    }

    int play() {
      RoundOptions options = new RoundOptions(ROUND);
      RoundScheduler scheduler =
          RoundScheduler.create(cluster, random.nextBoolean() ? options : options.withPatience(3));
      scheduler.accept(new AllocationChanged(0, RandomAllocations.feasible(problem, random)));
      for (double now = 0; now < 12 * ROUND; now += ROUND / 2) {
        scheduler.plan(now);
        for (Limit limit : limits) {
          double used = limit.used(scheduler);
          busy += used > 0 ? 1 : 0;
          double at = now;
          assertTrue(
              used <= limit.most + 1e-6,
              () -> limit + " at " + at + ": " + used + " of " + problem);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
          scheduler.accept(event(now));
          RoundScheduler current = scheduler;
          double[] before = limits.stream().mapToDouble(limit -> limit.used(current)).toArray();
          scheduler.fill(now);
          for (int l = 0; l < before.length; l++) {
            Limit limit = limits.get(l);
            double used = limit.used(scheduler);
            assertTrue(used <= Math.max(before[l], limit.most + 1e-6), () -> "fill: " + limit);
          }
        }
        if (random.nextInt(8) == 0) {
          scheduler =
              RoundScheduler.restore(
                  SchedulerSnapshot.parse(SchedulerSnapshot.print(scheduler.state())));
        }
      }
      return busy;
    }
  }
}
