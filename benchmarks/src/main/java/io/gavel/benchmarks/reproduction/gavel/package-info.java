/**
 * Gavel's own results, one class an experiment: single- and multi-worker jobs, policies, rounds,
 * leases, the physical cluster, cost, and jobs that share workers.
 */
@NullMarked
package io.gavel.benchmarks.reproduction.gavel;

import org.jspecify.annotations.NullMarked;
