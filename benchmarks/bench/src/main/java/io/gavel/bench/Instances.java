package io.gavel.bench;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.JobColumns;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Builds problems from a seed with throughputs shaped like published tables: job types differ by
 * orders of magnitude, each type has its own speed-up on a faster worker, and jobs of one type
 * differ by a few per cent or not at all. Equal calls give equal problems.
 */
public final class Instances {

  /** The job types of the published tables. */
  static final int TYPES = 26;

  private static final double TYPE_SPREAD = 1.2;
  private static final double GAIN_SPREAD = 0.4;
  private static final double JOB_SPREAD = 0.05;
  private static final double SLOWEST = 0.12;
  private static final double GANG_EFFICIENCY = 0.9;

  private final int jobs;
  private final int workerTypes;
  private final SplittableRandom random;
  private Rates rates = Rates.OF_TYPES;
  private boolean gangs;
  private boolean priorities;
  private boolean columns;
  private boolean restricted;
  private int entities;
  private double workersPerJob;

  /** How the throughputs of jobs differ. */
  enum Rates {
    /** Jobs of one type have equal rates. */
    OF_TYPES,
    /** The rates of jobs of one type differ by a few per cent. */
    DISTINCT,
    /** A worker type is by the same factor faster for every job. */
    RANK_ONE,
    /** The rates of all jobs agree to seven digits. */
    NEARLY_EQUAL,
    /** Each job runs on one or two neighbouring worker types only. */
    BLOCKS
  }

  private Instances(int jobs, int workerTypes, long seed) {
    this.jobs = jobs;
    this.workerTypes = workerTypes;
    this.random = new SplittableRandom(seed);
    this.workersPerJob = 1.0 / workerTypes;
  }

  /**
   * Jobs of 26 types on one worker each, on a cluster with as many workers as jobs.
   *
   * @param jobs the number of jobs
   * @param workerTypes the number of worker types, with equal numbers of workers
   * @param seed seed of the problem
   * @return a builder
   */
  public static Instances of(int jobs, int workerTypes, long seed) {
    return new Instances(jobs, workerTypes, seed);
  }

  /**
   * Gives each job its own throughputs.
   *
   * @return this builder
   */
  public Instances distinct() {
    return rates(Rates.DISTINCT);
  }

  /** Sets how the throughputs of jobs differ. */
  Instances rates(Rates differences) {
    rates = differences;
    return this;
  }

  /**
   * Gives jobs 1, 2, 4 or 8 workers.
   *
   * @return this builder
   */
  public Instances gangs() {
    gangs = true;
    return this;
  }

  /**
   * Gives jobs the weights 1, 2, 4 or 8.
   *
   * @return this builder
   */
  public Instances priorities() {
    priorities = true;
    return this;
  }

  /**
   * Lets every third job run on a random half of the worker types only.
   *
   * @return this builder
   */
  public Instances restricted() {
    restricted = true;
    return this;
  }

  /**
   * Keeps jobs as columns, without an object for each.
   *
   * @return this builder
   */
  public Instances columns() {
    columns = true;
    return this;
  }

  /**
   * Assigns jobs to entities in turn; every second entity is a queue.
   *
   * @param count number of entities
   * @return this builder
   */
  public Instances entities(int count) {
    entities = count;
    return this;
  }

  /**
   * Sets the size of the cluster.
   *
   * @param ofEachType workers of each type for each job; 4 leaves most of them idle
   * @return this builder
   */
  public Instances workersPerJob(double ofEachType) {
    workersPerJob = ofEachType;
    return this;
  }

