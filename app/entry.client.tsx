// The browser's start: reads the words that the page was drawn with, then makes the page alive.

import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { type LanguageWords, createWords } from './text/words'

async function hydrate(): Promise<void> {
  const i18n = createWords(document.documentElement.lang, await fetchWords())
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    )
  })
}

/** The page preloads this very file, so it is one request and usually already here. */
async function fetchWords(): Promise<LanguageWords> {
  const link = document.getElementById('words')
  if (!(link instanceof HTMLLinkElement)) return {}
  const response = await fetch(link.href)
  // Our own file: the server writes it from the same words it drew the page with.
  return response.json<LanguageWords>()
}

void hydrate()
