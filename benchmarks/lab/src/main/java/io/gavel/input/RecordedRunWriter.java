package io.gavel.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.legacy.replay.RecordedRound;
import io.gavel.legacy.replay.RecordedRun;
import java.util.List;
import java.util.Map;

/** Writes recorded runs as {@link RecordedRunReader} reads them. */
public final class RecordedRunWriter {

  private static final JsonMapper MAPPER = new JsonMapper();

  private RecordedRunWriter() {}

  /**
   * Writes a recorded run.
   *
   * @param run the run
   * @return one JSON object per line: settings, rounds, totals
   */
  public static String text(RecordedRun run) {
    StringBuilder text = new StringBuilder();
    ObjectNode header = JsonNodeFactory.instance.objectNode();
    header.put("policy", run.policy());
    header.put("packed", run.packed());
    header.set("cluster", tree(run.workers()));
    header.set("gpus_per_server", tree(run.workersPerServer()));
    header.put("round_s", run.roundSeconds());
    header.put("min_reset_s", run.minResetSeconds());
    header.put("throughputs", run.throughputs());
    text.append(header).append('\n');
    run.rounds().forEach(round -> text.append(line(round, run.workers())).append('\n'));
    ObjectNode footer = JsonNodeFactory.instance.objectNode();
    footer.set("jct", tree(run.jctSeconds()));
    footer.put("lease_extensions", run.leaseExtensions());
    return text.append(footer).append('\n').toString();
  }

  private static ObjectNode line(RecordedRound round, Map<String, Integer> workers) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("now", round.now());
    line.set("active_jobs", tree(round.activeJobs()));
    line.set("time_received_before", tree(round.received()));
    line.set("worker_time_before", tree(round.typeSeconds()));
    line.set("worker_type_order", tree(round.typeOrder()));
    line.put("recomputed", round.allocation().isPresent());
    line.set("allocation", tree(round.allocation().orElse(Map.of())));
    line.set("priority", tree(round.priority()));
    line.set("deficit", tree(round.deficit()));
    ObjectNode selected = line.putObject("selected");
    round
        .selected()
        .forEach(
            (type, groups) ->
                groups.forEach(
                    group ->
                        selected
                            .withArray(type)
                            .addArray()
                            .add(group)
                            .add(round.assignment().getOrDefault(group, List.of()).size())));
    workers.keySet().forEach(selected::withArray);
    line.set("assignment", tree(round.assignment()));
    for (RecordedRound.Task task : round.tasks()) {
      line.withArray("tasks")
          .addObject()
          .put("combination", task.group())
          .put("accelerator", task.type())
          .put("finish", task.finish())
          .set("steps", tree(task.steps()));
    }
    line.withArray("tasks");
    return line;
  }

  private static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }
}
