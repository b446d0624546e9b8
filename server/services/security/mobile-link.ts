// Confirmation link for a mobile bound without an owner proof, mailed to the account's address.

import { createHmac } from 'node:crypto'
import { confirmMobile, findSecurity } from '#db/platform/security'
import { type Outcome, done, refuse } from '#domain/outcome'
import { isSameText } from '#domain/same-text'
import { isMobileUnproven } from '#domain/security'
import { siteName } from '../brand'
import { writeMobileLink } from '../identity/message'
import { sendMessage } from '../outbox'
import { profileChanged } from '../profile'
import { siteLink } from '../site-link'
import type { SecurityState } from './state'

interface UnprovenMobile {
  readonly userId: number
  readonly mobile: string
  readonly loginFrom: number
}

/** Derived from the binding, so no token is stored. Invalid once the mobile is confirmed or replaced, or its 72 hours have passed. */
function tokenOf(
  { SESSION_SECRET }: Pick<Env, 'SESSION_SECRET'>,
  { userId, mobile, loginFrom }: UnprovenMobile,
): string {
  const signed = `mobile-link\n${userId}\n${mobile}\n${loginFrom}`
  return `${userId}.${createHmac('sha256', SESSION_SECRET).update(signed).digest('base64url')}`
}

/** When the mail cannot be sent, the mobile stays unproven for 72 hours. */
export async function mailMobileLink(
  env: Env,
  { userId, language, phrase, email }: Pick<SecurityState, 'userId' | 'language' | 'phrase' | 'email'>,
  now: number,
): Promise<void> {
  const mobile = await findUnproven(env, userId, now)
  if (!mobile || email === null) return
  const link = await siteLink(env, { path: '/confirm-mobile', token: tokenOf(env, mobile), lang: language }, now)
  if (link === null) return
  const words = { language, phrase, link, mobile: mobile.mobile, site: await siteName(env) }
  await sendMessage(env, writeMobileLink(email, words), now)
}

/** Mobile of a valid link. */
export async function findLinkedMobile(
  env: Env,
  token: string,
  now: number,
): Promise<Outcome<UnprovenMobile, 'mobile_link_over'>> {
  const userId = /^[1-9]\d{0,14}(?=\.)/.exec(token)?.[0]
  const mobile = userId === undefined ? null : await findUnproven(env, Number(userId), now)
  return mobile && isSameText(token, tokenOf(env, mobile)) ? done(mobile) : refuse('mobile_link_over')
}

/** Allows login and password reset by the mobile. */
export async function confirmLinkedMobile(
  env: Env,
  token: string,
  now: number,
): Promise<Outcome<null, 'mobile_link_over'>> {
  const found = await findLinkedMobile(env, token, now)
  if (!found.ok) return found
  if (!(await confirmMobile(env.DB, found.value))) return refuse('mobile_link_over')
  await profileChanged(env, found.value.userId)
  return done(null)
}

async function findUnproven(env: Env, userId: number, now: number): Promise<UnprovenMobile | null> {
  const { mobile = null, mobileLoginFrom: loginFrom = null } = (await findSecurity(env.DB, userId)) ?? {}
  if (mobile === null || loginFrom === null || !isMobileUnproven({ mobileLoginFrom: loginFrom }, now)) return null
  return { userId, mobile, loginFrom }
}
