// What the head of every page says of the installable app.

import type { Language } from '#domain/language'
import type { Theme } from '../site'
import { DARK_PAGE, LIGHT_PAGE } from './theme-colours'

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
