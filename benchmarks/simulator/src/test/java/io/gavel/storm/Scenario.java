package io.gavel.storm;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.storm.Incident.Moment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * All that decides a world: a cluster, a policy, a network, and what happens when. A function of
 * its seed.
 *
 * @param servers the workers of each server
 * @param packed whether jobs may share workers in pairs
 * @param announced whether the scheduler hears of new jobs before the next allocation
 * @param slow whether an allocation is in force only from the round after it was computed
 * @param calmSeconds from when on nothing fails any more
 * @param endSeconds when the world ends
 */
record Scenario(
    long seed,
    Cluster cluster,
    List<List<Worker>> servers,
    RoundOptions options,
    String policy,
    boolean packed,
    boolean announced,
    boolean slow,
    double recomputeSeconds,
    Network network,
    double calmSeconds,
    double endSeconds,
    List<Incident> incidents) {

  /** The rounds after the last fault in which the world recovers, and those that are measured. */
  static final int RECOVERY_ROUNDS = 15;

  static final int MEASURED_ROUNDS = 30;

  private static final List<String> POLICIES =
      List.of(
          "max_min_fairness",
          "max_min_fairness",
          "water_filling",
          "hierarchical",
          "finish_time_fairness",
          "nash_weighted",
          "makespan",
          "max_sum_throughput",
          "max_min_entities",
          "fifo_lp",
          "isolated");

  private static final List<Moment> MOMENTS = List.of(Moment.values());
  private static final double HOUR = 3600;
  private static final double[] ROUNDS = {HOUR / 6, HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR};

  /**
   * What the network does to messages in ordinary times, and how clocks differ.
   *
   * @param loss the part of messages that is lost
   * @param repeated the part of the others that comes twice
   * @param late the part that is late by up to one and a half rounds
   * @param meanSeconds the usual delay
   * @param skewSeconds how far the clock of a server is off at most
   */
  record Network(
      double loss, double repeated, double late, double meanSeconds, double skewSeconds) {
    static final Network CALM = new Network(0, 0, 0, 1, 0);
  }

  double round() {
    return options.roundSeconds();
  }

  /**
   * Whether every job takes one whole worker for itself, so that rounds can follow any allocation.
   */
  boolean isPlain() {
    return !packed
        && incidents.stream()
            .allMatch(
                incident ->
                    !(incident instanceof Incident.JobArrives arrives) || arrives.job().isPlain());
  }

  /** Whether limits of some sort hold at some times. */
  boolean isLimited() {
    return incidents.stream().anyMatch(Incident.LimitChanged.class::isInstance);
  }

  /** How long before the end of a round the next one is planned. */
  double lead() {
    return round() / 20;
  }

  /** How long after the end of a lease its processes may save and report. */
  double grace() {
    return round() / 8;
  }

  Scenario with(List<Incident> others) {
    return new Scenario(
        seed,
        cluster,
        servers,
        options,
        policy,
        packed,
        announced,
        slow,
        recomputeSeconds,
        network,
        calmSeconds,
        endSeconds,
        List.copyOf(others));
  }

  static Scenario of(long seed) {
    return new Draft(seed).scenario();
  }

  /** Draws a scenario. */
  private static final class Draft {
    final long seed;
    final SplittableRandom random;
    final SplittableRandom limits;
    final double round;
    final Cluster cluster;
    final List<List<Worker>> servers = new ArrayList<>();
    final List<Incident> incidents = new ArrayList<>();
    final double calm;
    final boolean plain;
    private int jobs;

    Draft(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.limits = new SplittableRandom(~seed);
      this.plain = random.nextInt(4) == 0;
      double kind = random.nextDouble();
      this.round = ROUNDS[kind < 0.04 ? 0 : kind < 0.12 ? 1 : kind < 0.3 ? 2 : kind < 0.6 ? 3 : 4];
      int types = 1 + random.nextInt(3);
      List<WorkerType> all = new ArrayList<>();
      for (int j = 0; j < types; j++) {
        int perServer = 1 << random.nextInt(random.nextInt(4) == 0 ? 3 : 2);
        int workers = perServer * (1 + random.nextInt(3)) + random.nextInt(perServer);
        all.add(new WorkerType("type" + j, workers).withWorkersPerServer(perServer));
      }
      this.cluster = Cluster.of(all);
      for (int j = 0; j < types; j++) {
        int count = ceilDiv(all.get(j).workers(), all.get(j).workersPerServer());
        for (int s = 0; s < count; s++) {
          servers.add(Worker.ofServer(cluster, all.get(j).name(), s));
        }
      }
      this.calm = round * (60 + random.nextInt(200));
    }

    private static int ceilDiv(int a, int b) {
      return (a + b - 1) / b;
    }

    Scenario scenario() {
      String policy = POLICIES.get(random.nextInt(POLICIES.size()));
      boolean packed = random.nextInt(4) == 0 && !policy.equals("isolated");
      jobs(policy);
      faults();
      incidents.sort(Comparator.comparingDouble(Incident::atSeconds));
      double loss = random.nextInt(3) == 0 ? 0 : 0.1 * random.nextDouble();
      Network network =
          new Network(
              loss,
              0.1 * random.nextDouble(),
              0.02 * random.nextDouble(),
              round / 2000,
              round / 8 / 5 * random.nextDouble());
      RoundOptions options =
          new RoundOptions(round)
              .withMaxFailures(random.nextInt(3) == 0 ? 4 : Integer.MAX_VALUE)
              .withPatience(random.nextInt(4) == 0 ? 1 : 0)
              .withMinRunSeconds(random.nextInt(4) == 0 ? 1.5 * round : 0);
      return new Scenario(
          seed,
          cluster,
          servers,
          options,
          policy,
          packed,
          random.nextBoolean(),
          random.nextInt(4) == 0,
          random.nextInt(4) * 1.5 * round,
          network,
          calm,
          calm + (RECOVERY_ROUNDS + MEASURED_ROUNDS + 1) * round,
          List.copyOf(incidents));
    }

    private void jobs(String policy) {
      double load = 0.3 + 0.5 * random.nextDouble();
      double perRound = load * cluster.workers() / 20;
      for (double at = 0; at < calm; at += exponential(round / perRound)) {
        double rounds = 2 + exponential(9);
        JobSpec job = job(rounds);
        incidents.add(new Incident.JobArrives(at, job));
        if (random.nextInt(12) == 0) {
          double later = at + exponential(6 * round);
          incidents.add(new Incident.JobCancelled(Math.min(later, calm), job.id()));
        } else if (random.nextInt(8) == 0) {
          double later = at + exponential(6 * round);
          double weight = 0.5 + 3 * random.nextDouble();
          incidents.add(new Incident.WeightChanged(Math.min(later, calm), job.id(), weight));
        }
      }
      for (int i = 0; i < 1 + cluster.workers() / 2; i++) {
        incidents.add(new Incident.JobArrives(calm, job(1e6)));
      }
      if (random.nextInt(4) == 0 && !policy.equals("isolated")) { // which refuses constraints
        double from = calm * random.nextDouble();
        incidents.add(new Incident.LimitChanged(from, "type", 0.5));
        incidents.add(new Incident.LimitChanged(from + (calm - from) / 2, "type", 1));
      }
      if (limits.nextBoolean() && !policy.equals("isolated")) {
        for (int count = 1 + limits.nextInt(3); count > 0; count--) {
          limits(Limits.KINDS.get(limits.nextInt(Limits.KINDS.size())));
        }
      }
    }

    /** A limit comes, is tightened and loosened, and is lifted in some worlds. */
    private void limits(String kind) {
      for (double at = calm * limits.nextDouble(); at < calm; at += calm * limits.nextDouble()) {
        double part = limits.nextInt(4) == 0 ? 1 : 0.2 + 0.7 * limits.nextDouble();
        incidents.add(new Incident.LimitChanged(at, kind, part));
      }
      if (limits.nextBoolean()) {
        incidents.add(new Incident.LimitChanged(calm, kind, 1));
      }
    }

    private JobSpec job(double rounds) {
      int types = cluster.typeCount();
      int most = IntStream.range(0, types).map(cluster::poolWorkers).max().orElseThrow();
      int size = plain || random.nextInt(3) > 0 ? 1 : Math.min(most, 1 << (1 + random.nextInt(2)));
      boolean share = !plain && size == 1 && random.nextInt(6) == 0;
      double perRound = 2 + random.nextInt(4);
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        boolean runs = cluster.poolWorkers(j) >= size && random.nextInt(6) > 0;
        rates[j] = runs ? perRound * (0.3 + 0.7 * random.nextDouble()) / round : 0;
      }
      boolean lost = Arrays.stream(rates).allMatch(rate -> rate == 0);
      for (int j = 0; lost && j < types; j++) {
        rates[j] = cluster.poolWorkers(j) >= size ? perRound / round : 0;
      }
      List<JobSpec.Way> ways = new ArrayList<>();
      if (!plain && !share && random.nextInt(6) == 0 && most > size) {
        int larger = Math.min(most, 2 * size);
        List<Double> faster = Arrays.stream(rates).map(rate -> 1.7 * rate).boxed().toList();
        ways.add(new JobSpec.Way("larger", larger, faster));
      }
      boolean forbid = types > 1 && random.nextInt(10) == 0;
      return new JobSpec(
          "j" + jobs++,
          size,
          share ? 250 * (1 + random.nextInt(3)) : Job.WHOLE_WORKER,
          random.nextInt(3) > 0 ? 1 : 0.5 + 2 * random.nextDouble(),
          "e" + random.nextInt(3),
          Arrays.stream(rates).boxed().toList(),
          Math.ceil(perRound * rounds),
          ways,
          forbid ? "type" + random.nextInt(types) : "");
    }

    private void faults() {
      int kinds = 9;
      for (int kind = 0; kind < kinds; kind++) {
        double each = kind == 7 ? 0.12 : 0.06;
        double perRound = random.nextInt(3) == 0 ? 0 : each * 2 * random.nextDouble();
        for (double at = exponential(round / perRound);
            perRound > 0 && at < calm;
            at += exponential(round / perRound)) {
          incidents.add(fault(kind, at));
        }
      }
    }

    private Incident fault(int kind, double at) {
      int server = random.nextInt(servers.size());
      double mean = random.nextInt(3) == 0 ? round / 20 : round;
      double down = Math.min(exponential(mean), calm - at);
      return switch (kind) {
        case 0 -> new Incident.ServerCrashes(at, server, down);
        case 1 -> new Incident.ServerHangs(at, server, down);
        case 2 -> new Incident.ServerCutOff(at, server, down);
        case 3 -> new Incident.ServerDrained(at, server, down);
        case 4 -> new Incident.ClockJumps(at, server, 2 * random.nextDouble() - 1);
        case 5 -> new Incident.ProcessDies(at, server);
        case 6 -> new Incident.MessagesLost(at, down, 0.3 + 0.7 * random.nextDouble());
        case 7 ->
            new Incident.EmbedderKilled(
                at, MOMENTS.get(random.nextInt(3)), Math.min(down, calm - at));
        default -> new Incident.PolicyFails(at, down);
      };
    }

    private double exponential(double mean) {
      return -mean * Math.log(1 - random.nextDouble());
    }
  }
}
