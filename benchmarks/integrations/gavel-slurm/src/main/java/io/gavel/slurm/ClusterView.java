package io.gavel.slurm;

import static java.util.stream.Collectors.toSet;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.slurm.JobRole.Part;
import io.gavel.slurm.SlurmJob.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cluster as rounds see it: the parts of all jobs, and the GPUs that remain for jobs with a
 * share. GPUs count if Slurm may use their node and no job holds them that cannot be moved.
 */
final class ClusterView {

  /** After that, a job that still ends is not about to wait again. */
  private static final long LONGEST_END_SECONDS = 600;

  /** Reasons for which a job waits and that a round can remove. */
  private static final Set<String> REMOVABLE =
      Set.of("", "None", "Priority", "Resources", "BeginTime", "ReqNodeNotAvail");

  private final Reading reading;
  private final Map<String, JobNote> notes;
  private final Map<String, Integer> total = new TreeMap<>();
  private final Map<String, Integer> usable = new TreeMap<>();
  private final Map<String, String> typeFeatures = new TreeMap<>();
  private final List<JobRole> roles = new ArrayList<>();

  /**
   * Looks at a cluster.
   *
   * @param notes what rounds changed of jobs, by id
   */
  ClusterView(Reading reading, Map<String, JobNote> notes) {
    this.reading = reading;
    this.notes = notes;
    for (SlurmNode node : reading.nodes().values()) {
      node.gpus().forEach((type, count) -> total.merge(type, count, Integer::sum));
      if (node.usable()) {
        node.gpus().forEach((type, count) -> usable.merge(type, count, Integer::sum));
      }
    }
    total.keySet().forEach(type -> usable.putIfAbsent(type, 0));
    for (String type : total.keySet()) {
      typeFeature(type).ifPresent(feature -> typeFeatures.put(type, feature));
    }
    Map<String, JobRole> byId = new LinkedHashMap<>();
    for (SlurmJob job : reading.jobs()) {
      JobRole role = holdsGpus(job) ? holding(job) : waiting(job);
      byId.put(job.id(), role);
      if (role.part() == Part.FIXED) {
        subtract(job);
      }
    }
    byId.values().forEach(role -> roles.add(role.hasShare() ? ifRunnable(role) : role));
  }

  private static boolean holdsGpus(SlurmJob job) {
    return job.state() == State.RUNNING || job.state() == State.SUSPENDED;
  }

  /** Returns a feature that exactly the nodes of a type have, the type's own name if possible. */
  private Optional<String> typeFeature(String type) {
    Set<String> withType =
        reading.nodes().values().stream()
            .filter(node -> node.gpus().keySet().equals(Set.of(type)))
            .map(SlurmNode::name)
            .collect(toSet());
    Set<String> candidates = new TreeSet<>();
    reading.nodes().values().forEach(node -> candidates.addAll(node.features()));
    List<String> ordered = new ArrayList<>(candidates);
    if (ordered.remove(type)) {
      ordered.add(0, type);
    }
    return ordered.stream()
        .filter(
            feature ->
                reading.nodes().values().stream()
                    .filter(node -> node.features().contains(feature))
                    .map(SlurmNode::name)
                    .collect(toSet())
                    .equals(withType))
        .findFirst();
  }

  private JobRole holding(SlurmJob job) {
    boolean drained =
        job.nodes().stream()
            .anyMatch(
                name -> reading.nodes().containsKey(name) && !reading.nodes().get(name).usable());
    if (job.gpus() == 0) {
      return new JobRole(job, Part.ASIDE, "needs no GPU");
    } else if (job.state() == State.SUSPENDED) {
      return new JobRole(job, Part.FIXED, "is suspended and keeps its GPUs");
    } else if (!Speeds.optedIn(job)) {
      return new JobRole(job, Part.FIXED, "has no comment gavel:TYPE");
    } else if (!job.requeue()) {
      return new JobRole(job, Part.FIXED, "was not submitted with --requeue");
    } else if (!job.reservation().isEmpty()) {
      return new JobRole(job, Part.FIXED, "runs in a reservation");
    } else if (drained) {
      return new JobRole(job, Part.FIXED, "ends on a node that is drained or reserved");
    } else if (!total.keySet().containsAll(job.held().keySet())
        || !job.held().keySet().equals(job.gpusOn(heldType(job)).keySet())) {
      return new JobRole(job, Part.FIXED, "holds GPUs of several types, but names none or one");
    }
    return typed(job, Part.MOVABLE, "");
  }

