// Two documented HTTP protocols, JSON with a bearer token: mail by Resend's `POST /emails`, SMS by Telnyx's `POST
// /v2/messages`. Other providers need a small proxy that implements one of these.

export interface GatewayMessage {
  readonly target: string
  readonly subject: string
  readonly body: string
}

type MailGateway = Pick<Env, 'MAIL_URL' | 'MAIL_TOKEN' | 'MAIL_FROM'>
type SmsGateway = Pick<Env, 'SMS_URL' | 'SMS_TOKEN' | 'SMS_FROM'>

const MAIL_URL = 'https://api.resend.com/emails'
const SMS_URL = 'https://api.telnyx.com/v2/messages'
const TIMEOUT_MS = 10_000

/** Null when the gateway accepted the message; otherwise a reason for the log, without the message itself. */
export function postMail(env: MailGateway, { target, subject, body }: GatewayMessage): Promise<string | null> {
  const { MAIL_TOKEN: token, MAIL_FROM: from } = env
  if (!token || !from) return Promise.resolve('MAIL_TOKEN and MAIL_FROM must be set')
  return post({ url: env.MAIL_URL || MAIL_URL, token }, { from, to: [target], subject, text: body })
}

export function postSms(env: SmsGateway, { target, body }: GatewayMessage): Promise<string | null> {
  const { SMS_TOKEN: token, SMS_FROM: from } = env
  if (!token || !from) return Promise.resolve('SMS_TOKEN and SMS_FROM must be set')
  return post({ url: env.SMS_URL || SMS_URL, token }, { from, to: target, text: body })
}

async function post(
  gateway: { readonly url: string; readonly token: string },
  content: unknown,
): Promise<string | null> {
  try {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${gateway.token}`,
        'Content-Type': 'application/json',
        'User-Agent': 'cm',
      },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? null : `the gateway answered ${response.status}`
  } catch (error) {
    // The outside world: no connection, no name, or too slow. The caller reports it.
    return `the gateway could not be reached (${error instanceof Error ? error.name : 'unknown'})`
  }
}
