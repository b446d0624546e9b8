// What the actions of login, registration and password pages share.

import type { CodePurpose } from '#domain/identity'
import type { Outcome } from '#domain/outcome'
import { sendCode } from '#services/identity'
import { refusalText } from '#services/words'
import { clientIp } from '#session/client-ip'
import { type EntryAnswer, fieldOfIdentityRefusal } from './forms/identity'
import { fieldOf, readLanguage } from './visitor.server'

/** The answer that shows a refusal beside its field and keeps what may be kept of the form. */
export function refusedEntry(request: Request, form: FormData, outcome: Outcome<unknown>): EntryAnswer {
  const problem = outcome.ok
    ? null
    : { field: fieldOfIdentityRefusal(outcome.refusal.code), text: refusalText(readLanguage(request), outcome.refusal) }
  return { account: fieldOf(form, 'account'), inviteCode: fieldOf(form, 'inviteCode'), isCodeSent: false, problem }
}

/** Sends a code to the account in the form. Whether that account exists is told to its owner only, by mail. */
export async function answerSendCode(
  request: Request,
  { env, form, purpose }: { env: Env; form: FormData; purpose: CodePurpose },
): Promise<EntryAnswer> {
  const outcome = await sendCode(env, {
    account: { text: fieldOf(form, 'account') },
    purpose,
    language: readLanguage(request),
    clientIp: clientIp(request),
    disclosure: 'silent',
  })
  return { ...refusedEntry(request, form, outcome), isCodeSent: outcome.ok }
}

export const deviceOf = (request: Request): string => (request.headers.get('User-Agent') ?? '').slice(0, 200)
