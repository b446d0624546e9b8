// Which fields a page's form may carry.

export interface FormTakes {
  /** By their names in /v1, or as the form names them, in snake case. */
  readonly fields?: readonly string[]
  /** Fields of which each takes one of some words. */
  readonly words?: Readonly<Record<string, readonly string[]>>
}
