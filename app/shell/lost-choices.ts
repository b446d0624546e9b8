// Cookies may be lost while the browser still keeps language and fiat: the choices are then written into cookies again, for the
// server draws by those.

import { LANGUAGE_TAGS } from '#domain/language'
import { type KeptStorage, readClientState } from '../client-state'

const ONE_YEAR = 'Path=/; Max-Age=31536000; SameSite=Lax'

interface DrawnDocument {
  cookie: string
  readonly documentElement: { readonly lang: string }
}

/** True when the page was drawn in another language than the kept one, and the next one will not be. */
export function restoreLostChoices(page: DrawnDocument, storage: KeptStorage): boolean {
  const { lang, fiat } = readClientState(storage)
  if (storage.getItem('fiat') !== null && !hasCookie(page, 'cm_fiat'))
    page.cookie = `cm_fiat=${fiat.currency_code}; ${ONE_YEAR}`
  if (storage.getItem('lang') === null || hasCookie(page, 'cm_language')) return false
  page.cookie = `cm_language=${lang}; ${ONE_YEAR}`
  // Where cookies are refused the next page would be drawn like this one, for ever.
  return hasCookie(page, 'cm_language') && page.documentElement.lang !== LANGUAGE_TAGS[lang]
}

const hasCookie = ({ cookie }: DrawnDocument, name: string): boolean =>
  cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))
