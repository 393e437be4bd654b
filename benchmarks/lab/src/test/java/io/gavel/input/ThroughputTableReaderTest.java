package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ThroughputTableReaderTest {

  private static final String VALID =
      """
      {"fast": {"('net (batch 4)', 1)": {"null": 5, "('gan', 1)": [3, 2]},
                "('net (batch 4)', 2)": {"null": 0}},
       "slow": {"('gan', 1)": {"null": 1.5}}}
      """;

  @TempDir private Path folder;

  @Test
  void read_valid_keepsRatesAloneAndShared() throws IOException {
    ThroughputTable table = ThroughputTableReader.read(write(VALID));
    JobKind net = new JobKind("net (batch 4)", 1);
    JobKind gan = new JobKind("gan", 1);
    assertEquals(OptionalDouble.of(5), table.stepsPerSecond("fast", net));
    assertEquals(
        OptionalDouble.of(0), table.stepsPerSecond("fast", new JobKind("net (batch 4)", 2)));
    assertEquals(OptionalDouble.empty(), table.stepsPerSecond("slow", net));
    assertEquals(2, table.sharing("fast", net, gan).orElseThrow().ofOther());
    assertTrue(table.sharing("slow", net, gan).isEmpty());
    assertEquals(3, table.kinds().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[3, 2] | [3] | fast.('net (batch 4)', 1).('gan', 1) has length 1; it must have length 2",
        "[3, 2] | [3, -2] | fast.('net (batch 4)', 1).('gan', 1)[1] is -2; it must be a finite",
        "\"null\": 1.5 | \"nil\": 1.5 | slow.('gan', 1).null is missing",
        "\"null\": 1.5 | \"null\": \"x\" | slow.('gan', 1).null is \"x\"; it must be a finite"
            + " number",
        "\"slow\": {\"('gan', 1)\" | \"slow\": {\"gan\" | slow.gan is not a key like \"('job type',"
            + " 1)\"",
      })
  void read_oneThingWrong_isNamedWithItsPlace(String right, String wrong, String message)
      throws IOException {
    Path file = write(VALID.replace(right, wrong));
    var error = assertThrows(InvalidInputException.class, () -> ThroughputTableReader.read(file));
    assertTrue(error.getMessage().startsWith(file + ": " + message), error.getMessage());
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("table.json"), text);
  }
}
