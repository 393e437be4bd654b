package io.gavel.kubernetes.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes a plan for a workload: whether and when it starts, the obstacles, and possible
 * remedies. Not thread-safe.
 */
final class Outlook {

  private static final long[] GRID_SECONDS = {60, 300, 900, 3_600, 21_600, 86_400};
  private static final String NOT_YET = "Its start is estimated with the next shares.";

  /** What stands against a start on one flavour. */
  private record Obstacle(String flavor, int aboveLimit, int lacking, int kept) {
    int size() {
      return aboveLimit + lacking;
    }
  }

  private final Moment moment;
  private final FairShares shares;
  private final StartPlan plan;
  private final StartPlan forecast;
  private final Map<String, StartPlan.Start> starts = new HashMap<>();
  private final Map<String, StartPlan.Move> moves = new HashMap<>();

  /**
   * Looks out.
   *
   * @param plan of the moment
   * @param forecast a plan of the moment or before it, for when workloads start
   */
  Outlook(Moment moment, FairShares shares, StartPlan plan, StartPlan forecast) {
    this.forecast = forecast;
    this.moment = moment;
    this.shares = shares;
    this.plan = plan;
    plan.starts().forEach(start -> starts.put(start.contender().id(), start));
    plan.moves().forEach(move -> moves.put(move.contender().id(), move));
  }

  /**
   * Returns the answer to a workload's check.
   *
   * @return empty for one that runs and stays where it is
   */
  Optional<WorkloadAnswer> answer(Contender contender) {
    StartPlan.Start start = starts.get(contender.id());
    StartPlan.Move move = moves.get(contender.id());
    if (start != null) {
      return Optional.of(ready(contender, start.flavor()));
    }
    if (move != null) {
      return Optional.of(retry(contender, move));
    }
    if (contender.holding().isPresent()) {
      return contender.holding().get().running()
          ? Optional.empty()
          : Optional.of(WorkloadAnswer.pending(resuming(contender.holding().get())));
    }
    List<Obstacle> obstacles = obstacles(contender);
    if (obstacles.isEmpty()) {
      return Optional.of(never(contender));
    }
    return Optional.of(waiting(contender, obstacles));
  }

  private static String resuming(Holding holding) {
    return "Moves to %s, where its room is kept; it starts when Kueue reserves quota."
        .formatted(holding.flavor());
  }

  private static WorkloadAnswer ready(Contender contender, String flavor) {
    double part = contender.speed(flavor) / contender.best();
    String message =
        part == 1
            ? say("Starts on %s, where it is fastest.", flavor)
            : say("Starts on %s, at %.0f %% of its best speed.", flavor, 100 * part);
    return new WorkloadAnswer(WorkloadAnswer.State.READY, Optional.of(flavor), message);
  }

  private static WorkloadAnswer retry(Contender contender, StartPlan.Move move) {
    String message =
        say(
            "Moves from %s to %s, where it is %.1f times as fast: expected to save %.0f s, and a"
                + " move costs %.0f s.",
            move.from(),
            move.to(),
            contender.speed(move.to()) / contender.speed(move.from()),
            move.savedSeconds(),
            contender.moves().seconds());
    return new WorkloadAnswer(WorkloadAnswer.State.RETRY, Optional.of(move.to()), message);
  }

  private WorkloadAnswer never(Contender contender) {
    int t = plan.team(contender);
    String allowed =
        contender.speeds().keySet().stream()
            .map(
                flavor -> {
                  int j = moment.flavors().indexOf(flavor);
                  int most = j < 0 ? 0 : plan.room().most(t, j);
                  return "%s of %s".formatted(most, flavor);
                })
            .collect(Collectors.joining(", "));
    String message =
        allowed.isEmpty()
            ? "Can never start: it has a speed above 0 on no flavour that it may use."
            : "Can never start: it needs %s workers at once, and queue %s may hold at most %s."
                .formatted(contender.workers(), contender.team(), allowed);
    return new WorkloadAnswer(WorkloadAnswer.State.REJECTED, Optional.empty(), message);
  }

