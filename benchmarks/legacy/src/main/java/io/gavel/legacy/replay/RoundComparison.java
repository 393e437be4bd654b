package io.gavel.legacy.replay;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares a round with its record. */
final class RoundComparison {

  private static final RecordedRound.Task NONE =
      new RecordedRound.Task("", "no type", List.of(), Double.NaN);

  private final Deviation deviation;

  RoundComparison(Deviation deviation) {
    this.deviation = deviation;
  }

  void compare(RecordedRound there, RecordedRound here) {
    deviation.compare("now", there.now(), here.now());
    deviation.same("active jobs", there.activeJobs(), here.activeJobs());
    table("time received", there.received(), here.received());
    deviation.compare("time", there.typeSeconds(), here.typeSeconds());
    table("priority", there.priority(), here.priority());
    table("deficit", there.deficit(), here.deficit());
    deviation.same("selected", there.selected(), here.selected());
    deviation.same("assignment", there.assignment(), here.assignment());
    tasks(there, here);
  }

  private void tasks(RecordedRound there, RecordedRound here) {
    Map<String, RecordedRound.Task> ours =
        here.tasks().stream()
            .collect(Collectors.toMap(RecordedRound.Task::group, Function.identity()));
    deviation.same("number of tasks", there.tasks().size(), ours.size());
    for (RecordedRound.Task task : there.tasks()) {
      RecordedRound.Task same = ours.getOrDefault(task.group(), NONE);
      deviation.same("type of " + task.group(), task.type(), same.type());
      deviation.same("jobs of " + task.group(), task.steps().size(), same.steps().size());
      for (int i = 0; i < Math.min(same.steps().size(), task.steps().size()); i++) {
        deviation.compare("steps of " + task.group(), task.steps().get(i), same.steps().get(i));
      }
      deviation.compare("finish of " + task.group(), task.finish(), same.finish());
    }
  }

  private void table(
      String what, Map<String, Map<String, Double>> there, Map<String, Map<String, Double>> here) {
    deviation.same(what + ": types", there.keySet(), here.keySet());
    there.forEach(
        (type, row) ->
            deviation.compare(what + " on " + type, row, here.getOrDefault(type, Map.of())));
  }
}
