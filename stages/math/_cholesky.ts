import { dot } from "./_dot.ts";

/** The solution of A u = v for a symmetric positive definite A, whose lower triangle (row-major) it overwrites. */
export function solvePositiveDefinite(a: Float64Array, v: Float64Array): Float64Array {
  factor(a, v.length);
  return solveFactored(a, v);
}

/** Overwrites the lower triangle of a symmetric positive definite A, shape (n, n), with its Cholesky factor. */
export function factor(a: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      const rest = a[i * n + j]! - dot(a, i * n, a, j * n, j);
      a[i * n + j] = i === j ? Math.sqrt(rest) : rest / a[j * n + j]!;
    }
  }
}

/** The solution of A u = v from A's Cholesky factor. */
export function solveFactored(l: Float64Array, v: Float64Array): Float64Array {
  const n = v.length;
  const u = Float64Array.from(v);
  for (let i = 0; i < n; i++) {
    u[i] = (u[i]! - dot(l, i * n, u, 0, i)) / l[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    const solved = u[i]! / l[i * n + i]!;
    u[i] = solved;
    for (let k = 0; k < i; k++) u[k]! -= l[i * n + k]! * solved;
  }
  return u;
}
