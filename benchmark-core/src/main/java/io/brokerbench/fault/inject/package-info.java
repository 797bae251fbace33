/** The injection of planned faults into a running cluster. */
@NullMarked
package io.brokerbench.fault.inject;

import org.jspecify.annotations.NullMarked;
