package io.gavel.input;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Reads problems in the text form of snapshots. */
final class SnapshotFile {

  private static final String HEAD = "problem version=";

  private SnapshotFile() {}

  /** Returns whether the first line that says something is the head of a problem. */
  static boolean isSnapshot(InputText input) {
    return input
        .text()
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .findFirst()
        .map(line -> line.startsWith(HEAD))
        .orElse(false);
  }

  /** Returns the first mistake of the file, which ends its reading. */
  static List<String> mistakes(InputText input) {
    return CsvFile.mistakes(mistakes -> parse(input));
  }

  private static AllocationProblem parse(InputText input) {
    try {
      return ProblemSnapshot.parse(input.text());
    } catch (SnapshotFormatException e) {
      throw new InvalidInputException("%s: %s".formatted(input.file(), e.getMessage()));
    }
  }

  /** Reads the problem; its name is that of the file. */
  static ProblemFile read(InputText input) {
    AllocationProblem problem = parse(input);
    List<OptionalInt> pairs =
        IntStream.range(0, problem.pairCount())
            .mapToObj(i -> OptionalInt.of(problem.jobCount() + i))
            .toList();
    String name = String.valueOf(input.file().getFileName()).replaceFirst("\\.[^.]*$", "");
    return new ProblemFile(name, problem, OptionalInt.empty(), pairs, List.of(), Optional.empty());
  }
}
