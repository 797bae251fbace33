/** Code that runs in the JVMs started by brokerbench; requires Java 8 and nothing but the JDK. */
package io.brokerbench.child;
