package io.gavel.policies.internal.groups;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Names the rows and columns of a throughput matrix in errors. Immutable. */
public final class RowNames {

  private static final RowNames INDICES = new RowNames(m -> "job " + m, j -> "type " + j);

  private final IntFunction<String> job;
  private final IntFunction<String> type;

  private RowNames(IntFunction<String> job, IntFunction<String> type) {
    this.job = job;
    this.type = type;
  }

  /** Names by id. */
  public static RowNames of(List<Job> jobs, Cluster cluster) {
    return new RowNames(
        m -> "job \"%s\"".formatted(jobs.get(m).id()),
        j -> "\"%s\"".formatted(cluster.type(j).name()));
  }

  /** Names by index. */
  public static RowNames indices() {
    return INDICES;
  }

  /** Returns the name of a job. */
  public String job(int m) {
    return job.apply(m);
  }

  /** Returns the name of a column. */
  public String type(int j) {
    return type.apply(j);
  }

  /** Returns the name of the row of a member of a group, formatted when it is asked for. */
  public Supplier<String> row(Group group, int member) {
    return () -> rowOf(group, member);
  }

  /** Returns the name of the row of a member of a group. */
  public String rowOf(Group group, int member) {
    String name = job(group.member(member));
    if (group instanceof Group.Pair) {
      String other = job(group.member(1 - member));
      return "%s beside %s".formatted(name, other.substring("job ".length()));
    }
    return group instanceof Group.Configuration way
        ? "%s in configuration \"%s\"".formatted(name, way.name())
        : name;
  }
}
