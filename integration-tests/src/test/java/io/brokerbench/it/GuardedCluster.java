package io.brokerbench.it;

import io.brokerbench.driver.Cluster;
import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.remoting.protocol.body.AclInfo;
import org.apache.rocketmq.remoting.protocol.body.UserInfo;

/**
 * A cluster whose broker permits to each account only what it was given: by ACL 1.0 in release 4.9,
 * by ACL 2.0 in release 5. It has a topic and a consumer group. The rights are those of ACL 2.0;
 * ACL 1.0 knows only Pub and Sub.
 */
final class GuardedCluster implements AutoCloseable {

  static final String TOPIC = "orders";
  static final String GROUP = "audit";

  /** Another group, which one account may also ask about. */
  static final String WATCHED = "watched";

  /** A part of every secret. */
  static final String MARKER = "k4Marker";

  private static final String ADMINISTRATOR = "administrator";
  private static final long ADMIN_MILLIS = 120_000;

  /** Rights by account: resource and actions. ACL 1.0 requires names of more than six letters. */
  private static final Map<String, Map<String, String>> ACCOUNTS =
      new TreeMap<>(
          Map.of(
              "sending", Map.of("Topic:" + TOPIC, "Pub"),
              "auditing", Map.of("Topic:" + TOPIC, "Pub,Get"),
              "receiving",
                  Map.of(
                      "Topic:" + TOPIC, "Sub",
                      "Group:" + GROUP, "Sub",
                      // Release 5.5.0 looks for the group of an offset among the topics.
                      "Topic:" + GROUP, "Sub"),
              "watching",
                  Map.of(
                      "Topic:" + TOPIC, "Sub,Get",
                      "Group:" + WATCHED, "Sub,Get",
                      "Topic:" + WATCHED, "Sub",
                      "Topic:%DLQ%" + WATCHED, "Get"),
              "creating",
                  Map.of(
                      "Topic:own", "Pub,Sub,Get,Create,Delete",
                      "Group:own-group", "Sub,Get,Delete",
                      "Topic:own-group", "Sub"),
              "elsewhere", Map.of("Topic:other", "Pub,Sub", "Group:other", "Sub")));

  private final Path directory;
  private final Cluster cluster;
  private final Topics topics;

  private GuardedCluster(Path directory, Cluster cluster, Topics topics) {
    this.directory = directory;
    this.cluster = cluster;
    this.topics = topics;
  }

