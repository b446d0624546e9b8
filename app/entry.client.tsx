// The browser's start: reads the words that the page was drawn with, then makes the page alive.

import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { clearOldStorage } from './client-state'
import { watchInstall } from './pwa/install'
import { startServiceWorker } from './pwa/release'
import { restoreLostChoices } from './shell/lost-choices'
import { type LanguageWords, createWords } from './text/say'
import { WordsProvider } from './text/words'

async function hydrate(): Promise<void> {
  const words = await fetchWords()
  // A page that could not even say which words it has is an error page: it stays as the server drew it.
  if (!words) return
  const value = createWords(document.documentElement.lang, words)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WordsProvider value={value}>
          <RemixBrowser />
        </WordsProvider>
      </StrictMode>,
    )
  })
}

/** The page preloads this very file, so it is one request and usually already here. */
async function fetchWords(): Promise<LanguageWords | null> {
  const link = document.getElementById('words')
  if (!(link instanceof HTMLLinkElement)) return null
  const response = await fetch(link.href)
  // Our own file: the server writes it from the same words it drew the page with.
  return response.json<LanguageWords>()
}

/** True when the page is loaded anew, because it was drawn without a choice that this browser still keeps. */
function settleStorage(): boolean {
  try {
    clearOldStorage(localStorage)
    return restoreLostChoices(document, localStorage)
  } catch {
    // Storage is forbidden here: the page works without.
    return false
  }
}

function start(): void {
  watchInstall()
  void hydrate()
  // In development files change without a release.
  if (import.meta.env.PROD) void startServiceWorker()
}

if (settleStorage()) location.reload()
else start()
