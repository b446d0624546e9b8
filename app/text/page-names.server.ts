// Page names in the visitor's language. Server only, which keeps the full list out of the browser.

import type { Language } from '#domain/language'
import { PAGES, type PageName } from '../site/pages'
import { pageI18n } from './i18n.server'
import { loadWords } from './words.server'
import type { WordKey } from '../../locales/key'

export interface NamedPage {
  readonly path: string
  readonly title: string
  /** Additional search terms: English title and path. */
  readonly also: string
}

/** Intermediate steps, and what only a demo has: no entry pages. */
const UNLISTED = new Set(['/web', '/login/verify', '/settings/area', '/settings/demo'])

/** Pages reachable by name. */
export async function loadNamedPages(language: Language, env: Env): Promise<NamedPage[]> {
  await loadWords('en', env)
  return PAGES.flatMap(({ path, name }) =>
    !path.includes(':') && !UNLISTED.has(path)
      ? [{ path, title: pageName(language, name), also: `${pageName('en', name)} ${path.slice(1)}` }]
      : [],
  )
}

/** `name` is "namespace.key". */
export function pageName(language: Language, name: PageName): string {
  const [ns, key] = name.split('.') as ['shell', WordKey<'shell'>]
  return pageI18n(language).t(key, { ns })
}
