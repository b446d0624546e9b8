// Page title in the visitor's language, for loaders: meta functions cannot use hooks.

import type { FlatNamespace } from 'i18next'
import { readLanguage } from '../visitor/visitor.server'
import { pageI18n } from './i18n.server'
import type { WordKey } from '../../locales/key'

/** TypeScript cannot type `t` over a generic namespace: the signature checks the key, and the casts satisfy `t`. */
export const titleOf = <Ns extends FlatNamespace>(request: Request, ns: Ns, key: WordKey<Ns>): string =>
  pageI18n(readLanguage(request)).t(key as WordKey<'shell'>, { ns: ns as 'shell' })
