// e to the power of x from additions, multiplications and divisions alone. Math.exp may differ between engines and releases;
// a simulated price must be the same bits for ever, because settlements are re-computed from it.

const HALVINGS = 8
const TERMS = 9

/** Precise to about 1e-13 of the result for |x| up to 8. */
export function exponential(x: number): number {
  const small = x / 256 // 2 ** HALVINGS
  let sum = 1
  for (let term = TERMS; term >= 1; term -= 1) sum = 1 + (sum * small) / term
  for (let count = 0; count < HALVINGS; count += 1) sum *= sum
  return sum
}
