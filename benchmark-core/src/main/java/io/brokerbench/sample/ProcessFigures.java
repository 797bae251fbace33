package io.brokerbench.sample;

/**
 * What a process has used since its start, and uses now. Figures that the system does not tell are
 * -1.
 *
 * @param cpuNanos processor time, user and system
 * @param rssBytes resident memory now
 * @param readBytes read from storage
 * @param writtenBytes written to storage, or dirtied in mapped files
 * @param heapUsedBytes used heap now
 * @param gcCount collections
 * @param gcPauseMillis time in collections
 */
public record ProcessFigures(
    long cpuNanos,
    long rssBytes,
    long readBytes,
    long writtenBytes,
    long heapUsedBytes,
    long gcCount,
    long gcPauseMillis) {}
