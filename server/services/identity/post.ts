// Sends one of the messages of identity and security to one address, with the site's name and the owner's own words in it.

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

/** A message with a code, whose sending `counted` is held against. Where nothing could be sent there is nothing to wait for. */
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
