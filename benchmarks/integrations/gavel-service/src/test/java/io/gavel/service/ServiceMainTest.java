package io.gavel.service;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServiceMainTest {

  @Test
  void call_publishedScheduler_startsLikeAPolicyOfTheLibrary(@TempDir Path folder)
      throws IOException {
    Path database = folder.resolve("jobs.db");
    try (ServiceProcess service =
        new ServiceProcess(database, "v100=1", 60, "--policy=tiresias_las")) {
      assertTrue(service.port() > 0);
    }
  }
}
