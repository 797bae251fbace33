/** Publishers, with confirms or transactions. */
@NullMarked
package io.brokerbench.rabbitmq.send;

import org.jspecify.annotations.NullMarked;
