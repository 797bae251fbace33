package io.brokerbench.cluster;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import io.brokerbench.driver.BrokerException;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
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
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/**
 * The jars of brokers out of the local Maven repository, or out of the remote ones that the user's
 * Maven settings name. Stateless, so thread-safe.
 */
public final class Artifacts {

  private static final String ANY_VERSION = "[0,)";

  private final String group;

  /** Those of a Maven group. */
  public Artifacts(String group) {
    this.group = group;
  }

  /** Whether servers of a release, though not yet all they depend on, are on this machine. */
  public boolean areLocal(String release, List<String> servers) {
    try (Context context = context(true)) {
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
   * The releases of which all these servers are there, as far as the repositories tell.
   *
   * @throws VersionRangeResolutionException if no repository tells anything, with its answer
   */
  public Set<String> completeReleases(List<String> servers) throws VersionRangeResolutionException {
    try (Context context = context(false)) {
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
   * The class path of servers; what is not on this machine is downloaded.
   *
   * @param offline from this machine alone
   * @throws DependencyResolutionException naming what is missing
   */
  public List<Path> classPath(String release, List<String> servers, boolean offline)
      throws DependencyResolutionException {
    try (Context context = context(offline)) {
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
   * The class path of servers; says so if anything must be downloaded.
   *
   * @param what they are, for a person: "RocketMQ"
   */
  public List<Path> get(
      String what, String release, List<String> servers, Consumer<String> progress)
      throws BrokerException {
    try {
      return classPath(release, servers, true);
    } catch (DependencyResolutionException notAllLocal) {
      progress.accept(
          String.format(Locale.ROOT, "downloading %s %s from Maven Central", what, release));
    }
    try {
      return classPath(release, servers, false);
    } catch (DependencyResolutionException e) {
      throw new BrokerException(
          String.format(
              Locale.ROOT, "%s %s cannot be downloaded: %s", what, release, e.getMessage()),
          e);
    }
  }

  private static Context context(boolean offline) {
    return Runtimes.INSTANCE
        .getRuntime()
        .create(ContextOverrides.create().withUserSettings(true).offline(offline).build());
  }

  private CompletableFuture<VersionRangeResult> versionsLater(Context context, String server) {
    // Side by side: each answer may take a second, and a person waits for the refusal.
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
        .orElse("no version is there");
  }

  private DefaultArtifact artifact(String name, String version) {
    return new DefaultArtifact(group, name, "jar", version);
  }
}
