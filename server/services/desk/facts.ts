// What a reviewer sees of a subject: each feature says it in its own words, the desk only shows it.

import type { ReviewFacts, ReviewKind } from '#domain/desk/review'
import type { Language } from '#domain/language'
import { depositFacts, withdrawalFacts } from '../funds/facts'
import { identityFacts } from '../verification/facts'
import { changeFacts } from './changes'
import { correctionFacts } from './correction'
import { staffFacts } from './grants'
import { recoveryFacts } from './recovery'

type FactsReader = (env: Env, subjectId: string, language: Language) => Promise<ReviewFacts | null>

const READERS: Readonly<Record<ReviewKind, FactsReader>> = {
  identity: identityFacts,
  deposit: depositFacts,
  withdrawal: withdrawalFacts,
  correction: correctionFacts,
  recovery: recoveryFacts,
  staff: staffFacts,
  change: changeFacts,
}

/** Null when the feature knows of no such subject. */
export const readFacts = (
  env: Env,
  { kind, subjectId, language }: { readonly kind: ReviewKind; readonly subjectId: string; readonly language: Language },
): Promise<ReviewFacts | null> => READERS[kind](env, subjectId, language)
