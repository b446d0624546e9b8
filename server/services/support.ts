// Contact messages, mailed to the operator; no copy is stored.

import { readSettings } from '#db/platform/setting'
import { findUserById } from '#db/platform/user'
import type { Language } from '#domain/language'
import { type Outcome, refuse } from '#domain/outcome'
import { type SupportText, type SupportTextRefusal, parseSupportText } from '#domain/support'
import { countAttempt, supportLimits } from './identity/limit'
import { writeSupportMail } from './identity/message'
import { sendMessage } from './outbox'

export type SupportRefusal = SupportTextRefusal | 'support_closed' | 'too_many_requests' | 'message_not_sent'

export interface SupportMessage extends SupportText {
  /** Null for a guest. */
  readonly userId: number | null
  readonly language: Language
  readonly clientIp: string
}

/** Where no mail leaves the machine, any address works. */
const LOCAL_ADDRESS = 'support@localhost'

/** True when a support address is configured. */
export const isSupportOpen = async (env: Env): Promise<boolean> => (await findSupportAddress(env)) !== null

/** Sends the message to the operators' support address. */
export async function writeToSupport(env: Env, entry: SupportMessage): Promise<Outcome<null, SupportRefusal>> {
  const parsed = parseSupportText(entry)
  if (!parsed.ok) return parsed
  const address = await findSupportAddress(env)
  if (address === null) return refuse('support_closed')
  const now = Date.now()
  const counted = await countAttempt(env, supportLimits(entry.clientIp), now)
  if (!counted.ok) return counted

  const { replyTo, text } = parsed.value
  const { language, userId } = entry
  const doubt = await doubtOf(env, userId, replyTo)
  return sendMessage(env, writeSupportMail(address, { language, userId, replyTo, doubt, text }), now)
}

/** Warns about a reply address that differs from the bound e-mail: someone else at an unlocked screen may have written. */
async function doubtOf(env: Env, userId: number | null, replyTo: string): Promise<'unbound' | 'unlike' | null> {
  if (userId === null) return null
  const bound = (await findUserById(env.DB, userId))?.email ?? null
  if (bound === null) return 'unbound'
  return bound === replyTo.toLowerCase() ? null : 'unlike'
}

async function findSupportAddress(env: Env): Promise<string | null> {
  const settings = await readSettings(env.DB, ['support_mail'])
  const address = settings.get('support_mail') ?? ''
  if (address !== '') return address
  return env.MAIL_SENDER === 'outbox' && env.ENVIRONMENT !== 'production' ? LOCAL_ADDRESS : null
}
