package io.gavel.architecture;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the checkout that the tests run in. */
final class Repository {

  private Repository() {}

  /** Returns the folder that holds the licence: the root of the checkout. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no folder above the working directory holds LICENSE");
      }
    }
    return folder;
  }
}
