package io.gavel.storm;

import io.gavel.mechanism.lease.LeaseClient;
import io.gavel.mechanism.plan.Lease;
import java.util.Arrays;

/** The processes of a job under a lease, as they are in truth. */
final class Gang {

  final Letter.Held held;
  final Lease lease;
  final Rank[] members;
  final double[] saved;
  final double startSteps;
  double stepSeconds;
  private double wholeSince = Double.NaN;
  private double wholeSeconds;

  Gang(Letter.Begin begin) {
    this.held = new Letter.Held(begin.lease().number(), begin.granted().jobId());
    this.lease = begin.lease();
    this.members = new Rank[lease.workers().size()];
    this.saved = new double[members.length];
    this.startSteps = begin.steps();
    this.stepSeconds = begin.stepSeconds();
    Arrays.fill(saved, Double.NaN);
  }

  /** Whether a member may begin a step: the others are there, and none is behind. */
  boolean isReadyFor(Rank member) {
    for (Rank other : members) {
      if (other == null || other.isGone() || other.steps < member.steps) {
        return false;
      }
      if (!other.isRunning() && other.steps <= member.steps) {
        return false;
      }
    }
    return true;
  }

  /** Keeps account of the time in which all members are in place. */
  void look(double now) {
    boolean whole = true;
    for (Rank member : members) {
      whole &= member != null && member.isRunning();
    }
    if (whole && Double.isNaN(wholeSince)) {
      wholeSince = now;
    } else if (!whole && !Double.isNaN(wholeSince)) {
      wholeSeconds += now - wholeSince;
      wholeSince = Double.NaN;
    }
  }

  /** Whether no member is there any more. */
  boolean isOver() {
    for (Rank member : members) {
      if (member != null && !member.isGone()) {
        return false;
      }
    }
    return true;
  }

  /** The time in which the gang was in place. */
  double wholeSeconds(double now) {
    return wholeSeconds + (Double.isNaN(wholeSince) ? 0 : now - wholeSince);
  }

  /** A process on a server. */
  static final class Rank {
    final Server server;
    final Gang gang;
    final Letter.Member key;
    LeaseClient client;
    double steps;
    boolean inStep;
    double stepEnds;
    double savedAt = Double.NaN;
    double wakes = Double.POSITIVE_INFINITY;
    double speaksAgain = Double.NEGATIVE_INFINITY;
    boolean gone;

    Rank(Server server, Gang gang, Letter.Member key, LeaseClient client, double steps) {
      this.server = server;
      this.gang = gang;
      this.key = key;
      this.client = client;
      this.steps = steps;
    }

    boolean isGone() {
      return gone;
    }

    boolean isRunning() {
      return !gone && client.phase() == LeaseClient.Phase.RUNNING;
    }

    /** Whether it occupies its worker. */
    boolean holdsWorker() {
      return isRunning() || (!gone && client.phase() == LeaseClient.Phase.SAVING);
    }
  }
}
