// Names of document kinds and states in the user's language. The texts are in locales/<language>/verification.json.

import en from '../../../locales/en/verification.json'
import fra from '../../../locales/fra/verification.json'
import hk from '../../../locales/hk/verification.json'
import jp from '../../../locales/jp/verification.json'
import kor from '../../../locales/kor/verification.json'
import spa from '../../../locales/spa/verification.json'
import th from '../../../locales/th/verification.json'
import zh from '../../../locales/zh/verification.json'
import type { IdType } from '#domain/identity-document'
import type { Language } from '#domain/language'
import type { VerificationState } from '#domain/verification'

type Texts = Readonly<Record<`id_type_${IdType}` | 'id_type_of' | `state_${VerificationState}`, string>>

const TEXTS: Readonly<Record<Language, Texts>> = { jp, en, zh, hk, kor, th, fra, spa }

const idTypeText = (language: Language, idType: IdType): string => TEXTS[language][`id_type_${idType}`]

/** "Passport (Japan)", with the language's brackets. */
export const documentText = (language: Language, idType: IdType, country: string): string =>
  TEXTS[language].id_type_of
    .replace('{{document}}', () => idTypeText(language, idType))
    .replace('{{country}}', () => country)

export const stateText = (language: Language, state: VerificationState): string => TEXTS[language][`state_${state}`]
