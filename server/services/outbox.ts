// Mail and SMS: sent through a gateway, or kept for the local outbox page. Which one is configuration (MAIL_SENDER, SMS_SENDER).
// The outbox shows codes to whoever looks, so it exists in development and tests only.

import { type OutboxRow, insertOutboxMessage, listOutboxMessages } from '#db/platform/outbox'
import type { AccountChannel } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { postMail, postSms } from './outbox/gateway'

export type { OutboxRow }

export interface Message {
  readonly channel: AccountChannel
  /** E-mail address, or E.164. */
  readonly target: string
  /** Unused by SMS. */
  readonly subject: string
  readonly body: string
}

const OUTBOX_ROWS = 50

const isOutboxOpen = (env: Env): boolean => env.ENVIRONMENT === 'development' || env.ENVIRONMENT === 'test'

/** Hands the message over. A gateway that is down or refuses is reported in the log and answered as a refusal. */
export async function sendMessage(env: Env, message: Message, now: number): Promise<Outcome<null, 'message_not_sent'>> {
  const sender = message.channel === 'mail' ? env.MAIL_SENDER : env.SMS_SENDER
  if (sender === 'outbox' && isOutboxOpen(env)) {
    await insertOutboxMessage(env.DB, { ...message, createdAt: now })
    return done(null)
  }
  if (sender !== 'http') {
    console.error(`${message.channel}: sender "${sender}" is not available in ${env.ENVIRONMENT}`)
    return refuse('message_not_sent')
  }
  const failure = await (message.channel === 'mail' ? postMail(env, message) : postSms(env, message))
  if (failure === null) return done(null)
  console.error(`${message.channel}: ${failure}`)
  return refuse('message_not_sent')
}

/** The newest messages; refused outside development, whatever was stored. */
export async function listOutbox(
  env: Env,
  limit: number = OUTBOX_ROWS,
): Promise<Outcome<OutboxRow[], 'outbox_closed'>> {
  if (!isOutboxOpen(env)) return refuse('outbox_closed')
  return done(await listOutboxMessages(env.DB, limit))
}
