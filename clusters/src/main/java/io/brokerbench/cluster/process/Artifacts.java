package io.brokerbench.cluster.process;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.UserHome;
import io.brokerbench.file.WriteAccess;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.resolution.VersionRangeResult;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/**
 * The jars of brokers, from the local Maven repository or the remote ones of the user's Maven
 * settings. Stateless and thread-safe.
 *
 * @param product the name of the servers in messages: "RocketMQ"
 * @param group of Maven
 */
public record Artifacts(String product, String group) {

  private static final String ANY_VERSION = "[0,)";

  /**
   * Reports as a problem with {@code cluster.version} a release that is neither on this machine nor
   * available from a repository.
   *
   * @param rule the message for the releases that are available
   */
  public void checkRelease(
      String release, List<String> servers, Function<Set<String>, String> rule, Settings settings) {
    if (areLocal(release, servers)) {
      return;
    }
    Path repository = localRepository();
    Path existing = WriteAccess.nearestExisting(repository);
    if (existing == null || !WriteAccess.toDirectory(existing)) {
      settings.problem(
          "cluster.version",
          Text.of(
              "%s is not in the local Maven repository, and %s cannot be written; set HOME to a"
                  + " directory that can",
              release, repository));
      return;
    }
    try {
      Set<String> complete = completeReleases(servers);
      if (!complete.contains(release)) {
        settings.problem("cluster.version", rule.apply(complete));
      }
    } catch (VersionRangeResolutionException e) {
      settings.problem(
          "cluster.version",
          Text.of(
              "%s is not in the local Maven repository, and no other can be asked for it: %s",
              release, e.getMessage()));
    }
  }

  private static Path localRepository() {
    try (Context context = context(overrides().offline(true))) {
      return context.repositorySystemSession().getLocalRepository().getBasedir().toPath();
    }
  }

  /** Whether the servers of a release are on this machine; ignores their dependencies. */
  private boolean areLocal(String release, List<String> servers) {
    try (Context context = context(overrides().offline(true))) {
      context
          .repositorySystem()
          .resolveArtifacts(
              context.repositorySystemSession(),
              servers.stream()
                  .map(
                      server ->
                          new ArtifactRequest(
                              artifact(server, release), context.remoteRepositories(), null))
                  .toList());
      return true;
    } catch (ArtifactResolutionException e) {
      return false;
    }
  }

  /**
   * The releases that are available for all these servers, according to the repositories.
   *
   * @throws VersionRangeResolutionException if no repository reports any version, with its answer
   */
  private Set<String> completeReleases(List<String> servers)
      throws VersionRangeResolutionException {
    try (Context context = context(overrides())) {
      Set<String> complete = new TreeSet<>();
      List<CompletableFuture<VersionRangeResult>> answers =
          servers.stream().map(server -> versionsLater(context, server)).toList();
      for (CompletableFuture<VersionRangeResult> later : answers) {
        VersionRangeResult answer = later.join();
        Set<String> versions =
            answer.getVersions().stream().map(Object::toString).collect(Collectors.toSet());
        if (versions.isEmpty()) {
          throw new VersionRangeResolutionException(answer, reason(answer));
        }
        if (later == answers.get(0)) {
          complete.addAll(versions);
        } else {
          complete.retainAll(versions);
        }
      }
      return complete;
    }
  }

  /**
   * The class path of servers whose artifacts are on this machine.
   *
   * @throws DependencyResolutionException naming the missing artifacts
   */
  public List<Path> localClassPath(String release, List<String> servers)
      throws DependencyResolutionException {
    return classPath(release, servers, overrides().offline(true));
  }

  private List<Path> classPath(
      String release, List<String> servers, ContextOverrides.Builder overrides)
      throws DependencyResolutionException {
    try (Context context = context(overrides)) {
      CollectRequest collect = new CollectRequest();
      collect.setRepositories(context.remoteRepositories());
      for (String server : servers) {
        collect.addDependency(new Dependency(artifact(server, release), JavaScopes.RUNTIME));
      }
      return context
          .repositorySystem()
          .resolveDependencies(
              context.repositorySystemSession(),
              new DependencyRequest(
                  collect, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME)))
          .getArtifactResults()
          .stream()
          .map(result -> result.getArtifact().getFile())
          .map(File::toPath)
          .toList();
    }
  }

  /**
   * The class path of servers; reports progress if a download is necessary.
   *
   * @throws BrokerException if an artifact cannot be downloaded
   */
  public List<Path> get(String release, List<String> servers, Consumer<String> progress)
      throws BrokerException {
    try {
      return localClassPath(release, servers);
    } catch (DependencyResolutionException notAllLocal) {
      // The download follows.
    }
    String step = Text.of("downloading %s %s from Maven Central", product, release);
    progress.accept(step);
    try {
      return classPath(
          release, servers, overrides().transferListener(new DownloadProgress(step, progress)));
    } catch (DependencyResolutionException e) {
      throw new BrokerException(
          Text.of("%s %s cannot be downloaded: %s", product, release, e.getMessage()), e);
    }
  }

  private static ContextOverrides.Builder overrides() {
    ContextOverrides.Builder overrides = ContextOverrides.create().withUserSettings(true);
    return UserHome.isListed()
        ? overrides
        : overrides.withMavenUserHomeOverride(UserHome.of(System.getenv()).resolve(".m2"));
  }

  private static Context context(ContextOverrides.Builder overrides) {
    return Runtimes.INSTANCE.getRuntime().create(overrides.build());
  }

  private CompletableFuture<VersionRangeResult> versionsLater(Context context, String server) {
    // In parallel: each answer may take about 1 s, and the user waits for the error message.
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return context
                .repositorySystem()
                .resolveVersionRange(
                    context.repositorySystemSession(),
                    new VersionRangeRequest(
                        artifact(server, ANY_VERSION), context.remoteRepositories(), null));
          } catch (VersionRangeResolutionException e) {
            return e.getResult();
          }
        });
  }

  private static String reason(VersionRangeResult answer) {
    return answer.getExceptions().stream()
        .map(Throwable::getMessage)
        .reduce((first, last) -> last)
        .orElse("no version is available");
  }

  private DefaultArtifact artifact(String name, String version) {
    return new DefaultArtifact(group, name, "jar", version);
  }

  /**
   * Reports the size of a download after each five mebibytes. Thread-safe: files come in parallel.
   */
  static final class DownloadProgress extends AbstractTransferListener {

    private static final long MEBIBYTE = 1 << 20;
    private static final long STEP = 5 * MEBIBYTE;

    private final String what;
    private final Consumer<String> progress;
    private long bytes;

    /**
     * @param what the beginning of each line: "downloading RocketMQ 5.5.0"
     */
    DownloadProgress(String what, Consumer<String> progress) {
      this.what = what;
      this.progress = progress;
    }

    @Override
    public synchronized void transferProgressed(TransferEvent event) {
      long before = bytes;
      bytes += event.getDataLength();
      if (bytes / STEP > before / STEP) {
        progress.accept(Text.of("%s: %,d MiB", what, bytes / MEBIBYTE));
      }
    }
  }
}
