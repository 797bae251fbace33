package io.brokerbench.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the published schemas of {@code run.json} and of the history against the records. */
final class SchemaTest {

  private static final Path SCHEMAS = Path.of("..", "docs", "schema");
  private static final Path PUBLISHED = SCHEMAS.resolve("run.schema.json");

  /** With {@code BENCH_WRITE_SCHEMA=1} the test writes the schema. */
  private static final boolean WRITE = "1".equals(System.getenv("BENCH_WRITE_SCHEMA"));

  @ParameterizedTest
  @CsvSource({
    "run.schema.json, io.brokerbench.results.RunResult",
    "series-night.schema.json, io.brokerbench.results.history.SeriesNight",
    "acknowledgement.schema.json, io.brokerbench.results.history.Acknowledgement"
  })
  void theSchemaIsThatOfTheRecords(String file, Class<?> type) throws IOException {
    Path published = SCHEMAS.resolve(file);
    String schema = schema(type).toPrettyString() + "\n";
    if (WRITE) {
      Files.createDirectories(SCHEMAS);
      Files.writeString(published, schema);
    }
    assertThat(published).content().isEqualTo(schema);
  }

  @Test
  void aResultFits() throws Exception {
    assertThat(problems(result())).isEmpty();
  }

  @Test
  void aResultWithoutAFigureOrWithAWordForANumberDoesNot() throws Exception {
    ObjectNode without = result();
    without.withObject("/sends").remove("acked");
    assertThat(problems(without)).hasSize(1);
    ObjectNode word = result();
    word.withObject("/sends").put("acked", "many");
    assertThat(problems(word)).hasSize(1);
    ObjectNode unknown = result();
    unknown.withObject("/verdict").put("status", "fine");
    assertThat(problems(unknown)).hasSize(1);
  }

  private static ObjectNode result() throws Exception {
    return RunFile.tree(
        RunFile.read(
            Path.of(Objects.requireNonNull(SchemaTest.class.getResource("run.json")).toURI())));
  }

  private static Set<ValidationMessage> problems(ObjectNode run) throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(PUBLISHED))
        .validate(run);
  }

  private static ObjectNode schema(Class<?> type) {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES, Option.DEFINITIONS_FOR_ALL_OBJECTS)
            .with(
                new JacksonModule(
                    JacksonOption.FLATTENED_ENUMS_FROM_JSONPROPERTY,
                    JacksonOption.FLATTENED_ENUMS_FROM_JSONVALUE));
    config
        .forFields()
        .withIgnoreCheck(field -> field.getAnnotation(JsonAnyGetter.class) != null)
        .withNullableCheck(field -> isNullable(field.getRawMember()))
        .withRequiredCheck(field -> !isLeftOut(field));
    config
        .forTypesInGeneral()
        .withAdditionalPropertiesResolver(scope -> additional(scope.getType().getErasedType()));
    return new SchemaGenerator(config.build()).generateSchema(type);
  }

  private static boolean isNullable(Field field) {
    return field.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  /** Whether a field has no null, but is not there. */
  private static boolean isLeftOut(FieldScope field) {
    return isNullable(field.getRawMember())
        && (field.getAnnotation(JsonInclude.class) != null
            || field.getRawMember().getDeclaringClass().isAnnotationPresent(JsonInclude.class));
  }

  /** The type of the fields that have names of their own; null for the default. */
  private static @Nullable Type additional(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      if (field.isAnnotationPresent(JsonAnyGetter.class)
          && field.getGenericType() instanceof ParameterizedType map) {
        return map.getActualTypeArguments()[1];
      }
    }
    return null;
  }
}
