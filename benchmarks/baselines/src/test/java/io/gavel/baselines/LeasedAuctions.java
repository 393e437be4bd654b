package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Plays a policy lease after lease until all jobs are done, and measures the final ρ of each. */
public final class LeasedAuctions {

  private static final double LEASE = 60;

  private LeasedAuctions() {}

  /** A job on its way. */
  private static final class Player {
    private final double[] rates;
    private final double arrival;
    private final int gang;
    private final double total;
    private double done;
    private double contended;
    private double end;

    Player(Random random, double arrival) {
      gang = 1 << random.nextInt(2);
      double speed = 0.5 + random.nextDouble();
      rates = new double[] {speed * (2 + 3 * random.nextDouble()), speed};
      total = rates[0] * LEASE * StrictMath.exp(3 * random.nextDouble());
      this.arrival = arrival;
    }

    Job at(int m, double now) {
      return Job.builder("job" + m)
          .scaleFactor(gang)
          .stepsRemaining(total - done)
          .secondsSinceStart(now - arrival)
          .history(History.none().withService(0, done).withContendedSeconds(contended))
          .build();
    }

    double rho() {
      double contention = contended / (end - arrival);
      return (end - arrival) / (total / rates[0] * contention);
    }
  }

  /** The largest ρ of 18 jobs on 3 fast and 3 slow workers. */
  public static double largestRho(Policy policy, long seed) {
    Random random = new Random(seed);
    List<Player> players = new ArrayList<>();
    for (int m = 0; m < 18; m++) {
      players.add(new Player(random, LEASE * Math.floorDiv(m, 3)));
    }
    Cluster cluster = Cluster.of(new WorkerType("fast", 3), new WorkerType("slow", 3));
    for (double now = 0; players.stream().anyMatch(p -> p.end == 0); now += LEASE) {
      double start = now;
      List<Player> present =
          players.stream().filter(p -> p.end == 0 && p.arrival <= start).toList();
      AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
      present.forEach(p -> problem.job(p.at(players.indexOf(p), start), p.rates));
      Allocation x = policy.allocate(problem.build());
      for (int m = 0; m < present.size(); m++) {
        Player player = present.get(m);
        player.contended += present.size() * LEASE;
        player.done = Math.min(player.total, player.done + x.effectiveThroughput(m) * LEASE);
        player.end = player.done == player.total ? now + LEASE : 0;
      }
    }
    return players.stream().mapToDouble(Player::rho).max().orElseThrow();
  }
}
