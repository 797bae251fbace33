package io.brokerbench.results;

/**
 * Results of all transactions with an acknowledged half message, in the whole run.
 *
 * @param committed committed by their local transaction
 * @param rolledBack rolled back by their local transaction
 * @param unknown unknown at the end of their local transaction
 * @param checkedCommitted unknown ones that a check-back committed
 * @param checkedRolledBack unknown ones that a check-back rolled back
 * @param abandoned unknown ones that the workload never resolves
 * @param unresolved unknown ones for which the broker should have sent a check-back, but did not
 * @param checkBacks check-backs of brokers
 * @param unexpectedCheckBacks check-backs of transactions whose end was known
 * @param duplicateCheckBacks check-backs of transactions that a check-back had ended
 * @param foreignCheckBacks check-backs of transactions of other runs
 */
public record Transactions(
    long committed,
    long rolledBack,
    long unknown,
    long checkedCommitted,
    long checkedRolledBack,
    long abandoned,
    long unresolved,
    long checkBacks,
    long unexpectedCheckBacks,
    long duplicateCheckBacks,
    long foreignCheckBacks) {}
