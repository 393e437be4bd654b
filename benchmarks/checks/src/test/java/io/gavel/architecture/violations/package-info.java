/**
 * A library that breaks every rule, with packages like those of the real one; it is never called.
 * Each class says which rule it breaks.
 */
package io.gavel.architecture.violations;
