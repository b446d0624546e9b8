// Language, display currency and theme: kept in plain cookies, because the server draws by them.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isLanguage } from '#domain/language'
import {
  FIAT_COOKIE,
  LANGUAGE_COOKIE,
  RISE_COOKIE,
  THEME_COOKIE,
  choiceCookie,
  fieldOf,
  requireSameOrigin,
  safeReturnPath,
} from '../../visitor.server'
import { titleOf } from '../../text/title.server'

export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  return {
    title: titleOf(request, 'shell', 'settings'),
    returnTo: safeReturnPath(search.get('returnTo'), '/settings'),
    isSaved: search.has('saved'),
  }
}

/** Keeps each choice that the form names and knows. */
export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const form = await request.formData()
  const [language, fiat] = [fieldOf(form, 'language'), fieldOf(form, 'fiat')]
  const [theme, rise] = [fieldOf(form, 'theme'), fieldOf(form, 'rise')]
  const headers = new Headers()
  if (isLanguage(language)) headers.append('Set-Cookie', choiceCookie(LANGUAGE_COOKIE, language))
  if (['auto', 'light', 'dark'].includes(theme)) headers.append('Set-Cookie', choiceCookie(THEME_COOKIE, theme))
  if (rise === 'green' || rise === 'red') headers.append('Set-Cookie', choiceCookie(RISE_COOKIE, rise))
  if (/^[A-Z]{3}$/.test(fiat)) headers.append('Set-Cookie', choiceCookie(FIAT_COOKIE, fiat))
  const back = safeReturnPath(fieldOf(form, 'returnTo'), '/settings')
  return redirect(back === '/settings' ? '/settings?saved' : back, { headers })
}
