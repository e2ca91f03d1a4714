/** The solution of A u = v for a symmetric positive definite A, whose lower triangle (row-major) it overwrites. */
export function solvePositiveDefinite(a: Float64Array, v: Float64Array): Float64Array {
  const n = v.length;
  factor(a, n);
  const u = Float64Array.from(v);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) u[i]! -= a[i * n + k]! * u[k]!;
    u[i]! /= a[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) u[i]! -= a[k * n + i]! * u[k]!;
    u[i]! /= a[i * n + i]!;
  }
  return u;
}

function factor(a: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let rest = a[i * n + j]!;
      for (let k = 0; k < j; k++) rest -= a[i * n + k]! * a[j * n + k]!;
      a[i * n + j] = i === j ? Math.sqrt(rest) : rest / a[j * n + j]!;
    }
  }
}
