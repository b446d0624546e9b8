// With what the facts of the log are read: the words, and the names of what they mention by number; of amounts only with a catalogue.

import { type Catalogue, knownAssets } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { numbersIn } from '../text/numbers'
import { serverWords } from '../text/server-words.server'
import type { AuditReader } from './audit-words'

export const auditReader = (
  language: Language,
  staff: ReadonlyMap<number, string>,
  catalogue: Catalogue | null = null,
): AuditReader => ({
  words: serverWords(language),
  numbers: numbersIn(language),
  language,
  assets: new Map(catalogue && knownAssets(catalogue).map((asset) => [asset.id, asset])),
  staff,
})