  static GuardedCluster start(String release, Path directory) throws Exception {
    Path data = Files.createDirectories(directory.resolve("data"));
    List<String> settings =
        new ArrayList<>(List.of("cluster.version=" + release, "cluster.topology=1m"));
    settings.addAll(release.startsWith("4.") ? acl1(directory) : acl2());
    Cluster cluster = OwnCluster.start(data, settings.toArray(String[]::new));
    try {
      Topics topics =
          new Topics(
              cluster.address(),
              new AclClientRPCHook(new SessionCredentials(ADMINISTRATOR, secret(ADMINISTRATOR))));
      GuardedCluster guarded = new GuardedCluster(directory, cluster, topics);
      if (!release.startsWith("4.")) {
        guarded.grant();
      }
      topics.createOnRegistered(TOPIC);
      topics.createGroup(GROUP);
      topics.createGroup(WATCHED);
      return guarded;
    } catch (Exception | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  private static String secret(String account) {
    return MARKER + account;
  }

  private static List<String> acl1(Path directory) throws IOException {
    List<String> lines = new ArrayList<>(List.of("accounts:"));
    lines.addAll(account(ADMINISTRATOR, true, Map.of()));
    ACCOUNTS.forEach((name, rights) -> lines.addAll(account(name, false, rights)));
    Path file = directory.resolve("plain_acl.yml");
    Files.write(file, lines);
    // The broker appends the property to its own directory.
    String toRoot = "../".repeat(file.getParent().getNameCount() + 20);
    return List.of(
        "cluster.properties.aclEnable=true",
        TestJvm.CLUSTER_FLAGS
            + " -Drocketmq.acl.plain.file="
            + toRoot
            + file.toString().substring(1));
  }

  private static List<String> account(
      String name, boolean administers, Map<String, String> rights) {
    return List.of(
        "- accessKey: " + name,
        "  secretKey: " + secret(name),
        "  admin: " + administers,
        "  defaultTopicPerm: DENY",
        "  defaultGroupPerm: DENY",
        "  topicPerms: " + acl1(rights, "Topic:"),
        "  groupPerms: " + acl1(rights, "Group:"));
  }

  private static String acl1(Map<String, String> rights, String kind) {
    return rights.entrySet().stream()
        .filter(right -> right.getKey().startsWith(kind))
        .filter(right -> right.getValue().matches("(Pub|Sub).*"))
        .map(
            right ->
                right.getKey().substring(kind.length())
                    + "="
                    + Stream.of(right.getValue().split(",", -1))
                        .filter(List.of("Pub", "Sub")::contains)
                        .map(action -> action.toUpperCase(Locale.ROOT))
                        .collect(Collectors.joining("|")))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static List<String> acl2() {
    String provider = "org.apache.rocketmq.auth.%s.provider.%s";
    return List.of(
        "cluster.properties.authenticationEnabled=true",
        "cluster.properties.authorizationEnabled=true",
        "cluster.properties.authenticationProvider="
            + String.format(
                Locale.ROOT, provider, "authentication", "DefaultAuthenticationProvider"),
        "cluster.properties.authenticationMetadataProvider="
            + String.format(
                Locale.ROOT, provider, "authentication", "LocalAuthenticationMetadataProvider"),
        "cluster.properties.authorizationProvider="
            + String.format(Locale.ROOT, provider, "authorization", "DefaultAuthorizationProvider"),
        "cluster.properties.authorizationMetadataProvider="
            + String.format(
                Locale.ROOT, provider, "authorization", "LocalAuthorizationMetadataProvider"),
        String.format(
            Locale.ROOT,
            "cluster.properties.initAuthenticationUser={\"username\":\"%s\",\"password\":\"%s\"}",
            ADMINISTRATOR,
            secret(ADMINISTRATOR)),
        String.format(
            Locale.ROOT,
            "cluster.properties.innerClientAuthenticationCredentials="
                + "{\"accessKey\":\"%s\",\"secretKey\":\"%s\"}",
            ADMINISTRATOR,
            secret(ADMINISTRATOR)));
  }

  private void grant() throws Exception {
    for (String master : topics.masters()) {
      for (Map.Entry<String, Map<String, String>> account : ACCOUNTS.entrySet()) {
        String name = account.getKey();
        topics.api().createUser(master, UserInfo.of(name, secret(name), "Normal"), ADMIN_MILLIS);
        for (Map.Entry<String, String> right : account.getValue().entrySet()) {
          topics
              .api()
              .createAcl(
                  master,
                  AclInfo.of(
                      "User:" + name,
                      List.of(right.getKey()),
                      List.of(right.getValue().split(",", -1)),
                      List.of(),
                      "Allow"),
                  ADMIN_MILLIS);
        }
      }
    }
  }

  /** A view of the cluster by its administrator. */
  Topics topics() {
    return topics;
  }

  /** The number of messages that the topic holds. */
  long stored() throws Exception {
    return topics.end(TOPIC);
  }

  /** The flags of a client with an account. */
  List<String> client(String account) throws IOException {
    return client(account, secret(account));
  }

  /** The same with another secret. */
  List<String> client(String account, String secret) throws IOException {
    return List.of(
        "-n", cluster.address(), "-a", "true", "-ak", reference(account), "-sk", reference(secret));
  }

  private String reference(String secret) throws IOException {
    Path file = Files.createTempFile(directory, "secret", "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(file, secret);
    return "file:" + file;
  }

  @Override
  public void close() {
    topics.close();
    cluster.close();
  }
}
