/**
 * A library that breaks every rule, with packages like those of the real one; nobody calls it. Each
 * class says which rule it breaks.
 */
package io.gavel.architecture.violations;
