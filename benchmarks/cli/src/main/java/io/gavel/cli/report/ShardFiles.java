package io.gavel.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.JsonLines;
import io.gavel.experiment.JsonLines.Line;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts the files of shards together: the lines that one machine would have written. */
public final class ShardFiles {

  /**
   * Where a run of a shard stands in the whole sweep.
   *
   * @param index from 0 to {@code of − 1}
   * @param of the runs of the whole sweep
   */
  record Placed(int index, int of) {

    static final String MEMBER = "of_sweep";

    /**
     * The place that a line states; empty if it is of a whole sweep, or states none that is valid.
     */
    static Optional<Placed> of(JsonNode line) {
      JsonNode stated = line.path(MEMBER);
      Placed placed = new Placed(stated.path("index").asInt(-1), stated.path("of").asInt(-1));
      return placed.index >= 0 && placed.index < placed.of ? Optional.of(placed) : Optional.empty();
    }

    ObjectNode json() {
      return JsonNodeFactory.instance.objectNode().put("index", index).put("of", of);
    }
  }

  private final @Nullable String[] lines;
  private final @Nullable Path[] origins;

  private ShardFiles(int of) {
    lines = new String[of];
    origins = new Path[of];
  }

  /**
   * Merges files.
   *
   * @param files files of the shards of one sweep, in any order
   * @param complaints receives a message for each line that is left out
   * @return the text of the whole file
   * @throws InvalidInputException naming the file and line of a run that is of another sweep or has
   *     other figures than the same run elsewhere, or the runs that are missing
   */
  public static String merge(List<Path> files, Consumer<String> complaints) {
    ShardFiles all = null;
    for (Path file : files) {
      if (!Files.isRegularFile(file)) { // reading creates a file that does not exist
        throw new InvalidInputException("%s: there is no such file".formatted(file));
      }
      JsonLines.Content content = new JsonLines(file, SweepFile.RUN).read();
      content.complaints().forEach(complaints);
      for (Line line : content.lines()) {
        Placed placed = placed(file, line);
        if (all == null) {
          all = new ShardFiles(placed.of());
        }
        all.add(file, line, placed);
      }
    }
    if (all == null) {
      throw new InvalidInputException("%s: no runs".formatted(files.get(0)));
    }
    return all.text();
  }

  private static Placed placed(Path file, Line line) {
    Optional<Placed> placed = Placed.of(line.node());
    return placed.orElseThrow(
        () ->
            new InvalidInputException(
                "%s: line %s is not a run of gavel sweep --shard".formatted(file, line.number())));
  }

  private void add(Path file, Line line, Placed placed) {
    if (placed.of() != lines.length) {
      throw new InvalidInputException(
          "%s: line %s is of a sweep of %s runs, lines before are of one of %s runs"
              .formatted(file, line.number(), placed.of(), lines.length));
    }
    String text = SweepFile.line(SweepFile.key(line), line.node().path(SweepFile.FIGURES), null);
    String before = lines[placed.index()];
    if (before != null && !before.equals(text)) {
      throw new InvalidInputException(
          "%s: line %s is run %s of the sweep, which is another in %s"
              .formatted(file, line.number(), placed.index() + 1, origins[placed.index()]));
    }
    lines[placed.index()] = text;
    origins[placed.index()] = file;
  }

  private String text() {
    List<Integer> missing =
        IntStream.range(0, lines.length).filter(i -> lines[i] == null).boxed().toList();
    if (!missing.isEmpty()) {
      throw new InvalidInputException(
          "%s of %s runs are missing, the first of them is run %s; repeat the shards that ended early"
              .formatted(missing.size(), lines.length, missing.get(0) + 1));
    }
    List<String> whole = new ArrayList<>();
    for (String line : lines) {
      whole.add(Objects.requireNonNull(line));
    }
    return String.join("", whole);
  }
}
