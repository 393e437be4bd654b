package io.gavel.catalog;

import static java.util.Objects.requireNonNull;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.function.Supplier;

/** An estimation method of a user. Its exceptions are reported as its own. Immutable. */
record OwnMethod(EstimationMethod own) implements EstimationMethod {

  @Override
  public RowEstimator fit(ReferenceTable references) {
    RowEstimator estimator =
        call(() -> requireNonNull(own.fit(references), "it returned no estimator"));
    return new RowEstimator() {
      @Override
      public Columns columns() {
        return call(() -> requireNonNull(estimator.columns(), "it returned no columns"));
      }

      @Override
      public Estimate estimate(Measurements row) {
        return call(() -> requireNonNull(estimator.estimate(row), "it returned no estimate"));
      }
    };
  }

  private <R> R call(Supplier<R> step) {
    return OwnClasses.call("estimation method", own, step);
  }
}
