package io.gavel.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is really killed while clients work with it. */
class KillTest {

  @Test
  void killedService_losesNothingThatItAnswered(@TempDir Path folder) throws Exception {
    Load.Measured measured = Load.run(folder.resolve("state.db"), 4, 12, 4, 20);
    System.out.println(measured);
    assertEquals(0, measured.lost(), measured.toString());
    assertEquals(5, measured.kills());
    assertTrue(measured.requests() > 200, measured.toString());
  }
}
