// Head links of the installable app: manifest, icons, theme colours.

import type { Language } from '#domain/language'
import type { Theme } from '../site/site'

/** Page colours of app/styles/tokens.css, for system bars and the offline page. */
export const LIGHT_PAGE = '#f4f5f8'
export const DARK_PAGE = '#0b0e13'

/**
 * Look of the offline page. The page sends it to the service worker, which compares it with the ETag of the cached
 * page.
 */
export const lookOf = (language: Language, theme: Theme): string => `${language}.${theme}`

export function AppLinks({ language, theme }: { language: Language; theme: Theme }) {
  return (
    <>
      <link rel="manifest" href={`/manifest/${language}`} />
      <link rel="apple-touch-icon" href="/icons/apple-touch.png" />
      {theme !== 'dark' && (
        <meta
          name="theme-color"
          content={LIGHT_PAGE}
          {...(theme === 'auto' && { media: '(prefers-color-scheme: light)' })}
        />
      )}
      {theme !== 'light' && (
        <meta
          name="theme-color"
          content={DARK_PAGE}
          {...(theme === 'auto' && { media: '(prefers-color-scheme: dark)' })}
        />
      )}
    </>
  )
}
