/** The division of a cluster by a tree of entities, from what jobs have. */
@NullMarked
package io.gavel.policies.internal.tree;

import org.jspecify.annotations.NullMarked;
