// Restores language and fiat cookies from browser storage when cookies were lost, because the server renders by
// cookies.

import { LANGUAGE_TAGS } from '#domain/language'
import { FIAT_COOKIE, LANGUAGE_COOKIE, choiceCookie } from '../visitor/choice-cookies'
import { FIAT_OF_LANGUAGE, type ClientStorage, readClientState } from '../visitor/client-state'

interface DrawnDocument {
  cookie: string
  readonly documentElement: { readonly lang: string }
}

/**
 * Restores lost choice cookies from browser storage. True when the stored language differs from the page's, so a reload
 * is needed.
 */
export function restoreLostChoices(page: DrawnDocument, storage: ClientStorage): boolean {
  const { lang, fiat } = readClientState(storage)
  // A fiat equal to the language's default is no explicit choice and must not persist into another language.
  const isChosen = storage.getItem('fiat') !== null && fiat.currency_code !== FIAT_OF_LANGUAGE[lang]
  if (isChosen && !hasCookie(page, FIAT_COOKIE)) page.cookie = choiceCookie(FIAT_COOKIE, fiat.currency_code)
  if (storage.getItem('lang') === null || hasCookie(page, LANGUAGE_COOKIE)) return false
  page.cookie = choiceCookie(LANGUAGE_COOKIE, lang)
  // If cookies are blocked, a reload would loop forever, so check that the cookie was stored.
  return hasCookie(page, LANGUAGE_COOKIE) && page.documentElement.lang !== LANGUAGE_TAGS[lang]
}

const hasCookie = ({ cookie }: DrawnDocument, name: string): boolean =>
  cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))
