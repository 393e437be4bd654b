/**
 * Building blocks that several families of policies share: shares of pools, throughput floors,
 * rates of jobs, allocations assembled from parts. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.internal;

import org.jspecify.annotations.NullMarked;
