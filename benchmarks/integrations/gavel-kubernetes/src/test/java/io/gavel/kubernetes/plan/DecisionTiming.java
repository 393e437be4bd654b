package io.gavel.kubernetes.plan;

import io.gavel.policies.lp.welfare.NashWelfare;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;

/**
 * Measures for docs/how-to/embed-kubernetes.md: the processor time of a decision when one workload
 * ends and another comes, by the number of workloads. 20 queues, 4 flavours, a fifth of 10,000
 * workloads runs. The decision starts whoever may start, and words the answer to the one that came.
 */
final class DecisionTiming {

  private static final int TEAMS = 20;
  private static final int EVENTS = 200;
  private static final List<String> FLAVORS = List.of("a10", "a100", "h100", "l4");

  private DecisionTiming() {}

  public static void main(String[] args) {
    for (int workloads : new int[] {100, 1000, 10_000}) {
      measure(workloads);
    }
  }

  private static void measure(int workloads) {
    Random random = new Random(22);
    int perTeam = workloads / 100;
    List<Team> teams = new ArrayList<>();
    for (int t = 0; t < TEAMS; t++) {
      Map<String, FlavorQuota> quotas = new TreeMap<>();
      FLAVORS.forEach(flavor -> quotas.put(flavor, FlavorQuota.of(Math.max(8, perTeam / 3))));
      teams.add(new Team("team-" + t, 1, quotas));
    }
    List<Contender> all = new ArrayList<>();
    for (int m = 0; m < workloads; m++) {
      all.add(contender(random, m, -m));
    }
    var threads = ManagementFactory.getThreadMXBean();
    Moment first = new Moment(0, FLAVORS, teams, all);
    long before = threads.getCurrentThreadCpuTime();
    FairShares shares = FairShares.of(first, NashWelfare.create());
    double allocation = (threads.getCurrentThreadCpuTime() - before) / 1e6;
    before = threads.getCurrentThreadCpuTime();
    StartPlan forecast = StartPlan.of(first, shares, 600);
    forecast.forecast("");
    double forecasts = (threads.getCurrentThreadCpuTime() - before) / 1e6;
    for (StartPlan.Start start : StartPlan.of(first, shares, 600).starts()) {
      int m = all.indexOf(start.contender());
      all.set(m, start.contender().holding(start.flavor(), 0));
    }
    long running = all.stream().filter(c -> !c.waits()).count();
    double[] millis = new double[EVENTS];
    int started = 0;
    int answered = 0;
    for (int event = 0; event < EVENTS; event++) {
      int ended = 0;
      while (all.get(ended).waits()) {
        ended++;
      }
      Contender arrived = contender(random, workloads + event, event);
      all.remove(ended);
      all.add(arrived);
      before = threads.getCurrentThreadCpuTime();
      Moment moment = new Moment(event, FLAVORS, teams, all);
      StartPlan plan = StartPlan.of(moment, shares, 600);
      answered += new Outlook(moment, shares, plan, forecast).answer(arrived).isPresent() ? 1 : 0;
      millis[event] = (threads.getCurrentThreadCpuTime() - before) / 1e6;
      for (StartPlan.Start start : plan.starts()) {
        started++;
        int m = all.indexOf(start.contender());
        all.set(m, start.contender().holding(start.flavor(), event));
      }
    }
    double[] warm = Arrays.copyOfRange(millis, EVENTS / 2, EVENTS);
    Arrays.sort(warm);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s workloads, %s of them run: median %.1f ms, most %.1f ms a decision, %s started, %s answered;"
                + " allocation %.0f ms, forecast of all %.0f ms %s",
            workloads,
            running,
            warm[warm.length / 2],
            warm[warm.length - 1],
            started,
            answered,
            allocation,
            forecasts,
            shares.fault().orElse("")));
  }

  private static Contender contender(Random random, int m, double since) {
    Map<String, Double> speeds = new TreeMap<>();
    for (int j = 0; j < FLAVORS.size(); j++) {
      if (random.nextInt(5) > 0) {
        speeds.put(FLAVORS.get(j), (1 + j) * (0.5 + random.nextDouble()));
      }
    }
    speeds.putIfAbsent("a10", 1.0);
    Contender contender =
        Contender.of("ns/w" + m, "team-" + m % TEAMS, 1 << random.nextInt(4), speeds).since(since);
    return new Contender(
        contender.id(),
        contender.team(),
        contender.workers(),
        contender.speeds(),
        1,
        since,
        true,
        OptionalDouble.of(3600 + random.nextInt(36_000)),
        contender.moves(),
        contender.holding());
  }
}
