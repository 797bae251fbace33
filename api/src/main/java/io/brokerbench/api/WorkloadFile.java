package io.brokerbench.api;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.file.BadInputException;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.List;

/**
 * A workload file for single runs.
 *
 * @param command its tool
 * @param arguments of the command, which then reads the settings of the file
 */
record WorkloadFile(BenchCommand command, List<String> arguments) {

  static WorkloadFile read(Path file) throws BadInputException {
    try {
      ExperimentFile sections = ExperimentFile.read(file);
      if (!sections.matrix().equals(Matrix.NONE)) {
        throw new BadInputException(
            Text.of("%s: has a matrix, which the command run performs", file));
      }
      return new WorkloadFile(
          MeasuringCommands.of(sections.tool(), file.toString()),
          List.of("--workload", file.toString()));
    } catch (SettingsException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }
}
