// What a form about contracts is answered.

import type { FuturesRow } from '#party/protocol/futures'

export interface FuturesAnswer {
  readonly intent: string
  /** The order or position that it was about. */
  readonly row: FuturesRow | null
  readonly problem: { readonly code: string; readonly text: string } | null
  /** As they were sent: a page without scripts shows them again after a refusal. */
  readonly fields: Readonly<Record<string, string>>
  /** No answer came: whether it was done is not known. Only the browser says so. */
  readonly isUnanswered?: boolean | undefined
}

export const unansweredFutures = (fields: Readonly<Record<string, string>>): FuturesAnswer => ({
  intent: fields['intent'] ?? '',
  row: null,
  problem: null,
  fields,
  isUnanswered: true,
})