  private WorkloadAnswer waiting(Contender contender, List<Obstacle> obstacles) {
    Obstacle least = obstacles.get(0);
    List<String> sentences = new ArrayList<>();
    sentences.add(why(contender, least));
    sentences.add(when(contender, least));
    help(contender, least).ifPresent(sentences::add);
    shares.explain(contender.id()).ifPresent(why -> sentences.add("In the long run: " + why + "."));
    return WorkloadAnswer.pending(String.join(" ", sentences));
  }

  private List<Obstacle> obstacles(Contender contender) {
    List<Obstacle> obstacles = new ArrayList<>();
    int t = plan.team(contender);
    int workers = contender.workers();
    for (int j = 0; j < moment.flavors().size(); j++) {
      String flavor = moment.flavors().get(j);
      if (contender.speed(flavor) > 0 && plan.room().isPossible(t, j, workers)) {
        obstacles.add(
            new Obstacle(
                flavor,
                plan.room().aboveLimit(t, j, workers),
                plan.room().lacking(t, j, workers),
                plan.room().keptFrom(t, j, workers)));
      }
    }
    obstacles.sort(
        (a, b) ->
            a.size() != b.size()
                ? Integer.compare(a.size(), b.size())
                : Double.compare(contender.speed(b.flavor()), contender.speed(a.flavor())));
    return obstacles;
  }

  private String why(Contender contender, Obstacle least) {
    if (least.size() == 0) {
      return contender.reserved()
          ? say("Waits for its turn in queue %s.", contender.team())
          : say("Waits for Kueue to reserve quota; %s has room.", least.flavor());
    }
    if (least.aboveLimit() > 0) {
      return say(
          "Waits because queue %s is at its borrowing limit of %s.",
          contender.team(), least.flavor());
    }
    String kept =
        least.kept() > 0 ? say(" (%s are kept for quotas of other queues)", least.kept()) : "";
    return say(
        "Waits for %s workers; %s lacks %s of them%s.",
        contender.workers(), least.flavor(), least.lacking(), kept);
  }

  private String when(Contender contender, Obstacle least) {
    Optional<StartPlan.Start> start = forecast.forecast(contender.id());
    if (!forecast.knows(contender.id())) {
      return NOT_YET;
    }
    if (start.isEmpty()) {
      return "Its start is not known: too few of those ahead say how long they run.";
    }
    if (start.get().atSeconds() <= moment.nowSeconds()) {
      return least.size() == 0 ? say("Would start on %s now.", start.get().flavor()) : NOT_YET;
    }
    return say(
        "Expected to start on %s by %s.",
        start.get().flavor(),
        rounded(start.get().atSeconds(), start.get().atSeconds() - moment.nowSeconds()));
  }

  /**
   * Returns a time that rounds up by at most a tenth of the wait, or by one minute if that is more:
   * a message must not change whenever a forecast changes a little.
   */
  private static Instant rounded(double atSeconds, double waitSeconds) {
    long grid = GRID_SECONDS[0];
    for (long seconds : GRID_SECONDS) {
      grid = seconds <= waitSeconds / 10 ? seconds : grid;
    }
    return Instant.ofEpochSecond((long) Math.ceil(atSeconds / grid) * grid);
  }

  private Optional<String> help(Contender contender, Obstacle least) {
    if (least.size() == 0) {
      return Optional.empty();
    }
    Optional<String> elsewhere = unstated(contender);
    if (elsewhere.isPresent()) {
      return Optional.of(say("Would help: a speed on %s, which has room now.", elsewhere.get()));
    }
    if (least.aboveLimit() > 0) {
      return Optional.of(
          say(
              "Would help: a borrowing limit of %s that is higher by %s.",
              least.flavor(), least.aboveLimit()));
    }
    String fewer =
        least.lacking() < contender.workers()
            ? say(", or to ask for %s", contender.workers() - least.lacking())
            : "";
    return Optional.of(
        say("Would help: %s more workers of %s%s.", least.lacking(), least.flavor(), fewer));
  }

  /** Returns a flavour where it could start if it stated a speed. */
  private Optional<String> unstated(Contender contender) {
    int t = plan.team(contender);
    for (int j = 0; j < moment.flavors().size(); j++) {
      String flavor = moment.flavors().get(j);
      if (!contender.speeds().containsKey(flavor)
          && plan.room().isPossible(t, j, contender.workers())
          && plan.room().fits(t, j, contender.workers())) {
        return Optional.of(flavor);
      }
    }
    return Optional.empty();
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
