package io.gavel.mechanism.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.lease.LeaseSnapshot.TrackedLease;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.contract.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Both sides of leases, with a transport that loses, repeats, delays and reorders messages. */
final class LeaseProperties {

  private static final double ROUND = 100;
  private static final double GRACE = 30;
  private static final double TOTAL = 330;

  /** What a network does to messages, and how long before the end leases are extended. */
  private record Network(double loss, double repeat, double maxDelay, double lead, double crash) {}

  private static final Network HOSTILE = new Network(0.5, 0.3, 60, 10, 0.002);
  private static final Network LOSSY = new Network(0.3, 0.3, 3, 24, 0);

  private record Letter(double arrival, int order, boolean toTracker, LeaseMessage message)
      implements Comparable<Letter> {
    @Override
    public int compareTo(Letter other) {
      int byTime = Double.compare(arrival, other.arrival);
      return byTime == 0 ? Integer.compare(order, other.order) : byTime;
    }
  }

  /** A gang, two steps apart at most, that holds one lease for one to four rounds. */
  private static final class World {
    final Random random;
    final Network network;
    final PriorityQueue<Letter> post = new PriorityQueue<>();
    LeaseServer server = LeaseServer.create(GRACE);
    final LeaseClient[] clients;
    final double[] steps;
    final boolean[] crashed;
    final List<SchedulerEvent> verdicts = new ArrayList<>();
    final int rounds;
    double latestEnd = ROUND;
    double now;
    int letters;

    World(Random random, Network network) {
      this.random = random;
      this.network = network;
      int members = 1 + random.nextInt(4);
      this.clients = new LeaseClient[members];
      this.steps = new double[members];
      this.crashed = new boolean[members];
      this.rounds = 1 + random.nextInt(4);
    }

    /** Whether a mishap happens; numbers that shrink to 0 leave none. */
    private boolean happens(double chance) {
      return random.nextDouble() >= 1 - chance;
    }

    private Lease lease(int round) {
      List<Worker> workers =
          IntStream.range(0, clients.length).mapToObj(i -> new Worker(0, i, 0)).toList();
      double start = round * ROUND;
      return new Lease(7, List.of("job"), 0, workers, 1000, start, start + ROUND, round > 0);
    }

    void run() {
      List<LeaseMessage> first = server.grant(lease(0), "job", 0, TOTAL).messages();
      for (LeaseMessage message : first) { // the process is started with its terms
        LeaseMessage.Granted granted = (LeaseMessage.Granted) message;
        clients[message.member()] = LeaseClient.begin(granted, 0, 0);
      }
      for (now = 0; now < (rounds + 2) * ROUND; now += 0.5) {
        for (int round = 1; round < rounds; round++) {
          if (now == round * ROUND - network.lead && verdicts.isEmpty()) {
            send(server.grant(lease(round), "job", 0, TOTAL).messages(), false);
            latestEnd = (round + 1) * ROUND;
          }
        }
        deliver();
        for (int i = 0; i < clients.length; i++) {
          work(i);
        }
        receive(server.at(now));
        String memory = LeaseSnapshot.print(server.state());
        assertEquals(server.state(), LeaseSnapshot.parse(memory));
        server = LeaseServer.restore(GRACE, LeaseSnapshot.parse(memory)); // it forgets nothing
      }
    }

    private void work(int i) {
      crashed[i] |= happens(network.crash);
      if (crashed[i]) {
        return;
      }
      boolean inStep = steps[i] <= Arrays.stream(steps).min().orElseThrow() + 1;
      if (clients[i].mayRun(now) && inStep && random.nextInt(5) < 4) {
        assertTrue(now < latestEnd + GRACE / 2, "beyond the end");
        assertTrue(verdicts.isEmpty(), "a step after the lease was closed");
        steps[i]++;
      }
      LeaseClient.Turn turn = clients[i].at(steps[i], now);
      send(turn.messages(), true);
      clients[i] = turn.holder();
      if (clients[i].phase() == LeaseClient.Phase.SAVING && !random.nextBoolean()) {
        clients[i] = clients[i].saved(now).holder();
      }
    }

    private void send(List<? extends LeaseMessage> messages, boolean toTracker) {
      for (LeaseMessage message : messages) {
        int copies = happens(network.loss) ? 0 : 1;
        copies += happens(network.repeat) ? copies : 0;
        for (int copy = 0; copy < copies; copy++) {
          double arrival = now + network.maxDelay * random.nextDouble();
          post.add(new Letter(arrival, letters++, toTracker, message));
        }
      }
    }

    private void deliver() {
      while (!post.isEmpty() && post.element().arrival() <= now) {
        Letter letter = post.remove();
        int i = letter.message().member();
        if (letter.toTracker()) {
          receive(server.on(letter.message(), now));
          List<TrackedLease> known = server.state();
          LeaseServer.Turn again = server.on(letter.message(), now);
          assertEquals(known, server.state(), "a repeated message changes nothing");
          assertTrue(again.events().stream().allMatch(LeaseProperties::isReport));
        } else if (!crashed[i]) {
          clients[i] = clients[i].on(letter.message(), now);
          assertEquals(clients[i], clients[i].on(letter.message(), now));
        }
      }
    }

    private void receive(LeaseServer.Turn turn) {
      send(turn.messages(), false);
      turn.events().stream().filter(event -> !isReport(event)).forEach(verdicts::add);
    }
  }

  private static boolean isReport(SchedulerEvent event) {
    return event instanceof SchedulerEvent.ProgressReported;
  }

  @Property
  void lease_hostileTransport_isSafeAndEndsOnce(@ForAll Draws random) {
    World world = new World(random, HOSTILE);
    world.run();
    assertEquals(1, world.verdicts.size(), "one verdict: " + world.verdicts);
    boolean together =
        IntStream.range(1, world.steps.length).allMatch(i -> world.steps[i] == world.steps[0]);
    if (world.verdicts.get(0) instanceof SchedulerEvent.JobFailed) {
      return;
    }
    assertTrue(together, "what is saved fits together");
    boolean done = world.verdicts.get(0) instanceof SchedulerEvent.JobDone;
    assertEquals(world.steps[0] >= TOTAL, done);
  }

  @Property
  void lease_lossyTransport_isExtendedAndTheGangStopsAtOneStep(@ForAll Draws random) {
    World world = new World(random, LOSSY);
    world.run();
    assertEquals(1, world.verdicts.size());
    assertTrue(
        !(world.verdicts.get(0) instanceof SchedulerEvent.JobFailed),
        () -> random + " stopped at " + Arrays.toString(world.steps));
    for (double steps : world.steps) {
      assertEquals(world.steps[0], steps);
      assertTrue(steps >= Math.min(TOTAL, world.rounds * ROUND * 0.6), "ran on: " + steps);
    }
  }
}
