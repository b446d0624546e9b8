// A value shared by the tests of one file: created on first use, and again in the next file, whose storage is empty.

import { expect } from 'vitest'

/** Test files that share a runtime share modules, but not storage: one value per file. */
export function perFile<Value>(make: () => Value): () => Value {
  let made: { readonly path: string | undefined; readonly value: Value } | undefined
  return () => {
    const path = expect.getState().testPath
    if (made?.path !== path || made === undefined) made = { path, value: make() }
    return made.value
  }
}
