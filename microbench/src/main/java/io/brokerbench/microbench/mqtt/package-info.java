/** Benchmarks of message encoding and decoding by the Eclipse Paho client's own classes. */
@NullMarked
package io.brokerbench.microbench.mqtt;

import org.jspecify.annotations.NullMarked;
