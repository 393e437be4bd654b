package io.gavel.architecture.violations.policies;

import java.io.IOException;
import java.io.Serial;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Logger;

final class Effects {
  private Effects() {}

  @Breaks({})
  static final class Failure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    Failure(String message) {
      super("%s, interrupted: %b".formatted(message, Thread.interrupted()));
    }
  }

  @Breaks("NO_INPUT_OR_OUTPUT")
  static final class Prints {
    void print() {
      System.out.println("text");
    }
  }

  @Breaks("NO_INPUT_OR_OUTPUT")
  static final class PrintsTheStack {
    @SuppressWarnings("CatchAndPrintStackTrace")
    void print(Runnable task) {
      try {
        task.run();
      } catch (IllegalStateException e) {
        e.printStackTrace();
      }
    }
  }

  @Breaks("NO_INPUT_OR_OUTPUT")
  static final class ReadsFiles {
    String read() throws IOException {
      return Files.readString(Path.of("numbers.csv"));
    }
  }

  @Breaks("NO_INPUT_OR_OUTPUT")
  static final class KnowsTheNetwork {
    InetSocketAddress address() {
      return InetSocketAddress.createUnresolved("localhost", 80);
    }
  }

  @Breaks("NO_INPUT_OR_OUTPUT")
  static final class Logs {
    void log() {
      Logger.getLogger("gavel").info("text");
    }
  }

  @Breaks("NO_INPUT_OR_OUTPUT")
  static final class LogsToTheSystem {
    void log() {
      System.getLogger("gavel").log(System.Logger.Level.INFO, "text");
    }
  }
}
