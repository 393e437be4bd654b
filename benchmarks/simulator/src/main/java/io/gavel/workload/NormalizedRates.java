package io.gavel.workload;

import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;

/**
 * The jobs on one worker of a throughput table, as the estimator wants them: each job type's rate
 * beside each partner on each worker type, as a fraction of its rate alone there.
 */
public final class NormalizedRates {

  private static final String SEVERAL_SERVERS = "_unconsolidated";

  private final String source;
  private final ThroughputTable table;

  private NormalizedRates(String source, ThroughputTable table) {
    this.source = source;
    this.table = table;
  }

  /**
   * Takes a whole table. Worker types named {@code ..._unconsolidated} say how jobs run across
   * servers, which jobs on one worker do not, and are left out.
   *
   * @param source where the table is from, for complaints
   * @param table throughputs
   * @return job types in order of their names × (worker type in order of the table, partner)
   * @throws InvalidInputException if the table lacks a rate
   */
  public static ReferenceTable all(String source, ThroughputTable table) {
    try {
      return new NormalizedRates(source, table)
          .rates(
              table.workerTypes().stream()
                  .filter(name -> !name.endsWith(SEVERAL_SERVERS))
                  .toList());
    } catch (IllegalArgumentException e) { // a name is blank
      throw new InvalidInputException("%s: %s".formatted(source, e.getMessage()));
    }
  }

  /**
   * Takes a part of a table that is there already.
   *
   * @param table throughputs
   * @param workerTypes which worker types are of interest
   * @return job types in order of their names × (worker type, partner)
   * @throws InvalidInputException if the table lacks a rate
   */
  public static ReferenceTable of(ThroughputTable table, List<String> workerTypes) {
    return new NormalizedRates("the throughput table", table).rates(workerTypes);
  }

  /**
   * The job types of a table among themselves.
   *
   * @param all job types × (worker type, partner)
   * @param workerTypes which worker types are of interest
   * @param names some of the job types
   * @return these × (worker type, one of these)
   */
  public static ReferenceTable among(
      ReferenceTable all, List<String> workerTypes, List<String> names) {
    Columns columns = Columns.grid(workerTypes, names, false);
    double[][] rates = new double[names.size()][columns.size()];
    for (int i = 0; i < rates.length; i++) {
      int row = all.names().indexOf(names.get(i));
      for (int k = 0; k < columns.size(); k++) {
        rates[i][k] = all.rate(row, all.columns().indexOf(columns.column(k)));
      }
    }
    return ReferenceTable.of(columns, names, rates);
  }

  private ReferenceTable rates(List<String> workerTypes) {
    List<JobKind> kinds = table.kinds().stream().filter(kind -> kind.scaleFactor() == 1).toList();
    if (kinds.isEmpty() || workerTypes.isEmpty()) {
      throw new InvalidInputException(
          "%s: has no throughput of a job on one worker".formatted(source));
    }
    List<String> names = kinds.stream().map(JobKind::jobType).toList();
    Columns columns = Columns.grid(workerTypes, names, false);
    double[][] rates = new double[names.size()][columns.size()];
    for (int i = 0; i < rates.length; i++) {
      for (int k = 0; k < columns.size(); k++) {
        rates[i][k] = rate(kinds.get(i), columns.column(k));
      }
    }
    return ReferenceTable.of(columns, names, rates);
  }

  private double rate(JobKind kind, Column column) {
    JobKind partner = new JobKind(column.partner(), 1);
    double alone =
        table
            .stepsPerSecond(column.workerType(), kind)
            .orElseThrow(() -> lacks(column, "throughput of %s alone".formatted(kind)));
    double shared =
        table
            .sharing(column.workerType(), kind, partner)
            .orElseThrow(() -> lacks(column, "throughput of %s beside %s".formatted(kind, partner)))
            .ofThis();
    if (alone == 0 && shared > 0) {
      throw new InvalidInputException(
          "%s: %s: %s runs beside %s and not alone; must run alone too"
              .formatted(source, column.workerType(), kind, partner));
    }
    // A job that does not run on a worker type shares no worker there either.
    return alone == 0 ? 0 : Measurements.normalizedRate(shared, alone);
  }

  private InvalidInputException lacks(Column column, String what) {
    return new InvalidInputException(
        "%s: %s: %s is missing".formatted(source, column.workerType(), what));
  }
}
