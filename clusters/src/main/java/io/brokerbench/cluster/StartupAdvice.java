package io.brokerbench.cluster;

import io.brokerbench.units.Text;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What to do about a cluster that does not start, by what its failure contains. */
enum StartupAdvice {
  PORT(
      "Address already in use|eaddrinuse|port is already allocated",
      "choose free ports: cluster.port=0"),
  MEMORY(
      "Cannot allocate memory|Could not reserve enough space|insufficient memory"
          + "|OutOfMemoryError|oom-kill|exit code 137",
      "{memory}; bench doctor shows what is available",
      "raise cluster.container.memory if it is set; otherwise {memory}"),
  DISK(
      "No space left on device|disk_free_limit",
      "free space, or choose another disk: cluster.data-directory",
      "{store}free space where Docker keeps its containers; docker system df shows what it uses"),
  RIGHTS("Permission denied|AccessDenied", "check the rights of this user on the path"),
  TIME(
      "within cluster\\.start-timeout",
      "allow more time on a slow or busy machine: cluster.start-timeout=3m");

  private final Pattern symptom;
  private final String step;
  private final String stepInContainer;

  StartupAdvice(String symptom, String step) {
    this(symptom, step, step);
  }

  StartupAdvice(String symptom, String step, String stepInContainer) {
    this.symptom = Pattern.compile(symptom, Pattern.CASE_INSENSITIVE);
    this.step = step;
    this.stepInContainer = stepInContainer;
  }

  /**
   * The advice as the end of a message, with its separator; empty if there is none.
   *
   * @param ofProcesses whether the nodes are processes of this machine, instead of containers
   * @param memoryKey the setting of the nodes' memory, if the broker has one
   * @param hasStoreSize whether cluster.container.store-size applies to the broker
   */
  static String of(
      String failure, boolean ofProcesses, Optional<String> memoryKey, boolean hasStoreSize) {
    String memory =
        memoryKey
            .map(key -> Text.of("give the nodes less memory (%s), or free some", key))
            .orElse("free memory");
    String store =
        hasStoreSize ? "raise cluster.container.store-size if it is set; otherwise " : "";
    return Stream.of(values())
        .filter(each -> each.symptom.matcher(failure).find())
        .findFirst()
        .map(each -> ofProcesses ? each.step : each.stepInContainer)
        .map(step -> "; next: " + step.replace("{memory}", memory).replace("{store}", store))
        .orElse("");
  }
}
