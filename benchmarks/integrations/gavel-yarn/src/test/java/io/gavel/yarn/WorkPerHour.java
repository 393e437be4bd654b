package io.gavel.yarn;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures for docs/how-to/embed-yarn.md: the work of two queues per hour under a policy, from the
 * accelerators that their containers hold. Arguments: the policy, seconds.
 */
final class WorkPerHour {

  private static final Map<String, double[]> SPEEDS =
      Map.of("root.vision", new double[] {4, 1}, "root.speech", new double[] {1.5, 1});

  private WorkPerHour() {}

  public static void main(String[] args) throws Exception {
    int seconds = Integer.parseInt(args[1]);
    try (YarnRun yarn =
            YarnRun.start(Files.createTempDirectory(Path.of("target"), "yarn"), args[0], "drf");
        Application visionV100 = yarn.submit("root.vision", "v100", 8);
        Application visionK80 = yarn.submit("root.vision", "k80", 16);
        Application speechV100 = yarn.submit("root.speech", "v100", 8);
        Application speechK80 = yarn.submit("root.speech", "k80", 16)) {
      Thread.sleep(20_000);
      double[] held = new double[4];
      int samples = 0;
      for (long end = System.nanoTime() + seconds * 1_000_000_000L; System.nanoTime() < end; ) {
        int i = 0;
        for (String queue : List.of("root.vision", "root.speech")) {
          for (String type : List.of("v100", "k80")) {
            held[i++] += yarn.usage(queue, type);
          }
        }
        samples++;
        Thread.sleep(50);
      }
      int i = 0;
      for (String queue : List.of("root.vision", "root.speech")) {
        double v100 = held[i++] / samples;
        double k80 = held[i++] / samples;
        System.out.println(
            String.format(
                Locale.ROOT,
                "%s: %.2f v100, %.2f k80, %.0f thousand steps an hour",
                queue,
                v100,
                k80,
                3.6 * (SPEEDS.get(queue)[0] * v100 + SPEEDS.get(queue)[1] * k80)));
      }
      for (Application application : List.of(visionV100, visionK80, speechV100, speechK80)) {
        System.out.println(
            application.completed() + " containers, failures: " + application.failures());
      }
    }
    System.exit(0);
  }
}
