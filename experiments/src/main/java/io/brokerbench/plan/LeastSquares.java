package io.brokerbench.plan;

import io.brokerbench.statistics.Residuals;

/**
 * Least squares in three unknowns, of which the first must be above zero and the others must not be
 * negative. Every choice of unknowns that are zero is tried, and the best admissible solution wins
 * (the active sets of Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter 23).
 */
final class LeastSquares {

  private static final int UNKNOWNS = 3;

  /** Indices of the unknowns that may differ from zero; always includes the first. */
  private static final int[][] CHOICES = {{0, 1, 2}, {0, 1}, {0, 2}, {0}};

  private LeastSquares() {}

  /** The x for which each row times x is closest to 1. The first column must be above zero. */
  static double[] ofOnes(double[][] rows) {
    double[] best = new double[UNKNOWNS];
    double least = Double.POSITIVE_INFINITY;
    for (int[] used : CHOICES) {
      double[] x = solve(rows, used);
      double squares = squares(rows, x);
      // NaN, from linearly dependent columns, fails every comparison.
      if (x[0] > 0 && x[1] >= 0 && x[2] >= 0 && squares < least) {
        least = squares;
        best = x;
      }
    }
    return best;
  }

  private static double squares(double[][] rows, double[] x) {
    double sum = 0;
    for (double[] row : rows) {
      double off = 1 - (row[0] * x[0] + row[1] * x[1] + row[2] * x[2]);
      sum += off * off;
    }
    return sum;
  }

  /** Solves by modified Gram-Schmidt: normal equations would square the condition number. */
  private static double[] solve(double[][] rows, int[] used) {
    int k = used.length;
    double[][] q = new double[k][rows.length];
    double[][] r = new double[k][k];
    double[] x = new double[UNKNOWNS];
    for (int j = 0; j < k; j++) {
      for (int i = 0; i < rows.length; i++) {
        q[j][i] = rows[i][used[j]];
      }
      for (int earlier = 0; earlier < j; earlier++) {
        r[earlier][j] = Residuals.product(q[earlier], q[j], 0);
        for (int i = 0; i < rows.length; i++) {
          q[j][i] -= r[earlier][j] * q[earlier][i];
        }
      }
      r[j][j] = Math.sqrt(Residuals.product(q[j], q[j], 0));
      for (int i = 0; i < rows.length; i++) {
        q[j][i] /= r[j][j];
      }
    }
    for (int j = k - 1; j >= 0; j--) {
      double sum = 0;
      for (double each : q[j]) {
        sum += each;
      }
      for (int later = j + 1; later < k; later++) {
        sum -= r[j][later] * x[used[later]];
      }
      x[used[j]] = sum / r[j][j];
    }
    return x;
  }
}
