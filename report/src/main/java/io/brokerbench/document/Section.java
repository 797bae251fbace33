package io.brokerbench.document;

import java.util.List;

/**
 * A part of a report.
 *
 * @param open whether a page shows it without being asked
 */
public record Section(String title, boolean open, List<Block> blocks) {}
