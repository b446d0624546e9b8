// Data of the gallery. `?lang=th&theme=dark&rise=red` sets the reader's choices and redirects without them. A deployed
// site has no gallery.

import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isLanguage } from '#domain/language'
import { LANGUAGE_COOKIE, RISE_COOKIE, THEME_COOKIE, choiceCookie } from '../../visitor/choice-cookies'
import { THEMES } from '../../site/site'

const OPEN_IN: ReadonlySet<string> = new Set(['development', 'test'])

const CHOICES = [
  { name: 'lang', cookie: LANGUAGE_COOKIE, isKnown: isLanguage },
  { name: 'theme', cookie: THEME_COOKIE, isKnown: (text: string) => THEMES.some((theme) => theme === text) },
  { name: 'rise', cookie: RISE_COOKIE, isKnown: (text: string) => ['green', 'red'].includes(text) },
] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  if (!OPEN_IN.has(env.ENVIRONMENT)) throw new Response(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const headers = new Headers()
  for (const { name, cookie, isKnown } of CHOICES) {
    const value = searchParams.get(name)
    if (value && isKnown(value)) headers.append('Set-Cookie', choiceCookie(cookie, value))
  }
  if (headers.has('Set-Cookie')) throw redirect('/gallery', { headers })
  return {
    title: 'Gallery',
    now: Date.now(),
    page: Math.max(1, Number(searchParams.get('page')) || 1),
  }
}
