// One kind of receipt: form and check, declared in the domain of its product and listed once in receipt.ts.

import type { GenericSchema } from 'valibot'
import type { Hashing } from './hashing'

export interface ReceiptKind<Content> {
  readonly shape: GenericSchema<unknown, Content>
  /** Problems in English; empty when correct. Hashes of ticks are checked for all kinds alike. */
  readonly check: (receipt: Content, hashing: Hashing) => readonly string[]
  /** For each tick the instant from which the first tick counts; undefined where a price decides when. */
  readonly firstFrom?: (receipt: Content) => readonly (number | undefined)[]
}
