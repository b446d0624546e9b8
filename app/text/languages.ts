// The eight languages as a person picks them: each named in its own words. Codes and tags are the domain's.

import type { Language } from '#domain/language'

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  jp: '日本語',
  en: 'English',
  zh: '简体中文',
  hk: '繁體中文',
  kor: '한국어',
  th: 'ไทย',
  fra: 'Français',
  spa: 'Español',
}
