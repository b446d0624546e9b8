// Enrolment link of a staff member, mailed to the approved address. Never shown to other staff, who could otherwise
// enrol in that name.

import type { Language } from '#domain/language'
import { type Outcome, refuse } from '#domain/outcome'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { installationDigest } from '#lib/digest'
import { writeStaffInvitation } from '../identity/message'
import { siteName } from '../brand'
import { sendMessage } from '../outbox'
import { siteLink } from '../site-link'

export const INVITE_MS = DAY_MS

/** Deterministic token derived from the review id: a repeated grant sends the same link, and no usable token is stored. */
export const linkToken = (env: Pick<Env, 'SESSION_SECRET'>, reviewId: number): string =>
  installationDigest(env, 'staff-link', String(reviewId))

export async function mailLink(
  env: Env,
  { email, token, language }: { readonly email: string; readonly token: string; readonly language: Language },
  now: number,
): Promise<Outcome<null, 'message_not_sent'>> {
  const link = await siteLink(env, { path: '/admin/enrol', token }, now)
  if (link === null) return refuse('message_not_sent')
  const facts = { language, site: await siteName(env), link, hours: String(INVITE_MS / HOUR_MS) }
  return sendMessage(env, writeStaffInvitation(email, facts), now)
}
