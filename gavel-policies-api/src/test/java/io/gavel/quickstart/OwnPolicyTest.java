package io.gavel.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the consumer projects expect is what the program prints. */
class OwnPolicyTest {
  @Test
  void main_printsWhatTheConsumerProjectsExpect() throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      OwnPolicy.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    assertEquals(
        Files.readAllLines(
            Path.of("../benchmarks/consumers/src/it/consumers/expected-contract-output.txt")),
        printed.toString(StandardCharsets.UTF_8).lines().toList());
  }
}
