package io.gavel.slurm;

import io.gavel.policies.Allocation;
import io.gavel.slurm.JobRole.Part;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a job should get, and why.
 *
 * @param job the job
 * @param shares the part of its time that it should spend on each type, only positive ones
 * @param next the type that it has in the round; empty if it waits
 * @param reason why
 */
public record JobAdvice(
    SlurmJob job, Map<String, Double> shares, Optional<String> next, String reason) {

  private static final double NEGLIGIBLE = 5e-4;

  static JobAdvice without(JobRole role) {
    return new JobAdvice(role.job(), Map.of(), Optional.empty(), role.reason());
  }

  static JobAdvice of(
      JobRole role, Allocation allocation, Map<String, String> leases, Speeds speeds) {
    if (!role.hasShare()) {
      return without(role);
    }
    int m = allocation.problem().indexOf(role.job().id());
    Map<String, Double> shares = new TreeMap<>();
    for (String type : role.features().keySet()) {
      double share = allocation.fraction(m, allocation.problem().cluster().indexOf(type));
      if (share >= NEGLIGIBLE) {
        shares.put(type, share);
      }
    }
    Optional<String> next = Optional.ofNullable(leases.get(role.job().id()));
    String reason = role.part() == Part.GUEST ? role.reason() : reason(role, shares, next, speeds);
    return new JobAdvice(role.job(), shares, next, reason);
  }

  private static String reason(
      JobRole role, Map<String, Double> shares, Optional<String> next, Speeds speeds) {
    if (role.job().isCoGang()) {
      return "needs GPUs of %s at once"
          .formatted(String.join(" and ", role.job().requested().keySet()));
    } else if (role.features().size() == 1) {
      return "can use only " + role.features().keySet().iterator().next();
    } else if (next.isEmpty()) {
      return "other jobs are further behind their share";
    } else if (!speeds.knows(role.job())) {
      return "no speeds are known, so all types count as equally fast";
    }
    String type = next.get();
    String best = type;
    String worst = type;
    for (String other : role.features().keySet()) {
      best = speeds.of(role.job(), other) > speeds.of(role.job(), best) ? other : best;
      worst = speeds.of(role.job(), other) < speeds.of(role.job(), worst) ? other : worst;
    }
    double here = speeds.of(role.job(), type);
    if (best.equals(type)) {
      return String.format(
          Locale.ROOT, "%.3g times as fast as on %s", here / speeds.of(role.job(), worst), worst);
    }
    double gain = speeds.of(role.job(), best) / here;
    return String.format(
        Locale.ROOT,
        shares.containsKey(type)
            ? "%s is %.3g times as fast, and jobs that gain more have it"
            : "%s is %.3g times as fast and taken; this one would be idle",
        best,
        gain);
  }
}
