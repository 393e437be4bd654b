package io.gavel.policies;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Problems and allocations with everything that a snapshot must hold. */
final class WildProblems {

  private static final List<String> NAMES =
      List.of(
          "a",
          "two words",
          "\"",
          "\\",
          "#",
          " x ",
          "\u00e9",
          "\u2003\u200d",
          "\ud83d\ude00",
          "end problem",
          "=[1,2]",
          "\ufeff",
          "\u4e2d",
          "",
          "-");

  private static final List<Relation> RELATIONS = List.of(Relation.values());

  private static final List<Optional<Constraint.Holds>> HOLDS =
      List.of(
          Optional.empty(),
          Optional.of(Constraint.Holds.MOMENT),
          Optional.of(Constraint.Holds.AVERAGE));

  private final Random random;

  /** Else half of the rows have intervals. */
  private final boolean certain;

  private WildProblems(Random random) {
    this.random = random;
    this.certain = random.nextInt(3) > 0;
  }

  static AllocationProblem of(Random random) {
    return new WildProblems(random).problem();
  }

  static Allocation allocation(Random random) {
    AllocationProblem problem = of(random).withAllPairs();
    WildProblems wild = new WildProblems(random);
    double[] fractions = new double[problem.groupCount() * problem.cluster().typeCount()];
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = wild.random.nextInt(3) == 0 ? -wild.real() : wild.real();
    }
    Prices prices =
        Prices.of(
                wild.reals(problem.cluster().poolCount()),
                wild.reals(problem.jobCount()),
                wild.reals(problem.jobCount()))
            .withConstraints(
                problem.constraintRows().stream()
                    .filter(row -> wild.random.nextBoolean())
                    .collect(Collectors.toMap(LinearRow::name, row -> wild.real() - 1)));
    double bound = wild.random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : -wild.real();
    return Allocation.of(
        problem, fractions, new Certificate(wild.real(), bound, wild.real(), prices));
  }

  private AllocationProblem problem() {
    Cluster cluster = cluster();
    List<Entity> entities = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      entities.add(
          new Entity(
              "e" + i + name(),
              entities.isEmpty() ? Optional.empty() : Optional.of(entities.get(0).id()),
              positive(),
              random.nextBoolean() ? Discipline.FIFO : Discipline.FAIRNESS));
    }
    List<Job> jobs = IntStream.range(0, random.nextInt(6)).mapToObj(m -> job(m, entities)).toList();
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(cluster.typeCount());
    for (int m = 0; m < jobs.size(); m++) {
      double[] rates = reals(cluster.typeCount());
      matrix.job(rates);
      if (isUncertain()) {
        matrix.within(low(rates), high(rates));
      }
    }
    boolean listed = random.nextBoolean();
    for (int m = 1; listed && m < jobs.size(); m++) {
      int n = random.nextInt(m);
      if (jobs.get(m).workers() == jobs.get(n).workers()) {
        double[] ofM = reals(cluster.typeCount());
        double[] ofN = reals(cluster.typeCount());
        matrix.pair(m, n, ofM, ofN);
        if (isUncertain()) {
          matrix.within(low(ofM), high(ofM), low(ofN), high(ofN));
        }
      }
    }
    for (int m = 0; m < jobs.size() && random.nextInt(3) == 0; m++) {
      for (int i = random.nextInt(3); i > 0; i--) {
        String name = i + name();
        int workers = 1 + random.nextInt(6);
        double[] rates = reals(cluster.typeCount());
        matrix.configuration(m, name, workers, rates);
        if (isUncertain()) {
          matrix.within(low(rates), high(rates));
        }
      }
    }
    AllocationProblem problem = AllocationProblem.of(cluster, jobs, matrix.build(), entities);
    if (!jobs.isEmpty() && random.nextInt(3) == 0) {
      String type = cluster.type(random.nextInt(cluster.typeCount())).name();
      problem = problem.forbidding(jobs.get(random.nextInt(jobs.size())).id(), type);
    }
    problem = constrained(problem);
    if (random.nextInt(4) == 0) {
      problem = problem.believing(problem.throughputs());
    }
    boolean byType = problem.groupCount() == jobs.size() && random.nextBoolean();
    return byType ? problem.sharingByType(table(cluster.typeCount())) : problem;
  }

  private boolean isUncertain() {
    return !certain && random.nextBoolean();
  }

  private double[] low(double[] rates) {
    return Arrays.stream(rates).map(rate -> rate * random.nextDouble()).toArray();
  }

  private double[] high(double[] rates) {
    return Arrays.stream(rates)
        .map(rate -> Math.min(Double.MAX_VALUE, rate * (1 + random.nextDouble())))
        .toArray();
  }

  private AllocationProblem constrained(AllocationProblem free) {
    AllocationProblem problem = free;
    for (int i = random.nextInt(3); i > 0; i--) {
      LinearForm form = form(free);
      problem =
          problem.constraining(
              new Constraint(
                  i + name(),
                  random.nextBoolean() ? form : form.plus(form(free)),
                  RELATIONS.get(random.nextInt(3)),
                  new Constraint.Bound(random.nextInt(100) / 8.0 - 3, random.nextBoolean()),
                  HOLDS.get(random.nextInt(3))));
    }
    for (Entity entity : free.entities()) {
      problem = random.nextInt(3) > 0 ? problem : problem.constraining(quota(entity, free));
    }
    return problem;
  }

  private LinearForm form(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    LinearForm form =
        switch (random.nextInt(4)) {
          case 0 -> LinearForm.workers();
          case 1 -> LinearForm.time();
          case 2 -> LinearForm.steps();
          default ->
              LinearForm.amount(random.doubles(cluster.typeCount()).map(x -> x * 10 - 3).toArray());
        };
    if (!problem.jobs().isEmpty() && random.nextBoolean()) {
      Job job = problem.job(random.nextInt(problem.jobCount()));
      form =
          job.type().isPresent() && random.nextBoolean()
              ? form.ofJobType(job.type().get())
              : form.ofJobs(job.id());
    } else if (!problem.entities().isEmpty() && random.nextBoolean()) {
      form = form.ofEntity(problem.entities().get(0).id());
    }
    form = random.nextBoolean() ? form : form.onTypes(type(cluster));
    return random.nextBoolean() ? form : form.times(random.nextInt(1, 50) / 7.0);
  }

  private Quota quota(Entity entity, AllocationProblem problem) {
    Quota quota = Quota.of(entity.id());
    String type = type(problem.cluster());
    if (random.nextBoolean()) {
      quota = quota.guaranteeing(type, 1 + random.nextInt(20) / 7.0);
      quota = random.nextBoolean() ? quota : quota.lending(type, random.nextDouble());
    }
    quota = random.nextBoolean() ? quota : quota.limitedTo(type, 9 + random.nextInt(9) / 7.0);
    return random.nextBoolean() ? quota : quota.limitedInAll(9 + random.nextDouble());
  }

  private String type(Cluster cluster) {
    return cluster.type(random.nextInt(cluster.typeCount())).name();
  }

  private PairThroughputs table(int types) {
    PairThroughputs.Builder table = PairThroughputs.builder(types);
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b <= a; b++) {
        if (random.nextInt(3) == 0) {
          double[] rates = reals(types);
          boolean turned = random.nextBoolean();
          table.pair(
              "t" + (turned ? a : b),
              "t" + (turned ? b : a),
              1 + (a + b) % 2,
              rates,
              a == b ? rates : reals(types));
        }
      }
    }
    return table.build();
  }

  private Cluster cluster() {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 1 + random.nextInt(3); j > 0; j--) {
      WorkerType type =
          new WorkerType(j + name(), random.nextInt(5), real(), 1 + random.nextInt(2), "p" + j);
      types.add(random.nextBoolean() ? type.withPool(type.name()) : type);
    }
    if (random.nextInt(3) == 0) {
      WorkerType first = types.get(0);
      types.add(
          new WorkerType(
              "again",
              first.workers(),
              first.pricePerHour(),
              first.workersPerServer(),
              first.pool()));
    }
    return Cluster.of(types);
  }

  private Job job(int m, List<Entity> entities) {
    int scale = 1 + random.nextInt(2);
    boolean runs = random.nextBoolean();
    return new Job(
        m + name(),
        random.nextBoolean() ? Optional.of("t" + random.nextInt(4)) : Optional.empty(),
        scale == 1 && random.nextBoolean()
            ? Holding.share(1 + random.nextInt(Job.WHOLE_WORKER))
            : Holding.of(scale),
        random.nextBoolean() ? 0 : real(),
        random.nextBoolean() ? 1 : positive(),
        random.nextBoolean() ? OptionalDouble.of(real()) : OptionalDouble.empty(),
        real(),
        real(),
        random.nextBoolean() ? OptionalDouble.of(positive()) : OptionalDouble.empty(),
        entities.isEmpty() ? Optional.empty() : Optional.of(entities.get(0).id()),
        random.nextBoolean()
            ? History.none()
            : new History(
                real(),
                real(),
                real(),
                random.nextInt(3),
                runs ? Optional.of("on" + name()) : Optional.empty(),
                runs && random.nextBoolean() ? Optional.of("as" + name()) : Optional.empty(),
                runs ? real() : 0));
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private double[] reals(int count) {
    return random.doubles(count).map(unused -> real()).toArray();
  }

  private double positive() {
    return Math.max(Double.MIN_VALUE, real());
  }

  /** At least 0, of all magnitudes, with all the zeros and edges that there are. */
  private double real() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> -0.0;
      case 2 -> random.nextInt(100);
      case 3 -> random.nextInt(1000) / 8.0;
      case 4 -> random.nextInt(100_000) / 1000.0;
      case 5 -> random.nextDouble();
      case 6 ->
          new double[] {
                Double.MIN_VALUE,
                Double.MIN_NORMAL,
                Double.MAX_VALUE,
                1e15,
                0x1p53,
                1e22,
                2e-3,
                2.225073858507201e-308,
                9.5e-8
              }
              [random.nextInt(9)];
      default -> {
        double any = Math.abs(Double.longBitsToDouble(random.nextLong()));
        yield Double.isFinite(any) ? any : 1;
      }
    };
  }
}
