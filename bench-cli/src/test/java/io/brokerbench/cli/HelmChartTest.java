package io.brokerbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The chart in {@code deploy/helm} and its manifests as they were rendered, without helm. */
final class HelmChartTest {

  private static final Path ROOT = Path.of("..", "deploy", "helm");
  private static final Path CHART = ROOT.resolve("brokerbench");

  /** Flags of a controller that concern its workers and its place, not its runs. */
  private static final Set<String> OF_CONTROLLERS =
      Set.of("--workload", "--workers", "--listen", "--credentials", "--out");

  private static final ObjectMapper JSON = new ObjectMapper();

  private static List<Path> manifests() throws IOException {
    return files(ROOT.resolve("rendered"));
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static JsonNode yaml(Path file) throws IOException {
    return JSON.valueToTree(new Yaml().load(Files.readString(file)));
  }

  /** The objects of this kind. */
  private static List<JsonNode> objects(Path manifests, String kind) throws IOException {
    return StreamSupport.stream(
            new Yaml().loadAll(Files.readString(manifests)).spliterator(), false)
        .<JsonNode>map(JSON::valueToTree)
        .filter(each -> each.path("kind").asText().equals(kind))
        .toList();
  }

  /** The job of this side: {@code controller} or {@code worker}. */
  private static JsonNode job(Path manifests, String side) throws IOException {
    List<JsonNode> jobs =
        objects(manifests, "Job").stream()
            .filter(job -> job.at("/metadata/name").asText().endsWith("-" + side))
            .toList();
    assertThat(jobs).hasSize(1);
    return jobs.get(0);
  }

  private static JsonNode pod(JsonNode job) {
    return job.at("/spec/template/spec");
  }

  private static JsonNode container(JsonNode job) {
    assertThat(pod(job).path("containers")).hasSize(1);
    return pod(job).at("/containers/0");
  }

  private static List<String> arguments(JsonNode job) {
    return texts(container(job).path("args"));
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static String after(String flag, List<String> arguments) {
    return arguments.get(arguments.indexOf(flag) + 1);
  }

  /** The only object of a list that has this name. */
  private static JsonNode named(String name, JsonNode list) {
    List<JsonNode> named =
        StreamSupport.stream(list.spliterator(), false)
            .filter(each -> each.path("name").asText().equals(name))
            .toList();
    assertThat(named).hasSize(1);
    return named.get(0);
  }

  /** What the manifests were rendered with: the chart's values under those of their file. */
  private static JsonNode values(Path manifests) throws IOException {
    ObjectNode values = (ObjectNode) yaml(CHART.resolve("values.yaml"));
    merge(values, yaml(ROOT.resolve("values").resolve(manifests.getFileName())));
    return values;
  }

  /** As helm does: null removes a value. */
  private static void merge(ObjectNode values, JsonNode over) {
    for (Map.Entry<String, JsonNode> entry : over.properties()) {
      if (entry.getValue().isNull()) {
        values.remove(entry.getKey());
      } else if (entry.getValue().isObject()
          && values.path(entry.getKey()) instanceof ObjectNode nested) {
        merge(nested, entry.getValue());
      } else {
        values.set(entry.getKey(), entry.getValue());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void manifestsAreOfThisChart(Path manifests) throws IOException, NoSuchAlgorithmException {
    List<Path> inputs = new ArrayList<>(files(CHART));
    inputs.add(ROOT.resolve("values").resolve(manifests.getFileName()));
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (Path input : inputs) {
      digest.update(Files.readAllBytes(input));
    }
    String[] parts = Files.readString(manifests).split("\n", 3);
    digest.update(parts[2].getBytes(UTF_8));
    assertThat(parts[1])
        .as("deploy/helm/render --write renders them again")
        .isEqualTo("# " + HexFormat.of().formatHex(digest.digest()));
  }

  @Test
  void everyFileOfValuesIsRendered() throws IOException {
    assertThat(manifests())
        .hasSizeGreaterThan(1)
        .extracting(Path::getFileName)
        .containsExactlyElementsOf(
            files(ROOT.resolve("values")).stream().map(Path::getFileName).toList());
  }

  /** With the validator of scripts/kubernetes/prepare. */
  @ParameterizedTest
  @ValueSource(strings = {"1.29", "1.33", "1.37"})
  void kubernetesAcceptsTheManifests(String release) throws Exception {
    String caches = System.getenv("XDG_CACHE_HOME");
    Path validator =
        (caches == null || caches.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(caches))
            .resolve("brokerbench/kubernetes/bin/kubernetes-validate");
    if (!"1".equals(System.getenv("BENCH_REQUIRE_KUBERNETES"))) {
      assumeThat(validator).as("scripts/kubernetes/prepare installs it").isExecutable();
    }
    List<String> command = new ArrayList<>(List.of(validator.toString(), "--strict"));
    command.addAll(List.of("--kubernetes-version", release));
    manifests().forEach(each -> command.add(each.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("passed for resource job/").doesNotContain("WARN");
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void jobsAreNeverRetriedAndHaveNoRights(Path manifests) throws IOException {
    assertThat(objects(manifests, "Job")).hasSize(2);
    for (JsonNode job : objects(manifests, "Job")) {
      assertThat(job.at("/spec/backoffLimit").asInt(-1)).isZero();
      JsonNode pod = pod(job);
      assertThat(pod.path("restartPolicy").asText()).isEqualTo("Never");
      assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      List<JsonNode> contexts = new ArrayList<>();
      for (String containers : List.of("containers", "initContainers")) {
        pod.path(containers).forEach(each -> contexts.add(each.path("securityContext")));
      }
      assertThat(contexts).hasSize(2);
      for (JsonNode context : contexts) {
        assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(texts(context.at("/capabilities/drop"))).containsExactly("ALL");
      }
      assertThat(container(job).path("volumeMounts").findValuesAsText("mountPath"))
          .contains("/tmp");
      assertThat(container(job).path("image").asText()).startsWith("brokerbench:");
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void asManyWorkersAsTheControllerWaitsForJoinIt(Path manifests) throws IOException {
    JsonNode controller = job(manifests, "controller");
    JsonNode workers = job(manifests, "worker");
    assertThat(workers.at("/spec/completionMode").asText()).isEqualTo("Indexed");
    String count = after("--workers", arguments(controller));
    assertThat(workers.at("/spec/completions").asText()).isEqualTo(count);
    assertThat(workers.at("/spec/parallelism").asText()).isEqualTo(count);
    assertThat(pod(workers).at("/affinity/podAntiAffinity")).isNotEmpty();

    assertThat(objects(manifests, "Service")).hasSize(1);
    JsonNode service = objects(manifests, "Service").get(0);
    assertThat(service.at("/spec/clusterIP").asText()).isEqualTo("None");
    String name = service.at("/metadata/name").asText();
    assertThat(pod(controller).path("subdomain").asText()).isEqualTo(name);
    assertThat(pod(workers).path("subdomain").asText()).isEqualTo(name);
    String port = after("--listen", arguments(controller)).replaceFirst(".*:", "");
    assertThat(after("--join", arguments(workers)))
        .isEqualTo(pod(controller).path("hostname").asText() + "." + name + ":" + port);
    for (JsonNode job : List.of(controller, workers)) {
      JsonNode labels = job.at("/spec/template/metadata/labels");
      service
          .at("/spec/selector")
          .properties()
          .forEach(label -> assertThat(labels.path(label.getKey())).isEqualTo(label.getValue()));
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void eachSideHasItsOwnCredentials(Path manifests) throws IOException {
    for (String side : List.of("controller", "worker")) {
      JsonNode pod = pod(job(manifests, side));
      List<JsonNode> secrets = pod.path("volumes").findValues("secret");
      assertThat(secrets).hasSize(1);
      assertThat(secrets.get(0).path("items").findValuesAsText("key"))
          .containsExactly("authority.pem", side + ".pem", side + "-key.pem");
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyContainerHasTheResourcesOfItsSide(Path manifests) throws IOException {
    JsonNode values = values(manifests);
    for (Map.Entry<String, String> side :
        Map.of("controller", "controller", "worker", "workers").entrySet()) {
      JsonNode resources = values.path(side.getValue()).path("resources");
      assertThat(resources.at("/requests/memory").asText()).isNotEmpty();
      JsonNode pod = pod(job(manifests, side.getKey()));
      for (String containers : List.of("containers", "initContainers")) {
        assertThat(pod.path(containers)).isNotEmpty();
        pod.path(containers)
            .forEach(each -> assertThat(each.path("resources")).isEqualTo(resources));
      }
    }
  }

  /** Of which only one that the chart makes is in the manifests. */
  @ParameterizedTest
  @MethodSource("manifests")
  void resultsAreWrittenToAClaimThatOutlivesTheRelease(Path manifests) throws IOException {
    JsonNode wanted = values(manifests).path("results");
    String claim = wanted.path("existingClaim").asText();
    List<JsonNode> made = objects(manifests, "PersistentVolumeClaim");
    assertThat(made).hasSize(claim.isEmpty() ? 1 : 0);
    for (JsonNode each : made) {
      claim = each.at("/metadata/name").asText();
      assertThat(each.at("/metadata/annotations").path("helm.sh/resource-policy").asText())
          .isEqualTo("keep");
      assertThat(each.at("/spec/resources/requests/storage").asText())
          .isEqualTo(wanted.path("size").asText());
      assertThat(each.at("/spec/storageClassName").asText())
          .isEqualTo(wanted.path("storageClass").asText());
    }
    JsonNode controller = job(manifests, "controller");
    assertThat(
            named("results", pod(controller).path("volumes"))
                .at("/persistentVolumeClaim/claimName")
                .asText())
        .isEqualTo(claim);
    JsonNode mount = named("results", container(controller).path("volumeMounts"));
    assertThat(mount.path("readOnly").asBoolean()).isFalse();
    assertThat(after("--out", arguments(controller)))
        .startsWith(mount.path("mountPath").asText() + "/");
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void theControllersWorkloadAndArgumentsAreAccepted(Path manifests, @TempDir Path home)
      throws IOException {
    List<String> arguments = new ArrayList<>(arguments(job(manifests, "controller")));
    String command = arguments.remove(0);
    for (String flag : OF_CONTROLLERS) {
      int index = arguments.indexOf(flag);
      if (index >= 0) {
        arguments.subList(index, index + 2).clear();
      }
    }
    arguments.removeIf(argument -> argument.startsWith("/workload/"));
    Path file =
        Files.writeString(
            home.resolve("workload.yaml"),
            objects(manifests, "ConfigMap").get(0).at("/data/workload.yaml").asText());
    String tool =
        MeasuringCommands.all().containsKey(command) ? command : yaml(file).path("tool").asText();
    arguments.addAll(List.of("--workload", file.toString(), "--out", home.toString()));
    String problems = "";
    try {
      Objects.requireNonNull(MeasuringCommands.all().get(tool))
          .get()
          .check(arguments, Map.of("RABBITMQ_PASSWORD", "x"));
    } catch (SettingsException e) {
      problems = String.join("\n", e.problems());
    }
    assertThat(problems).isEmpty();
  }

  /** From a private registry, too. */
  @Test
  void thePodThatCopiesResultsPullsTheImageAsTheOthersDo() throws IOException {
    assertThat(CHART.resolve("templates/NOTES.txt"))
        .content()
        .contains(".Values.imagePullSecrets", ".Values.image.pullPolicy");
  }

  @Test
  void theSchemaDescribesEveryValueAndNoOther() throws IOException {
    JsonNode schema = JSON.readTree(CHART.resolve("values.schema.json").toFile());
    assertThat(keysOfSchema("", schema)).isEqualTo(keys("", yaml(CHART.resolve("values.yaml"))));
  }

  /** Keys of values, to those whose content is Kubernetes' own. */
  private static Set<String> keys(String path, JsonNode values) {
    Set<String> keys = new TreeSet<>();
    for (Map.Entry<String, JsonNode> entry : values.properties()) {
      String key = path + "/" + entry.getKey();
      keys.add(key);
      if (!entry.getKey().matches("resources|nodeSelector")) {
        keys.addAll(keys(key, entry.getValue()));
      }
    }
    return keys;
  }

  private static Set<String> keysOfSchema(String path, JsonNode schema) {
    Set<String> keys = new TreeSet<>();
    if (schema.has("properties")) {
      assertThat(schema.path("additionalProperties").asBoolean(true)).as(path).isFalse();
    }
    for (Map.Entry<String, JsonNode> entry : schema.path("properties").properties()) {
      String key = path + "/" + entry.getKey();
      keys.add(key);
      keys.addAll(keysOfSchema(key, entry.getValue()));
    }
    return keys;
  }

  @Test
  void theImagesDefaultTagIsTheVersionOfTheProject() throws IOException {
    String version = yaml(CHART.resolve("Chart.yaml")).path("appVersion").asText();
    assertThat(Files.readString(Path.of("..", "pom.xml")))
        .contains("<version>" + version + "</version>");
    assertThat(Files.readString(ROOT.resolveSibling("Dockerfile"))).contains(":" + version + " ");
  }
}
