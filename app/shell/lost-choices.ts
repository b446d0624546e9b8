// Cookies may be lost while the browser still keeps language and fiat: the choices are then written into cookies again, for the
// server draws by those.

import { LANGUAGE_TAGS } from '#domain/language'
import { FIAT_COOKIE, LANGUAGE_COOKIE, choiceCookie } from '../visitor/choice-cookies'
import { FIAT_OF_LANGUAGE, type KeptStorage, readClientState } from '../visitor/client-state'

interface DrawnDocument {
  cookie: string
  readonly documentElement: { readonly lang: string }
}

/** True when the page was drawn in another language than the kept one, and the next one will not be. */
export function restoreLostChoices(page: DrawnDocument, storage: KeptStorage): boolean {
  const { lang, fiat } = readClientState(storage)
  // The one of the language needs no choice: kept as one, it would stay in the next language.
  const isChosen = storage.getItem('fiat') !== null && fiat.currency_code !== FIAT_OF_LANGUAGE[lang]
  if (isChosen && !hasCookie(page, FIAT_COOKIE)) page.cookie = choiceCookie(FIAT_COOKIE, fiat.currency_code)
  if (storage.getItem('lang') === null || hasCookie(page, LANGUAGE_COOKIE)) return false
  page.cookie = choiceCookie(LANGUAGE_COOKIE, lang)
  // Where cookies are refused the next page would be drawn like this one, for ever.
  return hasCookie(page, LANGUAGE_COOKIE) && page.documentElement.lang !== LANGUAGE_TAGS[lang]
}

const hasCookie = ({ cookie }: DrawnDocument, name: string): boolean =>
  cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))
