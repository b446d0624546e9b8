// What a page's form is answered: one shape for every form of the site.

/** By the name that the page gives it. */
export interface Problem {
  readonly code: string
  /** In the visitor's language. */
  readonly text: string
  /** The field that the text belongs beside; null for the whole form. */
  readonly field: string | null
}

/** Handler of each form of a page, by `intent`. */
export type DoneOf<Values> = {
  readonly [Intent in keyof Values]: { readonly intent: Intent; readonly value: Values[Intent] }
}[keyof Values]

/** The values of a page's `action`. */
export type ValuesOf<Action extends (args: never) => unknown> =
  Awaited<ReturnType<Action>> extends Answer<infer Values> ? Values : never

export interface Answer<Values> {
  readonly done: DoneOf<Values> | null
  readonly problem: Problem | null
  /** Sent values without secrets; a page without scripts shows them again. */
  readonly fields: Readonly<Record<string, string>>
  /** For the next form: a new one after success, the same one after a refusal or without an answer. */
  readonly idempotencyKey: string
  /** Text of the newest round of prices before an accepted order, as the log hashes it. */
  readonly round?: string | undefined
  /** No answer arrived, so the outcome is unknown. Set by the browser only. */
  readonly isUnanswered?: boolean | undefined
}

/** The answer that a browser gives itself when none came. */
export const unanswered = (fields: Readonly<Record<string, string>>): Answer<never> => ({
  done: null,
  problem: null,
  fields,
  idempotencyKey: fields['commandId'] ?? '',
  isUnanswered: true,
})

/** The problem as a text for the whole form, unless it is drawn beside one of these fields. */
export const problemOfForm = (
  answer: Pick<Answer<unknown>, 'problem'> | undefined,
  besides: readonly string[],
): string | undefined =>
  answer?.problem && !besides.includes(answer.problem.field ?? '') ? answer.problem.text : undefined

/** The text beside a field. */
export const problemAt = (answer: Pick<Answer<unknown>, 'problem'> | undefined, field: string): string | undefined =>
  answer?.problem?.field === field ? answer.problem.text : undefined

/** Fields for the next form after `sent` was accepted: these are emptied, unless one was typed anew while the answer was on its way. */
export function emptied<Name extends string, Fields extends Readonly<Record<Name, string>>>(
  now: Fields,
  sent: Readonly<Record<string, string>>,
  names: readonly Name[],
): Fields {
  const isAnew = names.some((name) => (sent[name] ?? '') !== now[name])
  return isAnew ? now : { ...now, ...Object.fromEntries(names.map((name) => [name, ''])) }
}
