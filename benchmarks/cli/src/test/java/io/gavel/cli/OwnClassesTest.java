package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Placement strategies and estimation methods of users in the tools. */
final class OwnClassesTest {

  /** A strategy under a name of its own. */
  public static final class FewestServers implements PlacementStrategy {
    @Override
    public Placer on(Servers servers) {
      return PlacementStrategies.bestFit().on(servers);
    }
  }

  /** Puts every task on the first GPU, whether it fits or not. */
  public static final class FirstGpu implements PlacementStrategy {
    @Override
    public Placer on(Servers servers) {
      return request -> Optional.of(new Placement(0, List.of(0)));
    }
  }

  /** Forgets to return a placer. */
  public static final class NoPlacer implements PlacementStrategy {
    @Override
    @SuppressWarnings("NullAway") // on purpose
    public Placer on(Servers servers) {
      return null;
    }
  }

  /** A method under a name of its own. */
  public static final class PlainGaussian implements EstimationMethod {
    @Override
    public RowEstimator fit(ReferenceTable references) {
      return GaussianConditional.create().fit(references);
    }
  }

  /** Throws what no method should. */
  public static final class Throwing implements EstimationMethod {
    @Override
    public RowEstimator fit(ReferenceTable references) {
      throw new IllegalStateException("no references");
    }
  }

  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void writeFiles() throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF").resolve("services"));
    Map.of(
            PlacementStrategy.class,
            FewestServers.class,
            EstimationMethod.class,
            PlainGaussian.class)
        .forEach((kind, own) -> write(services.resolve(kind.getName()), own.getName()));
    data = folder.resolve("data");
    assertEquals(0, CommandRun.of("init", data).status());
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private CommandRun run(String command, String... more) {
    List<Object> words = new ArrayList<>(List.of(command, "--classpath=" + folder));
    if (command.equals("place")) {
      words.add("--nodes=" + data.resolve("servers.csv"));
      words.add("--pods=" + data.resolve("tasks.csv"));
      words.add("--seeds=1");
    } else {
      words.add("--throughputs=" + data.resolve("throughputs.json"));
      words.add("--seed=1");
    }
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  /** The figures, without name and time. */
  private static List<String> rows(CommandRun run) {
    assertEquals(0, run.status(), run.err());
    return run.json().stream()
        .map(row -> ((ObjectNode) row).without(List.of("placement", "wall_ms")).toString())
        .toList();
  }

  @Test
  void place_classAndService_areWhatTheyDelegateTo() {
    String name = FewestServers.class.getName();
    String names = "bestfit,class:" + name + ",fewest_servers";
    List<String> rows = rows(run("place", "--placement=" + names, "--json"));
    assertEquals(3, rows.size());
    assertEquals(rows.get(0), rows.get(1));
    assertEquals(rows.get(0), rows.get(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class:me.Missing | class \"me.Missing\" cannot be loaded",
        "class:java.lang.String | must implement io.gavel.mechanism.placement.PlacementStrategy",
        "first_gpu | there is no placement \"first_gpu\"; known: fgd, ",
        "class:io.gavel.cli.OwnClassesTest$FirstGpu | own placement io.gavel.cli.OwnClassesTest$FirstGpu failed: java.lang.IllegalArgumentException: ",
        "class:io.gavel.cli.OwnClassesTest$NoPlacer | failed: java.lang.NullPointerException: it returned no placer",
      })
  void place_wrongStrategy_isToldAsItsOwn(String placement, String complaint) {
    CommandRun run = run("place", "--placement=" + placement);
    assertEquals(2, run.status());
    assertTrue(run.err().contains(complaint), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  private static List<Double> errors(CommandRun run) {
    assertEquals(0, run.status(), run.err());
    return List.of(
        run.json().get(0).path("rmse").asDouble(), run.json().get(0).path("coverage").asDouble());
  }

  @Test
  void estimate_classAndService_areWhatTheyDelegateTo() {
    List<Double> gaussian = errors(run("estimate", "--method=gaussian", "--json"));
    String byClass = "--method=class:" + PlainGaussian.class.getName();
    assertEquals(gaussian, errors(run("estimate", byClass, "--json")));
    assertEquals(gaussian, errors(run("estimate", "--method=plain_gaussian", "--json")));
    CommandRun list = run("estimate", "--method=list");
    assertTrue(list.out().contains("plain_gaussian"), list.out());
  }

  @Test
  void estimate_wrongMethod_isToldAsItsOwn() {
    CommandRun run = run("estimate", "--method=class:" + Throwing.class.getName());
    assertEquals(2, run.status());
    String fault =
        "own estimation method %s failed: java.lang.IllegalStateException: no references at "
            .formatted(Throwing.class.getName());
    assertTrue(run.err().startsWith(fault), run.err());
  }

  private static String withoutTime(CommandRun run) {
    assertEquals(0, run.status(), run.err());
    return run.out().replaceAll("\"wall_ms\":[^,}]*", "");
  }

  private CommandRun simulate(String method) {
    return run(
        "simulate",
        "--trace=" + data.resolve("trace.csv"),
        "--cluster=v100=2,k80=2",
        "--policy=max_min_fairness_packed",
        "--estimate=" + method,
        "--json");
  }

  @Test
  void simulate_estimateByAnOwnMethod_isWhatItDelegatesTo() {
    CommandRun own = simulate("class:" + PlainGaussian.class.getName());
    assertEquals(withoutTime(simulate("gaussian")), withoutTime(own));
  }
}
