package io.gavel.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the runtime image is to print is what the program prints. */
class FirstRoundTest {
  @Test
  void main_printsWhatTheRuntimeImageIsToPrint() throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      FirstRound.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    assertEquals(
        Files.readAllLines(Path.of("../consumers/src/it/consumers/expected-rounds-output.txt")),
        printed.toString(StandardCharsets.UTF_8).lines().toList());
  }
}
