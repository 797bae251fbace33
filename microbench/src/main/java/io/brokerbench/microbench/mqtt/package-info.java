/** What Eclipse Paho's client does to the bytes of a message, by its own classes. */
@NullMarked
package io.brokerbench.microbench.mqtt;

import org.jspecify.annotations.NullMarked;
