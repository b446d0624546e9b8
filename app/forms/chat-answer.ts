// Action answer of conversation forms, for chat rooms and support.

import { askOr } from '../site/revalidation'

export interface ChatAnswer {
  readonly intent: string
  readonly isDone: boolean
  readonly problem: string | null
  readonly fields: Readonly<Record<string, string>>
  /** For the next message. */
  readonly nextClientId: string
  readonly isUnanswered?: boolean | undefined
}

export const askChat = askOr<ChatAnswer>((fields) => ({
  intent: fields['intent'] ?? '',
  isDone: false,
  problem: null,
  fields,
  // Same client id, so that a delivered message is not sent twice.
  nextClientId: fields['clientId'] ?? '',
  isUnanswered: true,
}))
