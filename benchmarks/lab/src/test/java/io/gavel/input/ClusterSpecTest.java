package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Cluster;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClusterSpecTest {

  @Test
  void parse_types_keepOrderServersAndPrices() {
    Cluster cluster = ClusterSpec.parse("k80=24,v100=8/4,new=0", "new=9.5,k80=0.2");
    assertEquals("k80", cluster.type(0).name());
    assertEquals(0.2, cluster.type(0).pricePerHour());
    assertEquals(8, cluster.type(1).workers());
    assertEquals(4, cluster.type(1).workersPerServer());
    assertEquals(0.74, cluster.type(1).pricePerHour());
    assertEquals(9.5, cluster.type(2).pricePerHour());
  }

  @Test
  void parse_file_isItsLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("cluster.txt");
    Files.writeString(file, "v100=8/4,k80=24\n");
    assertEquals(ClusterSpec.parse("v100=8/4,k80=24", ""), ClusterSpec.parse(file.toString(), ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v100 | v100=1 | --cluster: \"v100\" is neither like v100=8,p100=16,k80=24 nor a file",
        "v100=x | v100=1 | --cluster: workers of v100 are \"x\"; they must be a whole number from"
            + " 0 to 1000000",
        "v100=99999999 | v100=1 | workers of v100 are \"99999999\"; they must be a whole number"
            + " from 0",
        "v100=900000,k80=900000 | v100=1 | has 1800000 workers; it must have at most 1000000",
        "v100=1 | v100=0x1p3 | price of v100 is \"0x1p3\"",
        "v100=-1 | v100=1 | workers of v100 are \"-1\"",
        "v100=8/0 | v100=1 | workers per server of v100 are \"0\"; they must be a whole number"
            + " from 1 to 1000000",
        "v100=1,v100=2 | v100=1 | --cluster: v100 is given twice",
        "v100=1 | a100=1 | --prices: there is no type a100; the cluster has v100",
        "v100=1 | v100=-3 | --prices: price of v100 is \"-3\"; it must be a finite number of at"
            + " least 0",
      })
  void parse_wrongPart_isNamed(String cluster, String prices, String message) {
    var error = assertThrows(InvalidInputException.class, () -> ClusterSpec.parse(cluster, prices));
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }
}
