package io.gavel.policies.lp.solver.program;

import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.List;

/**
 * Relaxes the floors of a program and minimises their violation. Each job with a floor gets one
 * more column, which runs at the rate of the floor, on an additional pool with one worker for each
 * such job, and costs 1. So the program always has a feasible point, and it has one of cost 0 if
 * and only if all floors can be met. Immutable; arrays are not copied.
 */
public final class ElasticFloors {

  private final AllocationProgram program;

  /** Where the columns of the other program are, {@code [column]}. */
  private final int[] place;

  private ElasticFloors(AllocationProgram program, int[] place) {
    this.program = program;
    this.place = place;
  }

  /**
   * Makes floors elastic.
   *
   * @param program a program without pairs by job type; its objective, floors and coupling rows do
   *     not matter
   * @param floors the least throughput of each job in steps per second, {@code [job]}; at most 0
   *     for none; not copied, not to be modified afterwards
   * @return the program that maximises minus the sum of the parts that are missed
   */
  public static ElasticFloors of(AllocationProgram program, double[] floors) {
    ProgramColumns own = program.columns();
    int floored = (int) Arrays.stream(floors).filter(floor -> floor > 0).count();
    int[] order = new int[own.count() + floored];
    int[] place = new int[own.count()];
    int next = 0;
    int c = 0;
    for (int m = 0, added = own.count(); m < floors.length; m++) { // columns are ordered by job
      for (; c < place.length && own.first[c] == m && own.second(c) < 0; c++) {
        place[c] = next;
        order[next++] = c;
      }
      if (floors[m] > 0) {
        order[next++] = added++;
      }
    }
    for (; c < place.length; c++) {
      place[c] = next;
      order[next++] = c;
    }
    return new ElasticFloors(program(program, floors, floored, order), place);
  }

  private static AllocationProgram program(
      AllocationProgram program, double[] floors, int floored, int[] order) {
    ProgramColumns own = program.columns();
    ProgramColumns columns = own.resized(own.count() + floored, own.hasPairs()).select(order);
    double[] gain = new double[order.length];
    int entry = Arrays.stream(own.entry).max().orElse(-1);
    int m = 0;
    for (int i = 0; i < order.length; i++) {
      if (order[i] >= own.count()) {
        while (!(floors[m] > 0)) {
          m++;
        }
        columns.entry[i] = ++entry;
        columns.pool[i] = program.poolCount();
        columns.first[i] = m;
        columns.size[i] = 1;
        columns.rate[i] = floors[m++];
        gain[i] = -1;
      }
    }
    double[] workers = Arrays.copyOf(program.workers, program.poolCount() + 1);
    workers[program.poolCount()] = floored;
    return new AllocationProgram(
        program.types,
        workers,
        columns,
        floors,
        CouplingRows.none(),
        FreeVariables.none(),
        List.of(),
        Goal.total(gain, false));
  }

  /**
   * Returns the program.
   *
   * @return a program without coupling rows and free variables, and with one more pool
   */
  public AllocationProgram program() {
    return program;
  }

  /**
   * Returns the place of a column of the original program.
   *
   * @param c a column of the original program
   * @return its index in {@link #program}
   */
  public int place(int c) {
    return place[c];
  }
}
