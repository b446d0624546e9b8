// The desk's words around its pages: they come with the page's own data, because nobody else needs them.

import type { ReactNode } from 'react'
import { WordsProvider, usePageWords } from '../text/words'

export function DeskWords({ texts, children }: { texts: Readonly<Record<string, string>>; children: ReactNode }) {
  const words = usePageWords()
  return <WordsProvider value={{ ...words, texts: { ...words.texts, desk: texts } }}>{children}</WordsProvider>
}
