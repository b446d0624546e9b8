// A page's title in the visitor's language, for its loader: meta functions know no words.

import { readLanguage } from '../visitor/visitor.server'
import { sayWords } from './say'
import { serverWords } from './server-words.server'
import type { Feature, WordKey } from './words'

export const titleOf = <F extends Feature>(request: Request, feature: F, key: WordKey<F>): string =>
  sayWords(serverWords(readLanguage(request)), { feature, key })
