package io.gavel.mechanism.placement;

import io.gavel.mechanism.placement.Placement.PlacedTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Places gangs as in Gavel §5. Gangs that can keep their GPUs are placed first, then larger gangs
 * before smaller ones, each on the fewest servers. A gang spans servers if no server has room for
 * all its members, and racks if no rack has. The placer changes the given {@link Servers}; like
 * them, it is not thread-safe.
 *
 * <p>The part of a gang on one server is one task there. Its id is the gang's id, followed by a
 * slash and the part's number, from 0, if the gang has more than one member. Parts are released
 * together.
 */
public final class GangPlacer {

  private static final int MOST_TRIES = 1000;

  private final Servers servers;
  private final Placer placer;

  private GangPlacer(Servers servers, Placer placer) {
    this.servers = servers;
    this.placer = placer;
  }

  /**
   * Creates a placer of gangs.
   *
   * @param servers the servers to place gangs on
   * @param strategy the strategy that chooses the server of a gang that fits on one; {@link
   *     PlacementStrategies#strided()} in Gavel
   * @return the placer
   */
  public static GangPlacer of(Servers servers, PlacementStrategy strategy) {
    return new GangPlacer(servers, strategy.on(servers));
  }

  /**
   * Places as many gangs as fit: first the gangs that can keep their GPUs, then the remaining
   * gangs; within both, the gangs with the most GPUs first, then in the given order. If gangs
   * remain that would fit alone, other orders of gangs with equal numbers of GPUs are tried, with
   * up to 1,000 placements of a gang; the order that places the most GPUs wins.
   *
   * @param gangs gangs with different ids
   * @param previous the previous placements of gangs, by id; other ids are ignored
   * @return the parts of each gang that was placed, by id; a gang that is absent did not fit
   * @throws IllegalArgumentException if a gang runs already
   */
  public Map<String, List<PlacedTask>> placeAll(
      List<Gang> gangs, Map<String, List<Placement>> previous) {
    List<Gang> ordered =
        gangs.stream().sorted(Comparator.comparingLong(Gang::gpuMilli).reversed()).toList();
    Map<String, List<PlacedTask>> placed = new LinkedHashMap<>();
    for (Gang gang : ordered) {
      requireNew(gang);
      keep(gang, previous.getOrDefault(gang.id(), List.of()), placed);
    }
    placeInBestOrder(
        ordered.stream().filter(gang -> !placed.containsKey(gang.id())).toList(), placed);
    return placed;
  }

  /** Places gangs that are sorted by falling GPUs. */
  private void placeInBestOrder(List<Gang> gangs, Map<String, List<PlacedTask>> placed) {
    Map<String, List<PlacedTask>> given = placeInOrder(gangs);
    List<Gang> missed = gangs.stream().filter(gang -> !given.containsKey(gang.id())).toList();
    if (!missed.isEmpty()) {
      given.values().forEach(this::release);
      List<Gang> possible = gangs.stream().filter(this::fits).toList();
      List<Gang> best = new OrderSearch(possible, missed).best();
      given.clear();
      given.putAll(placeInOrder(best.isEmpty() ? possible : best));
    }
    placed.putAll(given);
  }

  private Map<String, List<PlacedTask>> placeInOrder(List<Gang> gangs) {
    Map<String, List<PlacedTask>> placed = new LinkedHashMap<>();
    for (Gang gang : gangs) {
      List<PlacedTask> parts = place(gang);
      if (!parts.isEmpty()) {
        placed.put(gang.id(), parts);
      }
    }
    return placed;
  }

  private boolean fits(Gang gang) {
    List<PlacedTask> parts = place(gang);
    release(parts);
    return !parts.isEmpty();
  }

  private void release(List<PlacedTask> parts) {
    parts.forEach(part -> servers.release(part.request().id()));
  }

  /** A depth-first search among the orders of gangs with equal numbers of GPUs. Mutable. */
  private final class OrderSearch {

    private final List<Gang> left;
    private final List<Gang> order = new ArrayList<>();
    private List<Gang> best = List.of();
    private long leastMissed; // GPUs in thousandths
    private int tries;

    /**
     * Prepares a search.
     *
     * @param possible gangs that fit alone, by falling GPUs
     * @param missed the gangs that are not placed in this order
     */
    OrderSearch(List<Gang> possible, List<Gang> missed) {
      this.left = new ArrayList<>(possible);
      this.leastMissed =
          missed.stream().filter(new HashSet<>(possible)::contains).mapToLong(Gang::gpuMilli).sum();
    }

    /** Returns the gangs in a better order; empty if none was found. */
    List<Gang> best() {
      search(0);
      return best;
    }

