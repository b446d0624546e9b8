// Comparison of signatures, tokens and other secrets.

/** Compares texts in a time that depends on their length alone. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
