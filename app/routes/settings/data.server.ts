// Display and trading preferences, stored in plain cookies, because the server renders by them.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isLanguage } from '#domain/language'
import { getProfile, changeLanguage } from '#services/profile'
import { readSession } from '#session/session'
import { FIAT_COOKIE, LANGUAGE_COOKIE, RISE_COOKIE, THEME_COOKIE, choiceCookie } from '../../visitor/choice-cookies'
import { THEMES } from '../../site/site'
import { TERMINAL_LAYOUT_COOKIE, formatTerminalLayout } from '../../visitor/terminal-layout'
import { answerOr } from '../../site/failures.server'
import { maskAccount } from '../../text/masked'
import { fieldOf, readTerminalLayout, requireSameOrigin, safeReturnPath } from '../../visitor/visitor.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return {
    title: titleOf(request, 'settings', 'title'),
    profile: await loadOwnProfile(request, context.env),
    isAsking: readTerminalLayout(request).isAsking,
    isSaved: searchParams.has('saved'),
    returnTo: searchParams.has('returnTo') ? safeReturnPath(searchParams.get('returnTo'), '/') : null,
  }
}

/** Own profile of a logged-in user; null for a guest. */
async function loadOwnProfile(request: Request, env: Env) {
  const session = await readSession(request, env)
  const outcome = session && (await answerOr(getProfile(env, session), null))
  if (!outcome?.ok) return null
  const { id, account, nickname, headPortrait, level } = outcome.value
  return { id, account: maskAccount(account), nickname, headPortrait, level }
}

/** Saves each known choice of the form. A logged-in user's mails switch to the chosen language. */
export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const form = await request.formData()
  const [language, fiat] = [fieldOf(form, 'language'), fieldOf(form, 'fiat')]
  const [theme, rise] = [fieldOf(form, 'theme'), fieldOf(form, 'rise')]
  const asking = fieldOf(form, 'asking')
  const headers = new Headers()
  const keep = (name: string, value: string) => headers.append('Set-Cookie', choiceCookie(name, value))
  if (isLanguage(language)) {
    keep(LANGUAGE_COOKIE, language)
    const session = await readSession(request, env)
    // The page is rendered by the cookie, so the choice is effective even when the account is unreachable.
    if (session) await answerOr(changeLanguage(env, session, language), null)
  }
  if (THEMES.some((known) => known === theme)) keep(THEME_COOKIE, theme)
  if (rise === 'green' || rise === 'red') keep(RISE_COOKIE, rise)
  if (/^[A-Z]{3}$/.test(fiat)) keep(FIAT_COOKIE, fiat)
  if (asking === 'on' || asking === 'off') {
    const layout = readTerminalLayout(request)
    keep(TERMINAL_LAYOUT_COOKIE, formatTerminalLayout({ ...layout, isAsking: asking === 'on' }))
  }
  const back = safeReturnPath(fieldOf(form, 'returnTo'), '/settings')
  return redirect(/^\/settings(?:\/\w+)?(?:\?|$)/.test(back) ? `${back}${back.includes('?') ? '&' : '?'}saved` : back, {
    headers,
  })
}
