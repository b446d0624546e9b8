// Accepted fields of a page's form.

export interface FormTakes {
  /** Names as in /v1, else the form's name in snake case. */
  readonly fields?: readonly string[]
  /** Fields with a fixed set of values. */
  readonly words?: Readonly<Record<string, readonly string[]>>
}
