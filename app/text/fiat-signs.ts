// Currency signs per language. An ambiguous sign is replaced by the currency code.

import type { Language } from '#domain/language'

/** Signs with the same meaning in every language. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  EUR: '€',
  GBP: '£',
  KRW: '₩',
  THB: '฿',
  INR: '₹',
  VND: '₫',
  PHP: '₱',
  TRY: '₺',
  NGN: '₦',
  HKD: 'HK$',
  TWD: 'NT$',
  BRL: 'R$',
}

/**
 * "¥" means yuan in Chinese and yen elsewhere; a plain "$" means the US dollar except in languages with another local
 * dollar.
 */
const AT_HOME: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  zh: { CNY: '¥', JPY: 'JP¥', USD: 'US$' },
  hk: { CNY: 'CN¥', JPY: 'JP¥', USD: 'US$' },
  kor: { CNY: 'CN¥', JPY: 'JP¥', USD: 'US$' },
}
const ELSEWHERE: Readonly<Record<string, string>> = { CNY: 'CN¥', JPY: '¥', USD: '$' }

/** Undefined for a currency shown by its code. */
export const fiatSign = (code: string, language: Language): string | undefined =>
  (AT_HOME[language] ?? ELSEWHERE)[code] ?? EVERYWHERE[code]
