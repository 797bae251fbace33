/** TLS from clients to brokers: settings, verification, and the meaning of failures. */
@NullMarked
package io.brokerbench.driver.tls;

import org.jspecify.annotations.NullMarked;
