// Kinds of deposits and withdrawals as a person of that language calls them. The texts are locales/<language>/funds.json.

import en from '../../../locales/en/funds.json'
import fra from '../../../locales/fra/funds.json'
import hk from '../../../locales/hk/funds.json'
import jp from '../../../locales/jp/funds.json'
import kor from '../../../locales/kor/funds.json'
import spa from '../../../locales/spa/funds.json'
import th from '../../../locales/th/funds.json'
import zh from '../../../locales/zh/funds.json'
import type { DepositKind } from '#domain/funds/deposit'
import type { WithdrawalKind } from '#domain/funds/withdrawal'
import type { Language } from '#domain/language'

type Texts = Readonly<Record<`kind_${DepositKind | WithdrawalKind}`, string>>

const TEXTS: Readonly<Record<Language, Texts>> = { jp, en, zh, hk, kor, th, fra, spa }

export const fundsKindText = (language: Language, kind: DepositKind | WithdrawalKind): string =>
  TEXTS[language][`kind_${kind}`]
