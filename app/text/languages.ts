// Native names of the eight languages; codes and tags are in the domain.

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
