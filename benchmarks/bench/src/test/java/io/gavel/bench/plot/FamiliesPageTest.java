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

final class FamiliesPageTest {

  @TempDir private Path folder = Path.of(".");

  private Map<String, String> pages(String cells) throws IOException {
    return FamiliesPage.of(Files.writeString(folder.resolve("families.jsonl"), cells));
  }

  @Test
  void of_cells_areCountedBySizeAndByFamily() throws IOException {
    String page =
        pages(
                """
                {"policy":"makespan","jobs":64,"types":3,"family":"caps","rivals":{"glop":2.5,"clp":3},"faults":[]}
                {"policy":"makespan","jobs":64,"types":16,"family":"caps","rivals":{"glop":1.5,"clp":null},"faults":[]}
                {"policy":"least_cost","jobs":64,"types":3,"family":"blocks","rivals":{"glop":0.25,"clp":0.5},"faults":["glop is 4.0 times as fast"]}
                {"policy":"nash","jobs":64,"types":3,"family":"caps","rivals":{},"faults":[]}
                {"policy":"makespan","jobs":1024,"types":3,"family":"caps","rivals":{"glop":null,"clp":null},"faults":[]}
                """)
            .getOrDefault("families.md", "");
    assertTrue(
        page.endsWith(
            """

            | jobs | cells | won | tied | lost | median | worst cell |
            |---|---:|---:|---:|---:|---:|---|
            | 64 | 3 | 33 % | 33 % | 33 % | 1.50 × | `least_cost`, blocks, 64 × 3: glop 0.25 × |
            | 1,024 | 1 | 100 % | 0 % | 0 % | no answer | `makespan`, caps, 1,024 × 3:  no answer |

            | family | cells | won | tied | lost | median | worst cell |
            |---|---:|---:|---:|---:|---:|---|
            | blocks | 1 | 0 % | 0 % | 100 % | 0.25 × | `least_cost`, blocks, 64 × 3: glop 0.25 × |
            | caps | 3 | 67 % | 33 % | 0 % | 2.50 × | `makespan`, caps, 64 × 16: glop 1.50 × |

            ## Cells that fail

            - `least_cost`, blocks, 64 × 3: glop is 4.0 times as fast
            """),
        page);
  }

  @Test
  void of_otherLines_areRefused() {
    String message =
        String.valueOf(
            assertThrows(
                    InvalidInputException.class,
                    () -> pages("{\"policy\":\"nash\",\"jobs\":64,\"types\":3}\n"))
                .getMessage());
    assertEquals(
        "has no comparison; it must be the output of gavel bench --scaling --family --json",
        message.substring(message.indexOf("has")));
  }
}
