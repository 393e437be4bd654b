package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.guide.Pages;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The licence asks that each archive has a copy. */
final class LicenceTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gavel-policies-api",
        "gavel-policies-lp",
        "gavel-estimator",
        "gavel-mechanism",
        "benchmarks/simulator"
      })
  void licence_isInTheArchive(String module) {
    Path root = Pages.root();
    Path copy = root.resolve(module).resolve("target/classes/META-INF/LICENSE");
    assertEquals(Pages.read(root.resolve("LICENSE")), Pages.read(copy));
  }
}
