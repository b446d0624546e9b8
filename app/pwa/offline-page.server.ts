// Offline page as a self-contained HTML text, cached by the service worker.

import { LANGUAGE_TAGS, type Language } from '#domain/language'
import type { Theme } from '../site/site'
import { iconPath } from '../components/icon'
import { TABS, type Tab } from '../shell/tabs'
import { pageI18n } from '../text/i18n.server'
import { DARK_PAGE, LIGHT_PAGE } from './app-links'
import type { WordKey } from '../../locales/key'

interface OfflinePage {
  readonly language: Language
  readonly theme: Theme
  readonly nonce: string
}

const DARK = `--page: ${DARK_PAGE}; --ink: #e9edf3; --muted: #98a3b3`

/** Colours of the chosen theme; otherwise of the system's theme. */
const themeRule = (theme: Theme): string =>
  ({
    light: '',
    dark: `:root { color-scheme: dark; ${DARK} }`,
    auto: `@media (prefers-color-scheme: dark) { :root { color-scheme: dark; ${DARK} } }`,
  })[theme]

const STYLE = `
:root { color-scheme: light; --page: ${LIGHT_PAGE}; --ink: #12161f; --muted: #586273 }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; display: grid; place-content: center; justify-items: center; gap: 1rem; padding: 2rem 2rem 6rem; text-align: center;
  background: var(--page); color: var(--ink); font: 1rem/1.7 system-ui, sans-serif }
svg { width: 4rem; height: 4rem; color: var(--muted) }
h1 { font-size: 1.375rem; line-height: 1.4; text-wrap: balance; word-break: auto-phrase }
p { max-width: 26rem; color: var(--muted); text-wrap: balance; word-break: auto-phrase }
p:lang(zh) { word-break: keep-all; overflow-wrap: break-word }
nav { position: fixed; inset: auto 0 0; display: grid; grid-template-columns: repeat(5, 1fr); border-top: 1px solid #8884;
  background: var(--page); padding-bottom: env(safe-area-inset-bottom) }
nav a { min-height: 3.5rem; display: grid; place-content: center; justify-items: center; gap: .125rem; color: var(--muted); font-size: .6875rem;
  line-height: 1.2; text-decoration: none }
nav svg { width: 1.5rem; height: 1.5rem; color: inherit }
nav [aria-current] { color: var(--ink); font-weight: 600 }
body > a { min-height: 2.75rem; margin-top: .5rem; padding: 0 1.5rem; display: grid; place-items: center; border-radius: .625rem;
  background: #d4ba83; color: #221a08; font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid #276dff; outline-offset: 2px }`

const CLOUD =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true">' +
  '<path d="M7.5 18.5H17a4 4 0 0 0 .9-7.9 6 6 0 0 0-9-3.6M6.3 9.3a4.7 4.7 0 0 0 .7 9.2M3.5 3.5l17 17"/></svg>'

/** Tab bar of the app; each link retries its page. */
function tabBar(language: Language): string {
  const t = (key: WordKey<'shell'>) => escapeHtml(pageI18n(language).t(key, { ns: 'shell' }))
  const link = ({ to, icon, word }: Tab) =>
    `<a href="${to}"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" ` +
    `stroke-linejoin="round" aria-hidden="true"><path d="${iconPath(icon)}"/></svg>${t(word)}</a>`
  return `<nav aria-label="${t('nav_main')}">${TABS.map(link).join('')}</nav>`
}

const MARK_TAB = `
const at = location.pathname
for (const tab of document.querySelectorAll('nav a')) {
  const to = tab.getAttribute('href')
  if (at === to || (to !== '/' && at.startsWith(to + '/'))) tab.setAttribute('aria-current', 'page')
}`

/**
 * Polls the server and reloads on success, because a device that reports "online" may still not reach it. At /offline
 * itself there is no page to return to.
 */
const COME_BACK = `
const look = () => fetch('/health', { cache: 'no-store' }).then((answer) => answer.ok && location.reload(), () => undefined)
if (location.pathname !== '/offline') {
  addEventListener('online', look)
  setInterval(look, 5000)
}`

export function makeOfflinePage({ language, theme, nonce }: OfflinePage): string {
  const t = (key: WordKey<'pwa'>) => escapeHtml(pageI18n(language).t(key, { ns: 'pwa' }))
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${t('offline_title')}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}
${themeRule(theme)}</style>
</head>
<body>
${CLOUD}
<main>
<h1>${t('offline_title')}</h1>
<p>${t('offline_text')}</p>
</main>
<a href="">${t('offline_retry')}</a>
${tabBar(language)}
<script nonce="${nonce}">${MARK_TAB}${COME_BACK}</script>
</body>
</html>
`
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
