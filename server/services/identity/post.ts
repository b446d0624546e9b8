// Sends an identity or security message to one address, with site name and the owner's phrase.

import { type Outcome, done } from '#domain/outcome'
import { siteName } from '../brand'
import { sendMessage } from '../outbox'
import type { AccountName } from './account-name'
import { CODE_WAIT_SECONDS, codeMinuteKey, forgiveAttempts } from './limit'
import { type MessageFacts, writeMessage } from './message'

export async function postMessage(
  env: Env,
  account: Pick<AccountName, 'channel' | 'target'>,
  facts: Omit<MessageFacts, 'site'>,
  now: number,
): Promise<Outcome<null, 'message_not_sent'>> {
  return sendMessage(env, writeMessage(account, { ...facts, site: await siteName(env) }), now)
}

/** Sends a code; on failure returns the tries in `counted`, so that no wait applies. */
export async function postCode(
  env: Env,
  account: Pick<AccountName, 'channel' | 'target'>,
  {
    facts,
    counted,
  }: {
    readonly facts: Omit<MessageFacts, 'site'>
    readonly counted: { readonly target: string; readonly purpose: string }
  },
  now: number,
): Promise<Outcome<{ readonly waitSeconds: number }, 'message_not_sent'>> {
  const sent = await postMessage(env, account, facts, now)
  if (sent.ok) return done({ waitSeconds: CODE_WAIT_SECONDS })
  await forgiveAttempts(env, [codeMinuteKey(counted)])
  return sent
}
