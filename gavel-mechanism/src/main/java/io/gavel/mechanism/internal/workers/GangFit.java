package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.List;

/**
 * First-fit assignment of workers to the gangs of one pool. A gang goes to the first server with
 * room for all of it, or else spans servers from the first server with room on. The last server may
 * be smaller. Mutable.
 *
 * <p>Larger gangs must be placed first. While gangs of one size are placed, servers only fill up,
 * so each search continues where the previous one of that size ended. A round takes time
 * proportional to its workers, plus the servers once for each size.
 */
final class GangFit implements WorkerFit {

  private final int pool;
  private final int perServer;
  private final boolean[] used; // by worker
  private final int[] room; // by server
  private final int[] next; // by server: no worker before this one is free
  private int size;
  private int firstWithRoom; // for a gang of the current size
  private int firstNotFull;

  GangFit(Workers workers, int pool) {
    this.pool = pool;
    Cluster cluster = workers.cluster();
    this.perServer = workers.perServer(pool);
    this.used = new boolean[cluster.poolWorkers(pool)];
    this.room = new int[(int) (((long) used.length + perServer - 1) / perServer)];
    this.next = new int[room.length];
    for (int server = 0; server < room.length; server++) {
      next[server] = server * perServer;
      room[server] = Math.min(perServer, used.length - server * perServer);
    }
    keep(workers.unassignable(pool));
  }

  @Override
  public void keep(List<Worker> workers) {
    for (Worker worker : workers) {
      used[worker.index()] = true;
      room[worker.server()]--;
    }
  }

  @Override
  public List<Worker> keep(int index) {
    List<Worker> worker = List.of(new Worker(pool, index, index / perServer));
    keep(worker);
    return worker;
  }

  @Override
  public List<Worker> place(int g, int scaleFactor) {
    if (scaleFactor != size) {
      size = scaleFactor;
      firstWithRoom = 0;
    }
    while (firstWithRoom < room.length && room[firstWithRoom] < size) {
      firstWithRoom++;
    }
    List<Worker> gang = new ArrayList<>(size);
    if (firstWithRoom < room.length) {
      takeFrom(firstWithRoom, gang);
    }
    while (gang.size() < size) {
      takeFrom(firstNotFull, gang);
      if (room[firstNotFull] == 0) {
        firstNotFull++;
      }
    }
    return gang;
  }

  private void takeFrom(int server, List<Worker> gang) {
    int end = server * perServer + Math.min(perServer, used.length - server * perServer);
    int w = next[server];
    for (; w < end && gang.size() < size; w++) {
      if (!used[w]) {
        used[w] = true;
        room[server]--;
        gang.add(new Worker(pool, w, server));
      }
    }
    next[server] = w;
  }
}
