// Result of a command: a value, or a named refusal. A refusal is the client's mistake; it writes nothing.

/** Facts that the words of a refusal need, as text ready to be shown ("0.00001"). */
export type RefusalFacts = Readonly<Record<string, string>>

export interface Refusal<Code extends string = string> {
  readonly code: Code
  readonly facts: RefusalFacts
}

export interface Done<Value> {
  readonly ok: true
  readonly value: Value
}
export interface Refused<Code extends string = string> {
  readonly ok: false
  readonly refusal: Refusal<Code>
}
export type Outcome<Value, Code extends string = string> = Done<Value> | Refused<Code>

export const done = <Value>(value: Value): Done<Value> => ({ ok: true, value })
export const refuse = <Code extends string>(code: Code, facts: RefusalFacts = {}): Refused<Code> => ({
  ok: false,
  refusal: { code, facts },
})
