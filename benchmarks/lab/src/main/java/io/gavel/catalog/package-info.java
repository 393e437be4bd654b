/** Policies, placement strategies and estimation methods by name. */
@NullMarked
package io.gavel.catalog;

import org.jspecify.annotations.NullMarked;
