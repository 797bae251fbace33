package io.brokerbench.document;

import java.util.List;

/**
 * A section of a report.
 *
 * @param open whether a page initially shows it
 */
public record Section(String title, boolean open, List<Block> blocks) {}
