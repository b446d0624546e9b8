// Sends one of the messages of identity and security to one address, with the site's name and the owner's own words in it.

import { type Outcome } from '#domain/outcome'
import { siteName } from '../brand'
import { sendMessage } from '../outbox'
import type { AccountName } from './account-name'
import { type MessageFacts, writeMessage } from './message'

export async function postMessage(
  env: Env,
  account: Pick<AccountName, 'channel' | 'target'>,
  facts: Omit<MessageFacts, 'site'>,
  now: number,
): Promise<Outcome<null, 'message_not_sent'>> {
  return sendMessage(env, writeMessage(account, { ...facts, site: await siteName(env) }), now)
}