  /**
   * Builds the problem.
   *
   * @return equal problems for equal calls
   */
  public AllocationProblem build() {
    double[][] ofType = typeRates();
    double[] matrix = new double[Math.multiplyExact(jobs, workerTypes)];
    String[] types = new String[jobs];
    int[] scaleFactors = new int[jobs];
    double[] steps = new double[jobs];
    double[] age = new double[jobs];
    double[] isolated = new double[jobs];
    Map<String, String> names = new HashMap<>();
    for (int m = 0; m < jobs; m++) {
      int type = random.nextInt(TYPES);
      int scale = gangs ? scaleFactor() : 1;
      String name = String.format(Locale.ROOT, "type%02d-%s", type, scale);
      types[m] = names.computeIfAbsent(name, same -> same);
      scaleFactors[m] = scale;
      steps[m] = 1e5 * logNormal(1);
      age[m] = 1e4 * random.nextDouble();
      isolated[m] = 1e4 * random.nextDouble();
      double gang = StrictMath.pow(scale, GANG_EFFICIENCY);
      double ofJob = rates == Rates.RANK_ONE ? logNormal(TYPE_SPREAD) : 1;
      int first = rates == Rates.BLOCKS ? random.nextInt(workerTypes) : 0;
      for (int j = 0; j < workerTypes; j++) {
        double rate =
            switch (rates) {
              case OF_TYPES -> ofType[type][j];
              case DISTINCT -> ofType[type][j] * logNormal(JOB_SPREAD);
              case RANK_ONE -> ofType[0][j] * ofJob;
              case NEARLY_EQUAL -> ofType[0][j] * logNormal(1e-7);
              case BLOCKS ->
                  j == first || j == first + 1 ? ofType[type][j] * logNormal(JOB_SPREAD) : 0;
            };
        boolean runs = !restricted || m % 3 > 0 || random.nextBoolean();
        matrix[m * workerTypes + j] = runs ? rate * gang : 0;
      }
    }
    JobColumns.Builder list =
        JobColumns.builder(strings(m -> "j" + m))
            .types(types)
            .scaleFactors(scaleFactors)
            .weights(
                IntStream.range(0, jobs).mapToDouble(m -> priorities ? 1 << m % 4 : 1).toArray())
            .stepsRemaining(steps)
            .secondsSinceStart(age)
            .isolatedSecondsSoFar(isolated);
    if (entities > 0) {
      list.entities(strings(m -> "e" + m % entities));
    }
    return AllocationProblem.of(
        cluster(),
        columns ? list.build() : List.copyOf(list.build()),
        ThroughputMatrix.ofRows(workerTypes, matrix),
        entityList());
  }

