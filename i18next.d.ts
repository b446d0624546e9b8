// The keys of `t`: those of the English files.

import 'i18next'
import type { FlatNamespace, Namespace } from 'i18next'
import type { Words } from './locales/list'
import type { WordKey } from './locales/key'

/** Facts that a text names. */
type Facts = Readonly<Record<string, unknown>>
type FirstOf<Ns extends Namespace> = Ns extends readonly [infer First, ...unknown[]] ? First : Ns

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: false
    keySeparator: false
    nsSeparator: false
    resources: Words
  }

  // Tried before the library's own signature, which computes plurals, contexts and namespaces of every key: a fifth of the type check.
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    (key: WordKey<FirstOf<Ns>>, facts?: Facts): string
    <Other extends FlatNamespace>(key: WordKey<Other>, facts: Facts & { readonly ns: Other }): string
    (key: string, facts: Facts & { readonly ns: FlatNamespace; readonly defaultValue: string }): string
  }
}
