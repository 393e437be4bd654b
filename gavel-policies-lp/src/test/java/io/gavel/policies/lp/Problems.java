package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random problems that reach the edges: zeros, ties, idle clusters, gangs too large, pairs, shares
 * of workers.
 */
public final class Problems {

  private Problems() {}

  /** What a random problem may contain. */
  public enum Kind {
    PLAIN,
    WIDE_RATES,
    TIES,
    PAIRS,
    SHARES,
    /** Jobs with configurations; every third problem has pairs, too. */
    ELASTIC
  }

  /** A problem that is a function of the seed, of at most 12 jobs and 4 types. */
  public static AllocationProblem random(long seed, Kind kind) {
    return random(new Random(seed), kind, seed % 3 == 0, 12, 4);
  }

  /** A problem of at most 12 jobs and 4 types. */
  public static AllocationProblem random(Random random, Kind kind) {
    boolean hasPairs = kind == Kind.ELASTIC && random.nextInt(3) == 0;
    return random(random, kind, hasPairs, 12, 4);
  }

  /**
   * A problem that is a function of the seed, of at most 40 jobs and 8 types, with everything set.
   */
  static AllocationProblem large(long seed, Kind kind) {
    AllocationProblem large = random(new Random(seed), kind, seed % 3 == 0, 40, 8);
    return complete(large, new Random(~seed));
  }

  private static AllocationProblem random(
      Random random, Kind kind, boolean ifElasticHasPairs, int mostJobs, int mostTypes) {
    int jobs = 1 + random.nextInt(mostJobs);
    int types = 1 + random.nextInt(mostTypes);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("type" + j, random.nextInt(6));
    }
    columns[0] = new WorkerType("type0", 1 + random.nextInt(6));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    int[] scaleFactors = new int[jobs];
    for (int m = 0; m < jobs; m++) {
      scaleFactors[m] = 1 << Math.max(0, random.nextInt(6) - 2);
      double weight = kind == Kind.TIES ? 1 : StrictMath.pow(10, random.nextInt(7) - 3);
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        rates[j] = rate(random, kind);
      }
      problem.job(
          Job.builder("job" + m)
              .scaleFactor(scaleFactors[m])
              .gpuMilli(kind == Kind.SHARES ? share(random, scaleFactors[m]) : Job.WHOLE_WORKER)
              .weight(weight)
              .build(),
          rates);
    }
    if (kind == Kind.PAIRS || (kind == Kind.ELASTIC && ifElasticHasPairs)) {
      addPairs(problem, random, scaleFactors, types);
    }
    if (kind == Kind.ELASTIC) {
      int largest = Arrays.stream(columns).mapToInt(WorkerType::workers).max().orElseThrow();
      addConfigurations(problem, random, jobs, types, largest);
    }
    return problem.build();
  }

  /**
   * The same problem with steps, times and prices, and deadlines for some jobs that a third of the
   * isolated shares would meet, so that all can be met together. Some jobs are done.
   */
  public static AllocationProblem complete(long seed, Kind kind) {
    return complete(random(seed, kind), new Random(~seed));
  }

  /** The same of random numbers. */
  public static AllocationProblem complete(Random random, Kind kind) {
    return complete(random(random, kind), random);
  }

  private static AllocationProblem complete(AllocationProblem problem, Random random) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      double isolated = IsolatedShare.throughput(problem, m);
      double seconds = 1e4 * StrictMath.pow(10, 2 * random.nextDouble());
      double steps = random.nextInt(8) == 0 ? 0 : seconds * (isolated > 0 ? isolated : 1);
      Job.Builder job = problem.job(m).toBuilder().stepsRemaining(steps);
      if (random.nextBoolean()) {
        job.secondsSinceStart(3 * seconds * random.nextDouble())
            .isolatedSecondsSoFar(2 * seconds * random.nextDouble());
      }
      if (random.nextInt(3) == 0) {
        job.sloSeconds(3 * seconds);
      }
      jobs.add(job.build());
    }
    return problem.withJobs(jobs).withCluster(priced(problem.cluster(), random));
  }

  /** Forbids each job each type with a probability of a quarter. */
  public static AllocationProblem forbidding(AllocationProblem problem, Random random) {
    AllocationProblem forbidden = problem;
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        if (random.nextInt(4) == 0) {
          forbidden = forbidden.forbidding(problem.job(m).id(), problem.cluster().type(j).name());
        }
      }
    }
    return forbidden;
  }

  private static Cluster priced(Cluster cluster, Random random) {
    return Cluster.of(
        cluster.types().stream()
            .map(type -> type.withPricePerHour(0.25 * (1 + random.nextInt(12))))
            .toList());
  }

  /** Mostly what people ask for, at times next to nothing. */
  private static int share(Random random, int scaleFactor) {
    int tenths = 1 + random.nextInt(10);
    int share = random.nextInt(4) == 0 ? 1 + random.nextInt(Job.WHOLE_WORKER) : 100 * tenths;
    return scaleFactor == 1 ? share : Job.WHOLE_WORKER;
  }

  private static double rate(Random random, Kind kind) {
    if (random.nextInt(6) == 0) {
      return 0;
    }
    return switch (kind) {
      case TIES -> 1 + random.nextInt(2);
      case WIDE_RATES -> StrictMath.pow(10, 12 * random.nextDouble() - 6);
      case PLAIN, PAIRS, SHARES, ELASTIC -> 0.5 + 10 * random.nextDouble();
    };
  }

  /** Up to three configurations for two thirds of the jobs; more workers are mostly faster. */
  private static void addConfigurations(
      AllocationProblem.Builder problem, Random random, int jobs, int types, int largest) {
    for (int m = 0; m < jobs; m++) {
      for (int i = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
        int workers = 1 + random.nextInt(largest);
        double[] rates = new double[types];
        for (int j = 0; j < types; j++) {
          rates[j] = Math.sqrt(workers) * rate(random, Kind.ELASTIC);
        }
        problem.configuration("job" + m, "way" + i, workers, rates);
      }
    }
  }

  private static void addPairs(
      AllocationProblem.Builder problem, Random random, int[] scaleFactors, int types) {
    for (int a = 0; a < scaleFactors.length; a++) {
      for (int b = a + 1; b < scaleFactors.length; b++) {
        if (scaleFactors[a] == scaleFactors[b] && random.nextBoolean()) {
          double[] ofA = new double[types];
          double[] ofB = new double[types];
          for (int j = 0; j < types; j++) {
            ofA[j] = rate(random, Kind.PAIRS);
            ofB[j] = rate(random, Kind.PAIRS);
          }
          problem.pair("job" + a, "job" + b, ofA, ofB);
        }
      }
    }
  }
}
