// Words on a page: one i18next instance per language, keys checked against the English files.

import { type i18n, createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Refusal } from '#domain/outcome'
import type content from '../../locales/en/content.json'
import type identity from '../../locales/en/identity.json'
import type market from '../../locales/en/market.json'
import type refusals from '../../locales/en/refusals.json'
import type shell from '../../locales/en/shell.json'
import type spot from '../../locales/en/spot.json'
import type ui from '../../locales/en/ui.json'
import type wallet from '../../locales/en/wallet.json'

/** The words of one language by feature and key. */
export type LanguageWords = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Words {
  content: typeof content
  identity: typeof identity
  market: typeof market
  refusals: typeof refusals
  shell: typeof shell
  spot: typeof spot
  ui: typeof ui
  wallet: typeof wallet
}
export type Feature = keyof Words
export type WordKey<F extends Feature> = keyof Words[F] & string
export type Say<F extends Feature> = (key: WordKey<F>, facts?: Readonly<Record<string, string | number>>) => string

/** `tag` is BCP 47: i18next's plural rules and `<html lang>` know no other. */
export function createWords(tag: string, words: LanguageWords): i18n {
  const instance = createInstance()
  // Resources are given, so this ends before it returns; the promise only says so later.
  void instance.use(initReactI18next).init({
    lng: tag,
    resources: { [tag]: words },
    ns: Object.keys(words),
    defaultNS: 'shell',
    load: 'currentOnly',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initImmediate: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  return instance
}

/** Words of one feature: `const say = useWords('spot'); say('buy')`. */
export function useWords<F extends Feature>(feature: F): Say<F> {
  const { t } = useTranslation(feature)
  return (key, facts) => t(key, { ...facts })
}

/** A refusal in the visitor's language; a code without words is our fault, and said as such. */
export function useRefusalWords(): (refusal: Refusal) => string {
  const { t, i18n } = useTranslation('refusals')
  return ({ code, facts }) => t(i18n.exists(code, { ns: 'refusals' }) ? code : 'internal_error', { ...facts })
}
