// What the offline page is made in: the page tells the service worker, which compares it with the ETag of what it keeps.

import type { Language } from '#domain/language'
import type { Theme } from '../site'

export const lookOf = (language: Language, theme: Theme): string => `${language}.${theme}`
