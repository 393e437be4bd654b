package io.gavel.bench;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.living.LivingLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.Session;
import io.gavel.policies.model.Job;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The cases of a level that follows its jobs, one event a run, and of the same jobs anew. */
final class LivingCases {

  private static final int TYPES = 3;

  private LivingCases() {}

  static List<BenchCase> all() {
    return ofSize(100_000);
  }

  static List<BenchCase> ofSize(int jobs) {
    String name = "living-" + jobs;
    return List.of(
        new BenchCase(
            name + "-scratch",
            title("max-min from scratch, n = %,d", jobs),
            "living",
            Target.ms(400),
            () -> BenchCatalog.policy(level(), new Events(jobs).before())),
        new BenchCase(
            name + "-warm",
            title("the same after one job out and one in, earlier prices given, n = %,d", jobs),
            "living",
            Target.times(1, name + "-scratch"),
            () -> {
              Events events = new Events(jobs);
              Prices prices = level().allocate(events.before()).certificate().prices();
              CertifiedSolver warm = CertifiedSolver.standard().startingFrom(prices);
              return BenchCatalog.policy(level().withSolver(warm), events.after());
            }),
        new BenchCase(
            "session-" + jobs + "-scratch",
            title("max-min and what the level leaves, from scratch, n = %,d", jobs),
            "living",
            Target.ms(400),
            () -> BenchCatalog.policy(MaxMinFairness.create(), new Events(jobs).before())),
        new BenchCase(
            "session-" + jobs,
            title("the same in a session, one job in a hundred replaced each time, n = %,d", jobs),
            "living",
            Target.times(0.25, "session-" + jobs + "-scratch"),
            () -> new Events(jobs).session()),
        new BenchCase(
            name,
            title(
                "one event: a job out, in or changed, or a worker lost or back; level, bound, n ="
                    + " %,d",
                jobs),
            "living",
            Target.ms(0.1),
            () -> new Events(jobs).task()));
  }

  private static String title(String text, int jobs) {
    return String.format(Locale.ROOT, text, jobs);
  }

  private static MaxMinFairness level() {
    return MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
  }

  /** Twice as many jobs as are present at a time, and what happens to them. Mutable. */
  private static final class Events {
    private final AllocationProblem all;
    private final int jobs;
    private final List<Integer> present;
    private final List<Integer> absent;
    private final SplittableRandom random = new SplittableRandom(1);

    Events(int jobs) {
      this.jobs = jobs;
      all = Instances.of(2 * jobs, TYPES, 4).workersPerJob(0.5 / TYPES).gangs().distinct().build();
      present = new ArrayList<>(IntStream.range(0, jobs).boxed().toList());
      absent = new ArrayList<>(IntStream.range(jobs, 2 * jobs).boxed().toList());
    }

    AllocationProblem before() {
      return Instances.jobs(all, 0, jobs);
    }

    AllocationProblem after() {
      return Instances.jobs(all, 1, jobs + 1);
    }

    /** Two problems by turns, which differ in one job of a hundred. */
    Task session() {
      Session session = Session.of(MaxMinFairness.create()::withSolver);
      Deque<AllocationProblem> turns = new ArrayDeque<>();
      turns.add(before());
      turns.add(Instances.jobs(all, jobs / 100, jobs + jobs / 100));
      session.allocate(before());
      return Task.ofAnswer(
          before(),
          () -> {
            turns.add(turns.remove());
            return Answer.of(session.allocate(turns.element()));
          });
    }

    Task task() {
      LivingLevel living = LivingLevel.of(before());
      return Task.ofAnswer(
          before(),
          () -> {
            next(living);
            return new Answer(living.level(), 1 - living.level() / living.bound());
          });
    }

    private void next(LivingLevel living) {
      double kind = random.nextDouble();
      if (kind < 0.35 && !absent.isEmpty()) {
        int m = moved(absent, present);
        living.arrive(all.job(m), rates(m));
      } else if (kind < 0.7 && present.size() > jobs / 2) {
        living.depart(all.job(moved(present, absent)).id());
      } else if (kind < 0.9) {
        Job job = all.job(present.get(random.nextInt(present.size())));
        living.update(job, rates(random.nextInt(2 * jobs)));
      } else {
        int j = random.nextInt(TYPES);
        int full = all.cluster().type(j).workers();
        living.workers(all.cluster().type(j).name(), full - random.nextInt(2));
      }
    }

    /** Moves any element, in constant time. */
    private int moved(List<Integer> from, List<Integer> to) {
      int at = random.nextInt(from.size());
      int m = from.set(at, from.get(from.size() - 1));
      from.remove(from.size() - 1);
      to.add(m);
      return m;
    }

    private double[] rates(int m) {
      return IntStream.range(0, TYPES)
          .mapToDouble(j -> all.throughputs().stepsPerSecond(m, j))
          .toArray();
    }
  }
}
