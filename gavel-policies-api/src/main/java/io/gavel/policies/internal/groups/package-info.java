/** Checks and names of the groups of a throughput matrix. Not exported. */
@NullMarked
package io.gavel.policies.internal.groups;

import org.jspecify.annotations.NullMarked;
