package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.brokerbench.results.SchemaVersion.UnsupportedVersionException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json} as text and as a {@link RunResult}, and records that are stored like it.
 * Thread-safe.
 */
public final class RunFile {

  /** Name of the file in a result directory. */
  public static final String NAME = "run.json";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new RequiredUnlessNullable())
          .addModule(new JavaTimeModule())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          // A later release of the same version may add fields.
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private RunFile() {}

  /**
   * Makes Jackson reject an object in which a component that is not {@code @Nullable} is missing or
   * null: a missing figure must not become zero.
   */
  private static final class RequiredUnlessNullable extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
      Optional<Boolean> required = required(member);
      return required.isPresent() ? required.get() : super.hasRequiredMarker(member);
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated annotated) {
      return required(annotated).orElse(false)
          ? JsonSetter.Value.forValueNulls(Nulls.FAIL)
          : super.findSetterInfo(annotated);
    }

    /** Whether a component of a record is required; empty for anything else. */
    private static Optional<Boolean> required(Annotated annotated) {
      if (annotated instanceof AnnotatedParameter parameter
          && parameter.getDeclaringClass().isRecord()
          && parameter.getOwner().getAnnotated() instanceof Executable constructor) {
        AnnotatedType type = constructor.getAnnotatedParameterTypes()[parameter.getIndex()];
        // A map for other fields may stay empty.
        return Optional.of(
            !type.isAnnotationPresent(Nullable.class)
                && !parameter.hasAnnotation(JsonAnySetter.class));
      }
      return Optional.empty();
    }
  }

  /** A record, or a part of one, as JSON: an object. */
  public static ObjectNode tree(Object part) {
    return MAPPER.valueToTree(part);
  }

  /**
   * Reads a file of this schema version.
   *
   * @throws UnsupportedVersionException if the file is of another version, or has none
   * @throws IOException if the file cannot be read, or is not a whole {@code run.json}; one line
   */
  public static RunResult read(Path file) throws IOException {
    return read(file, RunResult.SCHEMA_VERSION, RunResult.class);
  }

  /**
   * Reads another record that is stored in the same way.
   *
   * @param version the only schema version that is read
   * @throws UnsupportedVersionException if the file is of another version, or has none
   * @throws IOException if the file cannot be read, or lacks a component; one line
   */
  public static <T> T read(Path file, int version, Class<T> type) throws IOException {
    try {
      if (!(MAPPER.readTree(file.toFile()) instanceof ObjectNode json)) {
        throw new IOException("holds no JSON object");
      }
      SchemaVersion.check(json, version, version);
      return MAPPER.treeToValue(json, type);
    } catch (InvalidFormatException e) {
      throw new IOException(Text.of("%s has the unknown value %s", field(e), e.getValue()), e);
    } catch (JsonMappingException e) {
      throw new IOException(Text.of("%s is missing or of the wrong kind", field(e)), e);
    } catch (JsonProcessingException e) {
      throw new IOException(e.getOriginalMessage(), e);
    }
  }

  /** The path of the field: {@code verdict.status}. */
  private static String field(JsonMappingException e) {
    return e.getPath().stream()
        .map(
            reference ->
                reference.getFieldName() == null
                    ? Integer.toString(reference.getIndex())
                    : reference.getFieldName())
        .collect(Collectors.joining("."));
  }
}
