/**
 * Building blocks of several families of policies: shares of pools, throughput floors, allocations
 * from parts. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.internal;

import org.jspecify.annotations.NullMarked;
