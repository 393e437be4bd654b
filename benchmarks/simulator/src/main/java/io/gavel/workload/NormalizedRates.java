package io.gavel.workload;

import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;

/**
 * Converts the single-worker jobs of a throughput table for the estimator: the rate of each job
 * type with each partner on each worker type, as a fraction of its rate alone there. Stateless and
 * thread-safe.
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
   * Converts a table. Worker types named {@code ..._unconsolidated} describe jobs that span
   * servers, which single-worker jobs do not; they are skipped.
   *
   * @param source origin of the table, for error messages
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
   * Converts some worker types of a table.
   *
   * @param table throughputs
   * @param workerTypes the worker types to include
   * @return job types in order of their names × (worker type, partner)
   * @throws InvalidInputException if the table lacks a rate
   */
  public static ReferenceTable of(ThroughputTable table, List<String> workerTypes) {
    return new NormalizedRates("the throughput table", table).rates(workerTypes);
  }

  /**
   * Restricts a reference table to some job types, as rows and as partners.
   *
   * @param all the table: job types × (worker type, partner)
   * @param workerTypes the worker types to include
   * @param names the job types to include
   * @return the included job types × (worker type, included partner)
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
          "%s: has no throughput of a single-worker job".formatted(source));
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
            .orElseThrow(() -> lacks(column, "throughput of %s with %s".formatted(kind, partner)))
            .ofThis();
    if (alone == 0 && shared > 0) {
      throw new InvalidInputException(
          "%s: %s: %s has a throughput with %s but none alone; it must have both"
              .formatted(source, column.workerType(), kind, partner));
    }
    // A job that does not run on a worker type does not share its workers either.
    return alone == 0 ? 0 : Measurements.normalizedRate(shared, alone);
  }

  private InvalidInputException lacks(Column column, String what) {
    return new InvalidInputException(
        "%s: %s: %s is missing".formatted(source, column.workerType(), what));
  }
}
