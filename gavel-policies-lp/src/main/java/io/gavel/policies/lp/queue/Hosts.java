package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Jobs that run alone, and the best of them for a job that waits. Mutable. */
final class Hosts {

  static final int NONE = -1;

  /**
   * A place next to a host.
   *
   * @param type the worker type on which the host runs
   * @param group the listed pair of host and waiting job; {@link #NONE} if pairs are by job type
   * @param together the combined throughput of both, relative to their throughputs alone
   */
  record Place(int host, int type, int group, double together) {

    /** The largest combined throughput is last; ties go to the first pair, or the first host. */
    private static final Comparator<Place> ORDER =
        Comparator.comparingDouble(Place::together)
            .thenComparing(Comparator.comparingInt(Place::group).reversed())
            .thenComparing(Comparator.comparingInt(Place::host).reversed());
  }

  private final AllocationProblem problem;

  /** The worker type on which each job runs alone; {@link #NONE} if it does not. */
  private final int[] typeOf;

  /** The listed pairs of each job. */
  private final List<List<Integer>> listed = new ArrayList<>();

  /** The jobs that run alone by class; empty if pairs are listed. */
  private final Optional<JobsByClass> classes;

  /** The pairs by job type that were made. */
  private final List<Group.Pair> made = new ArrayList<>();

  /**
   * Jobs that run alone.
   *
   * @param typeOf the worker type on which each job runs, or {@link #NONE}, {@code [job]}; copied
   */
  Hosts(AllocationProblem problem, int[] typeOf) {
    this.problem = problem;
    this.typeOf = typeOf.clone();
    for (int m = 0; m < typeOf.length; m++) {
      listed.add(new ArrayList<>());
    }
    for (int g = problem.jobCount(); g < problem.jobCount() + problem.pairCount(); g++) {
      listed.get(problem.group(g).member(0)).add(g);
      listed.get(problem.group(g).member(1)).add(g);
    }
    boolean byType = !problem.pairsByType().isEmpty();
    classes = byType ? Optional.of(new JobsByClass(problem)) : Optional.empty();
    classes.ifPresent(
        hosts ->
            IntStream.range(0, typeOf.length)
                .filter(m -> typeOf[m] != NONE)
                .forEach(m -> hosts.add(m, typeOf[m])));
  }

  /**
   * Removes the host with which a job has the largest combined throughput, if that exceeds the
   * threshold. Returns the place with its group in {@link #used}.
   */
  Optional<Place> takeBest(int m, double threshold) {
    Optional<Place> best =
        classes
            .map(hosts -> places(m, hosts))
            .orElseGet(() -> listedPlaces(m))
            .filter(place -> place.together > threshold)
            .max(Place.ORDER);
    return best.map(place -> taken(m, place));
  }

  private Place taken(int m, Place place) {
    int host = place.host;
    typeOf[host] = NONE;
    if (classes.isEmpty()) {
      return place;
    }
    classes.get().remove(host, place.type);
    made.add(new Group.Pair(Math.min(host, m), Math.max(host, m)));
    return new Place(host, place.type, problem.jobCount() + made.size() - 1, place.together);
  }

  private Stream<Place> listedPlaces(int m) {
    return listed.get(m).stream()
        .map(
            g -> {
              int host = problem.group(g).member(0) + problem.group(g).member(1) - m;
              int j = typeOf[host];
              boolean runs = j != NONE && problem.runs(g, j);
              return new Place(host, j, g, runs ? combined(g, j) : Double.NEGATIVE_INFINITY);
            });
  }

  private double combined(int g, int j) {
    double combined = 0;
    for (int i = 0; i < 2; i++) {
      double alone = problem.throughputs().stepsPerSecond(problem.group(g).member(i), j);
      combined += alone > 0 ? problem.throughputs().stepsPerSecond(g, i, j) / alone : 0;
    }
    return combined;
  }

  /**
   * Returns the places next to the slowest host of each class and type, the best of their class.
   */
  private Stream<Place> places(int m, JobsByClass hosts) {
    return Arrays.stream(hosts.partnersOf(m))
        .boxed()
        .flatMap(
            jobClass ->
                IntStream.range(0, problem.cluster().typeCount())
                    .filter(j -> !hosts.of(jobClass, j).isEmpty())
                    .mapToObj(
                        j -> {
                          int host = hosts.of(jobClass, j).first();
                          return new Place(host, j, NONE, hosts.together(host, m, j));
                        }));
  }

  /** Returns the problem with the groups of the places that were returned. */
  AllocationProblem used() {
    return JobsByClass.sharing(problem, made);
  }
}
