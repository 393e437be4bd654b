package io.gavel.mechanism.workers;

import io.gavel.mechanism.ledger.GroupIndex;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one pool that groups share in a round, and who is on which. No worker ever has
 * more than its thousandths taken.
 *
 * <p>A group goes back to the worker that it had in the round before if there is room, else to the
 * fullest worker with room, else to another worker. Where that asks for more workers than there
 * are, all groups are laid out anew, the largest first, each on the fullest worker with room; a
 * worker then counts as the one that most of its groups, by thousandths, had before. Finding a
 * place takes {@code O(log n)} for n groups, laying out {@code O(n log n)}. Mutable.
 */
public final class SharePacking {

  /** In place of a worker: any one will do. */
  public static final int ANY = -1;

  /** One worker and the groups on it. */
  public static final class Shared {
    private final int order;
    private int worker = ANY;
    private int left = Job.WHOLE_WORKER;
    private final List<Integer> groups = new ArrayList<>();

    private Shared(int order) {
      this.order = order;
    }

    /** Its index in the pool, or {@link #ANY}. */
    public int worker() {
      return worker;
    }

    public List<Integer> groups() {
      return groups;
    }
  }

  private static final Comparator<Shared> FULLEST_FIRST =
      Comparator.comparingInt((Shared shared) -> shared.left)
          .thenComparingInt(shared -> shared.order);

  private final GroupIndex all;
  private final int[] before; // by group: its worker in the round before, or ANY
  private Set<Shared> workers = new LinkedHashSet<>();
  private TreeSet<Shared> byLeft = new TreeSet<>(FULLEST_FIRST);
  private Map<Integer, Shared> byWorker = new HashMap<>();
  private Map<Integer, Shared> byGroup = new HashMap<>();
  private int opened;

  /** Laying out anew makes no room for so many thousandths, nor does on so few workers. */
  private int tooMuch = Integer.MAX_VALUE;

  private int tooFew = -1;

  /**
   * No groups yet.
   *
   * @param before the index of the worker that a group had in the round before and may have again,
   *     or {@link #ANY}, {@code [group]}
   */
  public SharePacking(GroupIndex all, int[] before) {
    this.all = all;
    this.before = before;
  }

  public int count() {
    return workers.size();
  }

  /** The workers with their groups. */
  public Set<Shared> workers() {
    return workers;
  }

  /** Whether a share fits without moving anybody, on so many workers. */
  public boolean hasRoom(int milli, int most) {
    return workers.size() < most || fullestWithRoom(milli) != null;
  }

  /** Puts a group on a worker if it fits without moving anybody, on so many workers. */
  public boolean put(int g, int most) {
    int milli = all.gpuMilli(g);
    boolean mayOpen = workers.size() < most;
    Shared shared = byWorker.get(before[g]);
    if (shared == null && before[g] != ANY && mayOpen) {
      shared = open(); // where it was
    }
    if (shared == null || shared.left < milli) {
      shared = fullestWithRoom(milli);
    }
    if (shared == null && mayOpen) {
      shared = open();
    }
    if (shared != null) {
      enter(g, shared);
    }
    return shared != null;
  }

  /** Puts a group on a worker if there is a way to lay out all groups on so many workers. */
  public boolean putByMoving(int g, int most) {
    if (all.gpuMilli(g) >= tooMuch) {
      return false;
    }
    List<Integer> groups = groups();
    groups.add(g);
    boolean fits = layOut(groups, most);
    tooMuch = fits ? tooMuch : all.gpuMilli(g);
    return fits;
  }

  /** Lays out all groups on so many workers if there is a way. */
  public boolean squeezeInto(int most) {
    boolean fits = most > tooFew && layOut(groups(), most);
    tooFew = fits ? tooFew : Math.max(tooFew, most);
    return fits;
  }

  /** To be called when more workers may be had than before. */
  public void forgetFailures() {
    tooMuch = Integer.MAX_VALUE;
    tooFew = -1;
  }

  private List<Integer> groups() {
    List<Integer> groups = new ArrayList<>();
    workers.forEach(shared -> groups.addAll(shared.groups));
    return groups;
  }

  /** Takes a group away; its worker stays here until {@link #close}, even if it is empty. */
  public Shared leave(int g) {
    Shared shared = byGroup.remove(g);
    if (shared == null) {
      throw new IllegalStateException("group %d is on none of the shared workers".formatted(g));
    }
    byLeft.remove(shared);
    shared.groups.remove((Integer) g);
    shared.left += all.gpuMilli(g);
    byLeft.add(shared);
    forgetFailures();
    return shared;
  }

  /** Puts a group on a worker with room for it. */
  public void enter(int g, Shared shared) {
    byLeft.remove(shared);
    shared.groups.add(g);
    byGroup.put(g, shared);
    shared.left -= all.gpuMilli(g);
    byLeft.add(shared);
    if (shared.worker == ANY
        && before[g] != ANY
        && byWorker.putIfAbsent(before[g], shared) == null) {
      shared.worker = before[g];
    }
  }

  /** Gives an empty worker back. */
  public void close(Shared shared) {
    if (shared.groups.isEmpty()) {
      byLeft.remove(shared);
      workers.remove(shared);
      byWorker.remove(shared.worker);
    }
  }

  private Shared open() {
    Shared shared = new Shared(opened++);
    workers.add(shared);
    byLeft.add(shared);
    return shared;
  }

  private @Nullable Shared fullestWithRoom(int milli) {
    Shared least = new Shared(-1);
    least.left = milli;
    return byLeft.ceiling(least);
  }

  /** Changes nothing unless that succeeds. */
  private boolean layOut(List<Integer> groups, int most) {
    long milli = groups.stream().mapToLong(all::gpuMilli).sum();
    if (milli > (long) most * Job.WHOLE_WORKER) {
      return false;
    }
    SharePacking anew = new SharePacking(all, anywhere());
    groups.sort(Comparator.<Integer>comparingInt(all::gpuMilli).reversed().thenComparing(g -> g));
    for (int g : groups) {
      if (!anew.put(g, most)) {
        return false;
      }
    }
    workers = anew.workers;
    byLeft = anew.byLeft;
    opened = anew.opened;
    byWorker = new HashMap<>();
    byGroup = anew.byGroup;
    nameWorkers();
    return true;
  }

  private int[] anywhere() {
    int[] anywhere = new int[before.length];
    Arrays.fill(anywhere, ANY);
    return anywhere;
  }

  /** Who has most of what was on a worker in the round before counts as that worker. */
  private void nameWorkers() {
    record Claimant(Shared shared, int worker, int milli) {}

    List<Claimant> claimants = new ArrayList<>();
    for (Shared shared : workers) {
      Map<Integer, Integer> milliOf = new TreeMap<>();
      for (int g : shared.groups) {
        if (before[g] != ANY) {
          milliOf.merge(before[g], all.gpuMilli(g), Integer::sum);
        }
      }
      milliOf.forEach((worker, milli) -> claimants.add(new Claimant(shared, worker, milli)));
    }
    claimants.sort(Comparator.comparingInt(Claimant::milli).reversed()); // stable
    Set<Shared> named = new HashSet<>();
    for (Claimant claimant : claimants) {
      if (!byWorker.containsKey(claimant.worker) && named.add(claimant.shared)) {
        claimant.shared.worker = claimant.worker;
        byWorker.put(claimant.worker, claimant.shared);
      }
    }
  }
}