  /**
   * Returns a problem by the recipe of a published comparison of price discovery with MOSEK: rates
   * are uniform from 0.1 to a limit for each type, which rises from 0.3 to 1, and each type has
   * fewer workers than the one before.
   *
   * @param jobs the number of jobs
   * @param workerTypes the number of worker types, at least 2
   * @param seed seed of the problem
   * @return equal problems for equal calls
   */
  static AllocationProblem uniform(int jobs, int workerTypes, long seed) {
    Instances recipe = of(jobs, workerTypes, seed);
    double[] rates = new double[Math.multiplyExact(jobs, workerTypes)];
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < workerTypes; j++) {
      double highest = 0.3 + 0.7 * j / (workerTypes - 1);
      for (int m = 0; m < jobs; m++) {
        rates[m * workerTypes + j] = recipe.random.nextDouble(0.1, highest);
      }
      double workers = recipe.random.nextDouble() * jobs / StrictMath.pow(1.5, j);
      types.add(new WorkerType("gpu" + j, (int) Math.ceil(workers)));
    }
    return AllocationProblem.of(
        Cluster.of(types),
        JobColumns.builder(recipe.strings(m -> "j" + m)).build(),
        ThroughputMatrix.ofRows(workerTypes, rates));
  }

  private String[] strings(IntFunction<String> name) {
    return IntStream.range(0, jobs).mapToObj(name).toArray(String[]::new);
  }

  /**
   * Returns the problem of some of the jobs, without entities.
   *
   * @param problem a problem without pairs
   * @param from the first job
   * @param to the job after the last
   * @return these jobs on the same cluster
   */
  static AllocationProblem jobs(AllocationProblem problem, int from, int to) {
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(problem.cluster().typeCount());
    for (int m = from; m < to; m++) {
      matrix.job(row(problem, m));
    }
    return AllocationProblem.of(
        problem.cluster(), problem.jobs().subList(from, to), matrix.build());
  }

  /**
   * Builds the problem with all pairs of jobs of one scale factor: each member slows down by the
   * resources of the other, and members that need too much do not fit together.
   *
   * @return equal problems for equal calls
   */
  public AllocationProblem buildWithPairs() {
    AllocationProblem alone = build();
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(workerTypes);
    double[] taken = new double[jobs];
    Arrays.setAll(taken, m -> 0.2 + 0.8 * random.nextDouble());
    double[][] rates = new double[jobs][workerTypes];
    for (int m = 0; m < jobs; m++) {
      for (int j = 0; j < workerTypes; j++) {
        rates[m][j] = alone.throughputs().stepsPerSecond(m, j);
      }
      matrix.job(rates[m]);
    }
    for (int a = 0; a < jobs; a++) {
      for (int b = a + 1; b < jobs; b++) {
        double slower = taken[a] + taken[b] > 1.5 ? 0 : 1 / Math.max(1, taken[a] + taken[b]);
        if (alone.job(a).scaleFactor() == alone.job(b).scaleFactor() && slower > 0) {
          matrix.pair(a, b, scaled(rates[a], slower), scaled(rates[b], slower));
        }
      }
    }
    return AllocationProblem.of(alone.cluster(), alone.jobs(), matrix.build());
  }

  /**
   * Builds the problem with space sharing by job type, without listing pairs: each member slows
   * down by the resources of the other's type, and types that need too much do not fit together.
   *
   * @return equal problems for equal calls
   */
  public AllocationProblem buildSharingByType() {
    AllocationProblem alone = build();
    Map<String, Integer> firstOf = new TreeMap<>(); // all jobs of a type have equal rates
    for (int m = 0; m < jobs; m++) {
      firstOf.putIfAbsent(alone.job(m).type().orElseThrow(), m);
    }
    List<Integer> first = List.copyOf(firstOf.values());
    double[] taken = new double[first.size()];
    Arrays.setAll(taken, type -> 0.2 + 0.8 * random.nextDouble());
    PairThroughputs.Builder pairs = PairThroughputs.builder(workerTypes);
    for (int a = 0; a < taken.length; a++) {
      for (int b = a; b < taken.length; b++) {
        double both = taken[a] + taken[b];
        double slower = both > 1.5 ? 0 : 1 / Math.max(1, both);
        pairs.pair(
            alone.job(first.get(a)).type().orElseThrow(),
            alone.job(first.get(b)).type().orElseThrow(),
            1,
            rates(alone, first.get(a), slower),
            rates(alone, first.get(b), slower));
      }
    }
    return alone.sharingByType(pairs.build());
  }

  /** Returns the throughputs of a job alone times a factor, {@code [worker type]}. */
  static double[] rates(AllocationProblem problem, int m, double factor) {
    return scaled(row(problem, m), factor);
  }

  private static double[] row(AllocationProblem problem, int m) {
    return IntStream.range(0, problem.cluster().typeCount())
        .mapToDouble(j -> problem.throughputs().stepsPerSecond(m, j))
        .toArray();
  }

  private static double[] scaled(double[] row, double factor) {
    return Arrays.stream(row).map(rate -> rate * factor).toArray();
  }

  private double[][] typeRates() {
    double[][] rates = new double[TYPES][workerTypes];
    for (double[] row : rates) {
      double base = 5 * logNormal(TYPE_SPREAD);
      for (int j = 0; j < workerTypes; j++) {
        double place = workerTypes == 1 ? 0 : j / (workerTypes - 1.0);
        row[j] = base * StrictMath.pow(SLOWEST, place) * logNormal(GAIN_SPREAD);
      }
    }
    return rates;
  }

  private double logNormal(double spread) {
    double u = 1 - random.nextDouble(); // never 0
    double normal = StrictMath.sqrt(-2 * StrictMath.log(u));
    return StrictMath.exp(spread * normal * StrictMath.cos(2 * Math.PI * random.nextDouble()));
  }

  private int scaleFactor() {
    double u = random.nextDouble();
    return u < 0.7 ? 1 : u < 0.8 ? 2 : u < 0.95 ? 4 : 8;
  }

  private Cluster cluster() {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < workerTypes; j++) {
      types.add(new WorkerType("gpu" + j, (int) Math.ceil(jobs * workersPerJob)));
    }
    return Cluster.of(types);
  }

  private List<Entity> entityList() {
    List<Entity> list = new ArrayList<>();
    for (int e = 0; e < entities; e++) {
      list.add(
          new Entity(
              "e" + e,
              1 + e % 3,
              e % 2 == 0 ? Entity.Discipline.FAIRNESS : Entity.Discipline.FIFO));
    }
    return list;
  }
}
