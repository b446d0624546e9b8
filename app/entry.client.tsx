// The browser's start: reads the words that the page was drawn with, then makes the page alive.

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
  // A page that could not even say which words it has is an error page: it stays as the server drew it.
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
 * Waits for what the page was drawn with. RemixBrowser suspends until it has read that; a press in those moments, which React answers at
 * once, would be answered by "Root did not complete" and leave the page without scripts (remix-run/remix#10214). So it is called here before
 * React knows of it: it throws what it waits for before it comes to its first hook.
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

/** The page preloads this very file, so it is one request and usually already here. A request that was lost is made again. */
async function fetchWords(): Promise<LanguageWords | null> {
  const link = document.getElementById('words')
  if (!(link instanceof HTMLLinkElement)) return null
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const response = await fetch(link.href).catch(() => null)
    // Our own file: the server writes it from the same words it drew the page with.
    if (response?.ok) return response.json<LanguageWords>()
    if (response) break
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
  }
  loadOnceMore()
  return null
}

const LOADED_KEY = 'cm_loaded_again'
const LOAD_AGAIN_MS = 60_000

/** A page of a release that is gone has no scripts without its words: it is loaded anew, but not over and over. */
function loadOnceMore(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_KEY)) < LOAD_AGAIN_MS) return
    sessionStorage.setItem(LOADED_KEY, String(Date.now()))
  } catch {
    // Storage is forbidden here, so nothing would end it: the page stays as the server drew it.
    return
  }
  location.reload()
}

/** True when the page is loaded anew, because it was drawn without a choice that this browser still keeps. */
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
