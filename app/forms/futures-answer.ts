// Action answer of futures forms.

import type { FuturesRow } from '#party/protocol/futures'

export interface FuturesAnswer {
  readonly intent: string
  /** Affected order or position. */
  readonly row: FuturesRow | null
  readonly problem: { readonly code: string; readonly text: string } | null
  /** Submitted fields, for rendering after a refusal without scripts. */
  readonly fields: Readonly<Record<string, string>>
  /** True when no answer arrived and the result is unknown; set only in the browser. */
  readonly isUnanswered?: boolean | undefined
}

export const unansweredFutures = (fields: Readonly<Record<string, string>>): FuturesAnswer => ({
  intent: fields['intent'] ?? '',
  row: null,
  problem: null,
  fields,
  isUnanswered: true,
})
