// Web app manifest in the visitor's language.

import { LANGUAGE_TAGS, type Language } from '#domain/language'
import { pageI18n } from '../text/i18n.server'
import { DARK_PAGE } from './app-links'

/** Answered by `routes/manifest.$language`. */
export function makeManifest(name: string, language: Language): string {
  const { t } = pageI18n(language)
  return JSON.stringify({
    // Same id in every language, so that a second language does not install a second app.
    id: '/',
    start_url: '/',
    scope: '/',
    name,
    short_name: name,
    description: t('description', { ns: 'pwa' }),
    lang: LANGUAGE_TAGS[language],
    dir: 'ltr',
    display: 'standalone',
    orientation: 'any',
    categories: ['finance'],
    // Splash screen colours; the first page then applies its own theme.
    background_color: DARK_PAGE,
    theme_color: DARK_PAGE,
    icons: [
      ...ICON_SIZES.map((size) => icon('icon', size, 'any')),
      ...ICON_SIZES.map((size) => icon('maskable', size, 'maskable')),
    ],
    shortcuts: [
      shortcut('/market', t('nav_market', { ns: 'shell' })),
      shortcut('/trade', t('nav_trade', { ns: 'shell' })),
      shortcut('/orders', t('nav_orders', { ns: 'shell' })),
      shortcut('/assets', t('nav_assets', { ns: 'shell' })),
    ],
  })
}

const ICON_SIZES = [192, 512] as const

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const shortcut = (url: string, name: string) => ({ url, name, icons: [icon('icon', 192, 'any')] })
