// Names of document kinds and states in the user's language. The texts are in locales/<language>/verification.json.

import { SERVER_WORDS } from '#server-words'
import type { IdType } from '#domain/identity-document'
import type { Language } from '#domain/language'
import type { VerificationState } from '#domain/verification'

const idTypeText = (language: Language, idType: IdType): string =>
  SERVER_WORDS[language].verification[`id_type_${idType}`]

/** "Passport (Japan)", with the language's brackets. */
export const documentText = (language: Language, idType: IdType, country: string): string =>
  SERVER_WORDS[language].verification.id_type_of
    .replace('{{document}}', () => idTypeText(language, idType))
    .replace('{{country}}', () => country)

export const stateText = (language: Language, state: VerificationState): string =>
  SERVER_WORDS[language].verification[`state_${state}`]
