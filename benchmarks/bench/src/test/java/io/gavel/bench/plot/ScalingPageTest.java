package io.gavel.bench.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScalingPageTest {

  @TempDir private Path folder = Path.of(".");

  private Map<String, String> pages(String cells) throws IOException {
    return ScalingPage.of(Files.writeString(folder.resolve("scaling.jsonl"), cells));
  }

  @Test
  void of_cells_areOneTableForEachNumberOfTypes() throws IOException {
    Map<String, String> pages =
        pages(
            """
            {"policy":"nash","jobs":4096,"types":3,"ms":31.0,"cpu_ms":30.26,"gap":1e-9,"status":"answered"}
            {"policy":"nash","jobs":65536,"types":3,"ms":410,"cpu_ms":408.9,"gap":1e-9,"status":"answered"}
            {"policy":"allox","jobs":4096,"types":3,"ms":80,"cpu_ms":7.125,"gap":0,"status":"answered"}
            {"policy":"allox","jobs":65536,"types":3,"ms":null,"cpu_ms":null,"gap":null,"status":"over budget"}
            {"policy":"allox","jobs":262144,"types":3,"ms":null,"cpu_ms":null,"gap":null,"status":"not run: over budget at 65536 jobs"}
            {"policy":"nash","jobs":4096,"types":8,"ms":75,"cpu_ms":74,"gap":1e-9,"status":"answered"}
            """);
    String page = pages.getOrDefault("scaling.md", "");
    assertTrue(
        page.endsWith(
            """

            ## 3 worker types

            | policy | 4,096 | 65,536 | 262,144 | growth |
            |---|---:|---:|---:|---:|
            | `nash` | 30 | 409 |  | 14 × |
            | `allox` | 7.1 | – | – |  |

            - `allox`, 65,536 jobs: over budget

            ## 8 worker types

            | policy | 4,096 | growth |
            |---|---:|---:|
            | `nash` | 74 |  |
            """),
        page);
    assertTrue(pages.getOrDefault("scaling.svg", "").contains("3 worker types"));
    assertEquals(2, pages.size());
  }

  @Test
  void of_otherLines_areRefusedWithPlace() {
    assertTrue(refusal("").contains("has no cells"));
    assertTrue(refusal("{\"types\": 3}\n").contains("line 1: jobs is missing"));
    assertTrue(
        refusal("{\"types\": 3, \"jobs\": 4, \"status\": \"answered\", \"cpu_ms\": -1}\n")
            .contains("line 1: cpu_ms is -1"));
  }

  private String refusal(String cells) {
    return String.valueOf(
        assertThrows(InvalidInputException.class, () -> pages(cells)).getMessage());
  }
}
