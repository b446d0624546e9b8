// A form sent by a fetcher, and its answer: fetcher data with scripts, action data of the page without.

import { useActionData, useFetcher } from '@remix-run/react'
import type { Answer } from '../site/answer'

export function useAnswered<Values>(commandId: string, options: { readonly key?: string } = {}) {
  const fetcher = useFetcher<Answer<Values>>(options)
  const drawn = useActionData<Answer<Values>>()
  const isSending = fetcher.state !== 'idle'
  const fetched = fetcher.data
  return {
    fetcher,
    isSending,
    /** The fetcher's answer only, for effects that run once per answer. */
    heard: fetched,
    /** What was sent in a page without scripts. */
    sent: drawn?.fields,
    answer: isSending ? undefined : (fetched ?? drawn),
    /** Without an answer a second press sends the same id, so the request is repeated, not doubled. */
    ownId: fetched?.isUnanswered ? fetched.idempotencyKey : commandId,
  }
}
