package io.gavel.cli;

import io.gavel.input.FileErrors;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.snapshot.AllocationSnapshot;
import io.gavel.policies.snapshot.SnapshotFormat;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotWriter;
import io.gavel.workload.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A policy that keeps its answers in a file. Runs are deterministic, so a run that was cut off is
 * repeated from the start with the answers in the file, without solving them again, and continues
 * after the last complete one. Mutable; not thread-safe.
 */
final class AnswerFile implements Policy, AutoCloseable {

  private static final String LAST_LINE = "digest ";

  private final Path file;
  private final Policy policy;
  private final BufferedReader recorded;
  private final FileChannel end;
  private long readBytes; // of complete records
  private boolean isReading = true;

  /**
   * Opens a file, which is created if necessary.
   *
   * @param file the file
   * @param policy computes the answers that the file lacks
   * @param identity program, command and inputs of the run; a file of another run is rejected
   * @throws InvalidInputException if the file is unusable
   */
  AnswerFile(Path file, Policy policy, List<String> identity) {
    this.file = file;
    this.policy = policy;
    String head =
        SnapshotWriter.create().section("answers", 1).line("of").names(identity).end().toText();
    try {
      this.end = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      this.recorded = Files.newBufferedReader(file);
      Optional<String> first = next();
      if (first.isEmpty()) {
        append(head);
      } else if (!first.get().equals(head)) {
        throw new InvalidInputException(
            "%s: is of a run with another command, input or version; use another file"
                .formatted(file));
      }
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    SnapshotFormat<Allocation> format = AllocationSnapshot.answersTo(problem);
    try {
      Optional<String> answer = next();
      if (answer.isPresent()) {
        return format.parse(answer.get());
      }
      Allocation allocation = policy.allocate(problem);
      append(format.print(allocation));
      return allocation;
    } catch (SnapshotFormatException e) {
      throw new InvalidInputException(
          "%s: does not fit this run; use another file: %s".formatted(file, e.getMessage()));
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  /** Reads the next record; empty from the first one on that is missing or was cut off. */
  private Optional<String> next() throws IOException {
    StringBuilder record = new StringBuilder();
    while (isReading) {
      @Nullable String line = recorded.readLine();
      if (line == null) {
        isReading = false;
        break;
      }
      record.append(line).append('\n');
      if (line.startsWith(LAST_LINE)) {
        long bytes = readBytes + record.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > end.size()) { // the last line was cut off
          isReading = false;
          break;
        }
        readBytes = bytes;
        return Optional.of(record.toString());
      }
    }
    return Optional.empty();
  }

  private void append(String record) throws IOException {
    end.truncate(readBytes);
    ByteBuffer bytes = ByteBuffer.wrap(record.getBytes(StandardCharsets.UTF_8));
    end.position(readBytes);
    while (bytes.hasRemaining()) {
      end.write(bytes);
    }
    readBytes = end.position();
  }

  @Override
  public Claims claims() {
    return policy.claims();
  }

  @Override
  public Set<Aspect> reads() {
    return policy.reads();
  }

  @Override
  public void close() {
    try {
      recorded.close();
      end.close();
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }
}
