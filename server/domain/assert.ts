// The programmer's mistakes. A client's mistakes are refusals (see outcome.ts); the two never mix.

/** A broken assumption: the transaction around it rolls back and the request fails loudly. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError'
}

/** Throws `AssertionError` when `condition` is false. The message states what should have been true. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message)
}

/** For the default branch of an exhaustive switch. */
export function assertNever(value: never): never {
  throw new AssertionError(`unexpected value ${JSON.stringify(value)}`)
}
