package io.gavel.mechanism.internal.workers;

import static java.util.Objects.requireNonNull;

import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.policies.model.Job;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Packs the shares of groups onto the workers of one pool in a round. No worker ever has more than
 * 1,000 thousandths taken.
 *
 * <p>A group returns to the worker that it had in the previous round if there is room, else it goes
 * to the fullest worker with room, else to another worker. If that takes more workers than there
 * are, all groups are repacked: the largest first, each on the fullest worker with room, or, if
 * these are too many, on one worker after the other, each as full as possible. A repacked worker
 * then counts as the one that most of its groups, by thousandths, had before. Finding a place takes
 * {@code O(log n)} for n groups, repacking {@code O(n log n)}. Mutable.
 */
public final class SharePacking {

  /** Stands for any worker. */
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

    /** Returns the worker's index in the pool, or {@link #ANY}. */
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

  /** The largest number of workers, times sizes of groups, that are filled one after the other. */
  private static final int MOST_FILLED = 512;

  private final GroupIndex all;
  private final int[] before; // by group: its worker in the previous round, or ANY
  private Set<Shared> workers = new LinkedHashSet<>();
  private TreeSet<Shared> byLeft = new TreeSet<>(FULLEST_FIRST);
  private Map<Integer, Shared> byWorker = new HashMap<>();
  private Map<Integer, Shared> byGroup = new HashMap<>();
  private int opened;

  private int tooMuch = Integer.MAX_VALUE; // repacking failed for this many thousandths

  private int tooFew = -1; // repacking failed on this number of workers

  /**
   * Creates a packing without groups.
   *
   * @param before by group, the index of the worker that it had in the previous round and may have
   *     again, or {@link #ANY}
   */
  public SharePacking(GroupIndex all, int[] before) {
    this.all = all;
    this.before = before;
  }

  public int count() {
    return workers.size();
  }

  /** Returns the workers with their groups. */
  public Set<Shared> workers() {
    return workers;
  }

  /** Returns whether a share fits without moving other shares, on at most this many workers. */
  public boolean hasRoom(int milli, int most) {
    return workers.size() < most || fullestWithRoom(milli) != null;
  }

