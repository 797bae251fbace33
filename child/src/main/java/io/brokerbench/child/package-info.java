/** What runs in the JVMs that we start; Java 8, and nothing but the JDK. */
package io.brokerbench.child;