    private void search(long missed) {
      if (missed >= leastMissed || tries > MOST_TRIES) {
        return;
      }
      if (left.isEmpty()) {
        best = List.copyOf(order);
        leastMissed = missed;
        return;
      }
      long size = left.get(0).gpuMilli();
      Set<Gang> shapes = new HashSet<>();
      for (int i = 0; i < left.size() && left.get(i).gpuMilli() == size; i++) {
        if (shapes.add(left.get(i).shape())) {
          tries++;
          Gang gang = left.remove(i);
          order.add(gang);
          List<PlacedTask> parts = place(gang);
          search(parts.isEmpty() ? missed + size : missed);
          release(parts);
          order.remove(order.size() - 1);
          left.add(i, gang);
        }
      }
    }
  }

  /**
   * Places a gang: on the server that the strategy chooses if one has room for all members, else in
   * one rack if possible, on the fewest servers, with the most room first. Of several racks, the
   * gang goes to one where it needs the fewest servers, and of these to one with the least room.
   *
   * @param gang a gang that does not run yet
   * @return its parts; empty if the gang does not fit, and then nothing has changed
   * @throws IllegalArgumentException if the gang runs already
   */
  public List<PlacedTask> place(Gang gang) {
    requireNew(gang);
    int[] room =
        IntStream.range(0, servers.size()).map(s -> gang.room(servers, s, gang.size())).toArray();
    if (IntStream.of(room).anyMatch(here -> here == gang.size())) {
      PlacementRequest whole = gang.part(0, gang.size());
      return placer
          .choose(whole)
          .map(placement -> List.of(take(whole, placement)))
          .orElse(List.of());
    }
    return IntStream.of(room).asLongStream().sum() < gang.size()
        ? List.of()
        : spread(gang, inOneRack(gang, room));
  }

  /**
   * Returns the room in the rack for a gang that needs several servers; all room if no rack will
   * do.
   */
  private int[] inOneRack(Gang gang, int[] room) {
    return IntStream.range(0, servers.size())
        .mapToObj(s -> servers.server(s).rack())
        .distinct()
        .map(rack -> inRack(room, rack))
        .filter(there -> IntStream.of(there).asLongStream().sum() >= gang.size())
        .min(
            Comparator.<int[]>comparingInt(there -> fewest(gang, there))
                .thenComparingLong(there -> IntStream.of(there).asLongStream().sum()))
        .orElse(room);
  }

  private int[] inRack(int[] room, String rack) {
    return IntStream.range(0, room.length)
        .map(s -> servers.server(s).rack().equals(rack) ? room[s] : 0)
        .toArray();
  }

  /** Returns the least number of servers for a gang, which must fit. */
  private static int fewest(Gang gang, int[] room) {
    int[] sorted = IntStream.of(room).sorted().toArray();
    int count = 0;
    for (int left = gang.size(); left > 0; left -= sorted[sorted.length - count]) {
      count++;
    }
    return count;
  }

  private List<PlacedTask> spread(Gang gang, int[] room) {
    List<Integer> order =
        IntStream.range(0, room.length)
            .filter(s -> room[s] > 0)
            .boxed()
            .sorted(Comparator.comparingInt((Integer s) -> room[s]).reversed())
            .toList();
    List<PlacedTask> parts = new ArrayList<>();
    int left = gang.size();
    for (int i = 0; left > 0; i++) {
      int s = order.get(i);
      PlacementRequest part = gang.part(i, Math.min(left, room[s]));
      parts.add(take(part, new Placement(s, GpuChoice.FIRST.of(servers, s, part))));
      left -= room[s];
    }
    return parts;
  }

  private void keep(Gang gang, List<Placement> before, Map<String, List<PlacedTask>> placed) {
    int perMember = Math.max(1, gang.member().gpus());
    List<PlacedTask> parts = new ArrayList<>();
    int members = 0;
    for (int i = 0; i < before.size(); i++) {
      Placement placement = before.get(i);
      int here = Math.max(1, placement.gpus().size() / perMember);
      PlacementRequest part = gang.part(i, here);
      if (PlacementCheck.fault(servers, part, placement).isPresent()) {
        break;
      }
      parts.add(take(part, placement));
      members += here;
    }
    if (parts.size() == before.size() && members == gang.size()) {
      placed.put(gang.id(), parts);
    } else {
      release(parts);
    }
  }

  private PlacedTask take(PlacementRequest request, Placement placement) {
    servers.place(request, placement);
    return new PlacedTask(request, placement);
  }

  private void requireNew(Gang gang) {
    String id = gang.part(0, 1).id();
    if (servers.task(id).isPresent()) {
      throw new IllegalArgumentException(
          "gang \"%s\" already runs; release its parts before it is placed again"
              .formatted(gang.id()));
    }
  }
}
