// Which part of a list is read: lists are ordered by a number that ascends with time, newest first.

/** A page, or with `before` a step of a walk, which rows that are added meanwhile do not move. */
export interface ListPart {
  /** From 1; not read with `before`. */
  readonly page: number
  readonly limit: number
  /** Rows with numbers below it, without a count of all; null begins at the newest. */
  readonly before?: number | null | undefined
  /** Milliseconds: `from` is inclusive, `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}
