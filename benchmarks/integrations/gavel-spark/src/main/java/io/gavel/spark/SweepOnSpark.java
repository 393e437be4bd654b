package io.gavel.spark;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkFiles;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * {@code gavel sweep} as a Spark application:
 *
 * <pre>{@code
 * spark-submit --master spark://HOST:7077 gavel-spark.jar gavel.jar 400 runs.jsonl \
 *     --throughputs table.json --policy max_min_fairness,allox --cluster v100=4,k80=8 ...
 * }</pre>
 *
 * <p>The arguments are the archive of the command line, the number of shards, the file to write,
 * and the options of {@code gavel sweep} without {@code --out}. Each shard is a task: Spark runs it
 * again elsewhere if it fails or its worker is lost. The file has the same bytes as that of {@code
 * gavel sweep} on one machine.
 */
public final class SweepOnSpark {

  private static final String JAR = "gavel.jar";

  private SweepOnSpark() {}

  /**
   * Runs a sweep and ends.
   *
   * @param args archive, number of shards, file to write, options of {@code gavel sweep}
   * @throws IllegalArgumentException if there are fewer than three arguments, or naming a wrong one
   */
  public static void main(String[] args) {
    if (args.length < 3) {
      throw new IllegalArgumentException(
          "%s arguments are given; needed are gavel.jar, the number of shards, the file to write, and"
                  .formatted(args.length)
              + " the options of gavel sweep");
    }
    try (JavaSparkContext spark =
        new JavaSparkContext(new SparkConf().setIfMissing("spark.app.name", "gavel sweep"))) {
      run(
          spark,
          Path.of(args[0]),
          shards(args[1]),
          Path.of(args[2]),
          List.of(args).subList(3, args.length),
          System.out);
    }
  }

  private static int shards(String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          "number of shards is \"%s\"; it must be a whole number of at least 1".formatted(text));
    }
    return Integer.parseInt(text);
  }

  /**
   * Runs a sweep.
   *
   * @param spark a context, which stays open
   * @param jar the archive of the command line
   * @param shards the number of tasks; with as many as runs, a lost worker costs one run a core
   * @param out the file to write
   * @param options the options of {@code gavel sweep} without {@code --out}; the files that they
   *     name are sent to the executors
   * @param printer takes the comparison of the policies
   * @throws IllegalArgumentException if the archive is none, or two files have one name
   * @throws IllegalStateException with the messages of a command that refuses its options
   */
  static void run(
      JavaSparkContext spark,
      Path jar,
      int shards,
      Path out,
      List<String> options,
      PrintStream printer) {
    CommandLineJar gavel = CommandLineJar.of(jar);
    ShippedFiles shipped = new ShippedFiles(options);
    spark.addFile(named(jar).toString());
    shipped.paths().forEach(spark::addFile);
    List<Integer> numbers = IntStream.rangeClosed(1, shards).boxed().toList();
    List<String> texts =
        spark.parallelize(numbers, shards).map(i -> runShard(shipped, i, shards)).collect();
    merge(gavel, texts, out);
    printer.print(gavel.run(List.of("sweep", "compare", out.toString())));
  }

  /** Executors find the archive by its name. */
  private static Path named(Path jar) {
    if (!JAR.equals(String.valueOf(jar.getFileName()))) {
      throw new IllegalArgumentException(
          "the archive of the command line is %s; its name must be %s".formatted(jar, JAR));
    }
    return jar;
  }

  private static String runShard(ShippedFiles shipped, int number, int count) {
    List<String> command = new ArrayList<>(List.of("sweep"));
    command.addAll(shipped.words(SparkFiles::get));
    command.add("--threads=1"); // Spark runs a task a core
    command.add("--shard=%s/%s".formatted(number, count));
    return CommandLineJar.of(Path.of(SparkFiles.get(JAR))).output(command);
  }

  private static void merge(CommandLineJar gavel, List<String> texts, Path out) {
    try {
      Path folder = Files.createTempDirectory("gavel-spark");
      Path all = folder.resolve("all.jsonl");
      try {
        Files.writeString(all, String.join("", texts));
        gavel.run(
            Stream.of("sweep", "merge", "--out=" + out.toAbsolutePath(), all.toString()).toList());
      } finally {
        Files.deleteIfExists(all);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
