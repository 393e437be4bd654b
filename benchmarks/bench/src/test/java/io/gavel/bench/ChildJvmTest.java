package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {

  private static final long SECONDS = 60;

  private final ChildJvm jvm = new ChildJvm(List.of(Names.class.getName()));

  /** Answers each name, after a line of its own; ends or hangs if the name says so. */
  static final class Names {
    private Names() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      BufferedReader names =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String name = names.readLine(); name != null; name = names.readLine()) {
        if (name.equals("end")) {
          System.exit(3);
        }
        if (name.equals("hang")) {
          Thread.sleep(1_000 * SECONDS);
        }
        System.out.println("solving");
        System.out.println("{\"name\":\"" + name + "\"}");
      }
    }
  }

  @Test
  void measure_severalCases_areMeasuredInOneJvm() {
    try (ChildJvm.Running running = jvm.start("ours", "64m")) {
      assertEquals("a", running.measure("a", SECONDS).path("name").asText());
      assertEquals("b", running.measure("b", SECONDS).path("name").asText());
      assertTrue(running.isAlive());
    }
    assertEquals("c", jvm.measure("c", "ours", "64m", SECONDS).path("name").asText());
  }

  @Test
  void measure_noAnswer_hasAReason() {
    assertEquals(
        "ended with status 3", jvm.measure("end", "ours", "64m", SECONDS).path("reason").asText());
    try (ChildJvm.Running running = jvm.start("ours", "64m")) {
      assertEquals("stopped after 1 s", running.measure("hang", 1).path("reason").asText());
      assertFalse(running.isAlive());
    }
  }
}
