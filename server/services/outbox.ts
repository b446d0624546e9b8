// Mail and SMS delivery by gateway, or into the local outbox (MAIL_SENDER, SMS_SENDER). The outbox page shows codes to
// everyone, so it exists in development and tests only.

import { logError } from '#lib/log-line'
import { count } from '#lib/counters'
import { type OutboxRow, insertMessageFailure, insertOutboxMessage, listOutboxMessages } from '#db/platform/outbox'
import type { AccountChannel } from '#domain/identity'
import type { NoticeChannel } from '#domain/message'
import { type Outcome, done, refuse } from '#domain/outcome'
import { postMail, postSms } from './outbox/gateway'

export type { OutboxRow }

export interface Message {
  readonly channel: AccountChannel
  /** E-mail address, or E.164. */
  readonly target: string
  /** Empty for text messages. */
  readonly subject: string
  readonly body: string
}

const OUTBOX_ROWS = 50
const FAILURE_LENGTH_MAX = 300

const isOutboxOpen = (env: Env): boolean => env.ENVIRONMENT === 'development' || env.ENVIRONMENT === 'test'

/** Logs a failed delivery for the desk; a failure of the log itself is ignored. */
export async function reportFailure(
  env: Pick<Env, 'DB'>,
  way: NoticeChannel,
  reason: string,
  at: number,
): Promise<void> {
  logError(`${way}: ${reason}`)
  count('cm_message_failures', { way })
  try {
    await insertMessageFailure(env.DB, { way, reason: reason.slice(0, FAILURE_LENGTH_MAX), at })
  } catch (failure) {
    logError(`${way}: its failure could not be kept`, failure)
  }
}

/** Sends a message. A failing gateway is reported and answered as a refusal. */
export async function sendMessage(env: Env, message: Message, now: number): Promise<Outcome<null, 'message_not_sent'>> {
  const sender = message.channel === 'mail' ? env.MAIL_SENDER : env.SMS_SENDER
  if (sender === 'outbox' && isOutboxOpen(env)) {
    await insertOutboxMessage(env.DB, { ...message, createdAt: now })
    return done(null)
  }
  if (sender !== 'http') {
    await reportFailure(env, message.channel, `sender "${sender}" is not available in ${env.ENVIRONMENT}`, now)
    return refuse('message_not_sent')
  }
  const failure = await (message.channel === 'mail' ? postMail(env, message) : postSms(env, message))
  if (failure === null) return done(null)
  await reportFailure(env, message.channel, failure, now)
  return refuse('message_not_sent')
}

/** Newest outbox messages; refused outside development. */
export async function listOutbox(
  env: Env,
  limit: number = OUTBOX_ROWS,
): Promise<Outcome<OutboxRow[], 'outbox_closed'>> {
  if (!isOutboxOpen(env)) return refuse('outbox_closed')
  return done(await listOutboxMessages(env.DB, limit))
}