  /** Returns the type of the GPUs that a running job holds, the main type of a co-gang. */
  static String heldType(SlurmJob job) {
    return job.isCoGang()
        ? job.requestedType().orElseThrow()
        : job.held().keySet().iterator().next();
  }

  private JobRole waiting(SlurmJob job) {
    JobNote note = notes.get(job.id());
    double now = reading.nowSeconds();
    boolean stopping =
        job.state() == State.COMPLETING
            && note != null
            && now < note.requeuedAt() + LONGEST_END_SECONDS;
    if (job.state() != State.PENDING && !stopping) {
      return new JobRole(job, Part.ASIDE, "ends");
    } else if (job.gpus() == 0) {
      return new JobRole(job, Part.ASIDE, "needs no GPU");
    } else if (job.reason().startsWith("JobHeld") || (job.priority() == 0 && !stopping)) {
      return new JobRole(job, Part.ASIDE, "is held");
    } else if (!job.reservation().isEmpty()) {
      return new JobRole(job, Part.ASIDE, "waits for a reservation");
    } else if (job.eligibleTime() > now + 1
        && (note == null || job.eligibleTime() > note.delayedUntil())) {
      return new JobRole(job, Part.ASIDE, "is to start later, as its user asked");
    } else if (!REMOVABLE.contains(job.reason())
        && !job.reason().startsWith("Nodes")
        && !stopping) {
      return new JobRole(job, Part.ASIDE, "waits for " + job.reason());
    } else if (job.isCoGang() && job.requested().containsKey(SlurmJob.ANY_TYPE)) {
      return new JobRole(job, Part.ASIDE, "names the types of only some of its GPUs");
    } else if (!Speeds.optedIn(job)) {
      return typed(job, Part.GUEST, "has no comment gavel:TYPE: Slurm starts it");
    }
    return typed(job, Part.WAITING, "");
  }

  /** Finds the types that a job can use and how each is chosen. */
  private JobRole typed(SlurmJob job, Part part, String reason) {
    String asked = notes.containsKey(job.id()) ? notes.get(job.id()).features() : job.features();
    SortedMap<String, String> allowed = new TreeMap<>();
    reading.typesFor(job, asked).forEach(type -> allowed.put(type, asked));
    if (allowed.size() > 1) {
      SortedMap<String, String> chosen = new TreeMap<>();
      allowed.keySet().forEach(type -> choice(type, asked).ifPresent(f -> chosen.put(type, f)));
      return new JobRole(job, part, reason, chosen);
    }
    return new JobRole(job, part, reason, allowed);
  }

  /** Returns features that choose a type and keep what the user asked for. */
  private Optional<String> choice(String type, String asked) {
    String feature = typeFeatures.get(type);
    if (feature == null) {
      return Optional.empty();
    }
    boolean suffices =
        reading.nodes().values().stream()
            .filter(node -> node.gpus().containsKey(type))
            .allMatch(node -> FeatureExpression.holds(asked, node.features()).orElse(false));
    if (suffices) {
      return Optional.of(feature);
    }
    return FeatureExpression.isConjunction(asked)
        ? Optional.of(feature + "&" + asked)
        : Optional.empty();
  }

  /** Subtracts the GPUs of a job that stays; those on unusable nodes are not counted anyway. */
  private void subtract(SlurmJob job) {
    long onUsable =
        job.nodes().stream()
            .filter(name -> reading.nodes().containsKey(name) && reading.nodes().get(name).usable())
            .count();
    double part = job.nodes().isEmpty() ? 1 : (double) onUsable / job.nodes().size();
    job.held()
        .forEach(
            (type, count) ->
                usable.computeIfPresent(
                    type, (key, left) -> Math.max(0, left - (int) Math.ceil(count * part))));
  }

