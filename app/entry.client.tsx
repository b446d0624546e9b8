// Browser entry point: loads the page's texts, then hydrates the page.

import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { type LanguageWords, createI18n } from '#domain/i18n'
import { clearOldStorage, inStorage } from './visitor/client-state'
import { limitRequests } from './live/patience'
import { watchInstall } from './pwa/install'
import { startServiceWorker } from './pwa/release'
import { EnteredBefore } from './shell/entered-before'
import { restoreLostChoices } from './shell/lost-choices'

async function hydrate(): Promise<void> {
  const [words] = await Promise.all([fetchWords(), readState()])
  // Without translations the page is an error page: keep the server's HTML and skip hydration.
  if (!words) return
  const i18n = createI18n(document.documentElement.lang, words, console.error)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
          <EnteredBefore />
        </I18nextProvider>
      </StrictMode>,
    )
  })
}

/**
 * Waits for the Remix state before hydration. RemixBrowser suspends until it has read the streamed state; a click
 * meanwhile would fail with "Root did not complete" and leave the page without scripts (remix-run/remix#10214). Calling
 * it outside React throws the promise before its first hook runs.
 */
async function readState(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (awaited) {
    await awaited
  }
}

const TRIES_MAX = 5
const TRY_AGAIN_MS = 2_000

/**
 * Loads the page's translations. The page preloads this URL, so the response is usually cached; network failures are
 * retried.
 */
async function fetchWords(): Promise<LanguageWords | null> {
  const link = document.getElementById('words')
  if (!(link instanceof HTMLLinkElement)) return null
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const response = await fetch(link.href).catch(() => null)
    // Same origin: the server generates the file from the page's own translations.
    if (response?.ok) return response.json<LanguageWords>()
    if (response) break
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
  }
  loadOnceMore()
  return null
}

const LOADED_KEY = 'cm_loaded_again'
const LOAD_AGAIN_MS = 60_000

/** Reloads once when the translation file of an old release is gone; at most once per `LOAD_AGAIN_MS`. */
function loadOnceMore(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_KEY)) < LOAD_AGAIN_MS) return
    sessionStorage.setItem(LOADED_KEY, String(Date.now()))
  } catch {
    // Storage is unavailable, so a reload could repeat endlessly: the page stays as rendered by the server.
    return
  }
  location.reload()
}

/** True when the page reloads, because the server rendered it without a choice that this browser still stores. */
function settle(storage: Storage): boolean {
  clearOldStorage(storage)
  return restoreLostChoices(document, storage)
}

function start(): void {
  limitRequests(window)
  watchInstall()
  void hydrate()
  // In development files change without a release.
  if (import.meta.env.PROD) void startServiceWorker()
}

if (inStorage(settle)) location.reload()
else start()
