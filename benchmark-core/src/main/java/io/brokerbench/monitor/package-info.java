/** Figures of the cluster's nodes from exporters on their machines, or from a Prometheus server. */
@NullMarked
package io.brokerbench.monitor;

import org.jspecify.annotations.NullMarked;
