/**
 * The tables of a result directory: names of their files, columns and values, shared by the code
 * that writes them and the code that reads them.
 */
@NullMarked
package io.brokerbench.results.tables;

import org.jspecify.annotations.NullMarked;
