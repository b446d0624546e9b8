// Words on a page: those of its language, keys checked against the English files.

import { createContext, useCallback, useContext } from 'react'
import { writeDecimal } from '#domain/number-writing'
import type { Refusal } from '#domain/outcome'
import type content from '../../locales/en/content.json'
import type desk from '../../locales/en/desk.json'
import type funds from '../../locales/en/funds.json'
import type home from '../../locales/en/home.json'
import type identity from '../../locales/en/identity.json'
import type inbox from '../../locales/en/inbox.json'
import type market from '../../locales/en/market.json'
import type promotion from '../../locales/en/promotion.json'
import type pwa from '../../locales/en/pwa.json'
import type refusals from '../../locales/en/refusals.json'
import type search from '../../locales/en/search.json'
import type security from '../../locales/en/security.json'
import type settings from '../../locales/en/settings.json'
import type shell from '../../locales/en/shell.json'
import type spot from '../../locales/en/spot.json'
import type ui from '../../locales/en/ui.json'
import type verification from '../../locales/en/verification.json'
import type wallet from '../../locales/en/wallet.json'
import { useSite } from '../site/site'
import { type Facts, type Words, hasWords, sayWords } from './say'

interface WordFiles {
  content: typeof content
  desk: typeof desk
  funds: typeof funds
  home: typeof home
  identity: typeof identity
  inbox: typeof inbox
  market: typeof market
  promotion: typeof promotion
  pwa: typeof pwa
  refusals: typeof refusals
  search: typeof search
  security: typeof security
  settings: typeof settings
  shell: typeof shell
  spot: typeof spot
  ui: typeof ui
  verification: typeof verification
  wallet: typeof wallet
}
export type Feature = keyof WordFiles
type Stem<Key extends string> = Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Base
  : Key
/** A key, or what several plural forms have in common. */
export type WordKey<F extends Feature> = Stem<keyof WordFiles[F] & string>
export type Say<F extends Feature> = (key: WordKey<F>, facts?: Facts) => string

const WordsContext = createContext<Words | null>(null)

export const WordsProvider = WordsContext.Provider

/** All words of the page; most want those of one feature. */
export function usePageWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('useWords outside of WordsProvider')
  return words
}

/** Words of one feature: `const say = useWords('spot'); say('buy')`. */
export function useWords<F extends Feature>(feature: F): Say<F> {
  const words = usePageWords()
  return useCallback((key, facts) => sayWords(words, { feature, key, ...(facts && { facts }) }), [words, feature])
}

/** A refusal in the visitor's language, its numbers too; a code without words is our fault, and said as such. */
export function useRefusalWords(): (refusal: Refusal) => string {
  const words = usePageWords()
  const { language } = useSite()
  return ({ code, facts }) => {
    const written = Object.entries(facts).map(([name, fact]) => [name, writeDecimal(fact, language)])
    const key = hasWords(words, 'refusals', code) ? code : 'internal_error'
    return sayWords(words, { feature: 'refusals', key, facts: Object.fromEntries(written) as Facts })
  }
}