  /**
   * Puts a group on a worker if it fits without moving other groups, on at most this many workers.
   */
  public boolean put(int g, int most) {
    int milli = all.gpuMilli(g);
    boolean mayOpen = workers.size() < most;
    Shared shared = byWorker.get(before[g]);
    if (shared == null && before[g] != ANY && mayOpen) {
      shared = open(); // the group's previous worker
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

  /** Reserves a part of a worker for another use. */
  public void occupy(int worker, int milli) {
    Shared shared = byWorker.get(worker);
    if (shared == null) {
      shared = open();
      shared.worker = worker;
      byWorker.put(worker, shared);
    }
    byLeft.remove(shared);
    shared.left -= milli;
    byLeft.add(shared);
  }

  /** Puts a group on a worker if repacking fits all groups on at most this many workers. */
  public boolean putByMoving(int g, int most) {
    if (all.gpuMilli(g) >= tooMuch) {
      return false;
    }
    List<Integer> groups = groups();
    groups.add(g);
    boolean fits = repack(groups, most);
    tooMuch = fits ? tooMuch : all.gpuMilli(g);
    return fits;
  }

  /** Repacks all groups on at most this many workers, if they fit. */
  public boolean squeezeInto(int most) {
    boolean fits = most > tooFew && repack(groups(), most);
    tooFew = fits ? tooFew : Math.max(tooFew, most);
    return fits;
  }

  /** Forgets failed repackings; needed when there may be more room than before. */
  public void forgetFailures() {
    tooMuch = Integer.MAX_VALUE;
    tooFew = -1;
  }

  private List<Integer> groups() {
    List<Integer> groups = new ArrayList<>();
    workers.forEach(shared -> groups.addAll(shared.groups));
    return groups;
  }

  /** Removes a group; its worker stays until {@link #close}, even if it is empty. */
  public Shared leave(int g) {
    Shared shared = byGroup.remove(g);
    if (shared == null) {
      throw new IllegalStateException("group %s is not on a shared worker".formatted(g));
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

  /** Removes a worker if it is empty. */
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

  /** Packs the given groups again; changes nothing if they do not fit. */
  private boolean repack(List<Integer> groups, int most) {
    long milli = groups.stream().mapToLong(all::gpuMilli).sum();
    if (milli > (long) most * Job.WHOLE_WORKER) {
      return false;
    }
    groups.sort(Comparator.<Integer>comparingInt(all::gpuMilli).reversed().thenComparing(g -> g));
    SharePacking repacked = new SharePacking(all, anywhere());
    for (int g : groups) {
      if (!repacked.put(g, most)) {
        repacked = new SharePacking(all, anywhere());
        if (!repacked.fillEach(groups, most)) {
          return false;
        }
        break;
      }
    }
    workers = repacked.workers;
    byLeft = repacked.byLeft;
    opened = repacked.opened;
    byWorker = new HashMap<>();
    byGroup = repacked.byGroup;
    nameWorkers();
    return true;
  }

  /**
   * Fills one worker after the other: with the largest remaining group, then with the groups that
   * leave the least room. With MIG profiles, two of 496 fit on one worker, but together with four
   * of 251 they need a worker less on different ones.
   *
   * @return false if more than this many workers are needed, or there are too many sizes
   */
  private boolean fillEach(List<Integer> largestFirst, int most) {
    NavigableMap<Integer, Deque<Integer>> bySize = new TreeMap<>(Comparator.reverseOrder());
    for (int g : largestFirst) {
      bySize.computeIfAbsent(all.gpuMilli(g), milli -> new ArrayDeque<>()).add(g);
    }
    if ((long) most * bySize.size() > MOST_FILLED) {
      return false;
    }
    while (!bySize.isEmpty()) {
      if (workers.size() == most) {
        return false;
      }
      Shared shared = open();
      enter(takeFrom(bySize, bySize.firstKey()), shared);
      for (int milli : fullest(bySize, shared.left)) {
        enter(takeFrom(bySize, milli), shared);
      }
    }
    return true;
  }

  private static int takeFrom(NavigableMap<Integer, Deque<Integer>> bySize, int milli) {
    Deque<Integer> groups = requireNonNull(bySize.get(milli));
    int g = groups.remove();
    if (groups.isEmpty()) {
      bySize.remove(milli);
    }
    return g;
  }

  /** Returns the sizes of groups with the largest sum that the room allows. */
  private static List<Integer> fullest(NavigableMap<Integer, Deque<Integer>> bySize, int room) {
    int[] last = new int[room + 1]; // by sum: the size added last; 0 if the sum is not reached
    int[] times = new int[room + 1]; // by sum: how often this size is in it
    for (Map.Entry<Integer, Deque<Integer>> size : bySize.entrySet()) {
      int milli = size.getKey();
      for (int sum = milli; sum <= room; sum++) {
        int rest = sum - milli;
        int already = last[rest] == milli ? times[rest] : 0;
        if (last[sum] == 0 && (rest == 0 || last[rest] > 0) && already < size.getValue().size()) {
          last[sum] = milli;
          times[sum] = already + 1;
        }
      }
    }
    int sum = room;
    while (sum > 0 && last[sum] == 0) {
      sum--;
    }
    List<Integer> sizes = new ArrayList<>();
    for (; sum > 0; sum -= last[sum]) {
      sizes.add(last[sum]);
    }
    return sizes;
  }

  private int[] anywhere() {
    int[] anywhere = new int[before.length];
    Arrays.fill(anywhere, ANY);
    return anywhere;
  }

  /** Names each worker after the previous worker of most of its groups, by thousandths. */
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
