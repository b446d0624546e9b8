// Keys of texts. ParseKeys of i18next asks the same with plurals, contexts and options of every key, which took a fifth of the type check.

import type { Words } from './list'

type Plural = '_one' | '_other'

/** "days" for "days_one" and "days_other". */
type Stem<Key> = Key extends `${infer Name}${Plural}` ? Name : Key

type Keys = { readonly [Namespace in keyof Words]: Stem<keyof Words[Namespace]> & string }

/** Keys of a namespace; none of an unknown one. */
export type WordKey<Namespace> = Namespace extends keyof Keys ? Keys[Namespace] : never