  /** Leaves out the types that have too few GPUs for a gang. */
  private JobRole ifRunnable(JobRole role) {
    SortedMap<String, String> runnable = new TreeMap<>(role.features());
    runnable.keySet().removeIf(type -> !isUsable(role.job().gpusOn(type)));
    boolean lost = role.part() == Part.MOVABLE && !runnable.containsKey(heldType(role.job()));
    if (lost && isUsable(role.job().gpusOn(heldType(role.job())))) {
      runnable.put(heldType(role.job()), role.job().features()); // where it runs, it can run
    }
    if (!runnable.isEmpty()) {
      return new JobRole(role.job(), role.part(), role.reason(), runnable);
    }
    return new JobRole(
        role.job(),
        role.part() == Part.MOVABLE ? Part.FIXED : Part.ASIDE,
        role.job().isCoGang()
            ? "needs GPUs of %s at once, more than are left".formatted(role.job().requested())
            : "needs %s GPUs of one type, more than are left".formatted(role.job().gpus()));
  }

  private boolean isUsable(Map<String, Integer> gpus) {
    return gpus.entrySet().stream().allMatch(of -> of.getValue() <= usable(of.getKey()));
  }

  /** Returns all jobs, in the order of the reading. */
  List<JobRole> roles() {
    return roles;
  }

  /** Returns all GPUs by type, as the cluster of the scheduler. */
  Cluster cluster() {
    return cluster(total);
  }

  private static Cluster cluster(Map<String, Integer> counts) {
    return Cluster.of(
        counts.entrySet().stream().map(e -> new WorkerType(e.getKey(), e.getValue())).toList());
  }

  /** Returns how many GPUs of a type jobs with a share can have. */
  int usable(String type) {
    return usable.getOrDefault(type, 0);
  }

  /** Returns whether there are GPUs at all. */
  boolean hasGpus() {
    return !total.isEmpty();
  }

  /** Returns the jobs with a share, by account, on the GPUs that they can have. */
  AllocationProblem problem(Speeds speeds) {
    return problem(speeds, false);
  }

  /** Returns those of the jobs that have a time limit, with the steps that it leaves. */
  AllocationProblem limitedProblem(Speeds speeds) {
    return problem(speeds, true);
  }

  private AllocationProblem problem(Speeds speeds, boolean limited) {
    Cluster cluster = cluster(usable);
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    roles.stream()
        .filter(JobRole::hasShare)
        .map(role -> account(role.job()))
        .distinct()
        .forEach(account -> problem.entity(new Entity(account, 1, Entity.Discipline.FAIRNESS)));
    for (JobRole role : roles) {
      OptionalDouble left = role.job().secondsLeft(reading.nowSeconds());
      if (role.hasShare() && (!limited || left.isPresent())) {
        double[] rates =
            cluster.types().stream()
                .mapToDouble(
                    type ->
                        role.features().containsKey(type.name())
                            ? speeds.of(role.job(), type.name())
                            : 0)
                .toArray();
        Job.Builder job = described(role);
        if (limited) {
          job.stepsRemaining(left.getAsDouble() * limitRate(role, speeds));
        }
        problem.job(job.build(), rates);
      }
    }
    return problem.build();
  }

  /** Returns the rate on the type for which a time limit is meant. */
  private static double limitRate(JobRole role, Speeds speeds) {
    Optional<String> type =
        role.part() == Part.MOVABLE
            ? Optional.of(heldType(role.job()))
            : role.job().requestedType();
    double rate = type.map(of -> speeds.of(role.job(), of)).orElse(0.0);
    return rate > 0
        ? rate
        : role.features().keySet().stream()
            .mapToDouble(of -> speeds.of(role.job(), of))
            .max()
            .orElseThrow();
  }

  private static Job.Builder described(JobRole role) {
    SlurmJob job = role.job();
    String type = role.features().firstKey();
    Job.Builder described = Job.builder(job.id()).entity(account(job));
    described.scaleFactor(job.gpusOn(type).getOrDefault(type, 0));
    job.alongside(type).forEach(described::alongside);
    return described;
  }

  private static String account(SlurmJob job) {
    return job.account().isBlank() ? "none" : job.account();
  }
}
