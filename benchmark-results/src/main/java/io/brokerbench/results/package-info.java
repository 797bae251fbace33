/**
 * The content of {@code run.json} as records: a field of the file is a component of a record, so
 * that writers and readers share its name, type and unit. docs/metrics explains each field.
 *
 * <p>A component that is {@code @Nullable} is null in the file where the figure is unknown; with
 * {@code @JsonInclude(NON_NULL)} it is omitted where it does not apply.
 */
@NullMarked
package io.brokerbench.results;

import org.jspecify.annotations.NullMarked;
