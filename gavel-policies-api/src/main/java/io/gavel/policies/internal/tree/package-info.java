/** The division of a cluster by a tree of entities, computed from throughputs. */
@NullMarked
package io.gavel.policies.internal.tree;

import org.jspecify.annotations.NullMarked;
