// Words that only the pages of one feature need: they come with the page's own data, so that nobody else loads them.

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlatNamespace } from 'i18next'

interface FeatureWordsProps {
  readonly namespace: FlatNamespace
  readonly texts: Readonly<Record<string, string>>
  readonly children: ReactNode
}

export function FeatureWords({ namespace, texts, children }: FeatureWordsProps) {
  const { i18n } = useTranslation()
  // Before the first child is drawn. On the server they are there already, and are never written: requests share them.
  useState(() => {
    if (!i18n.hasResourceBundle(i18n.language, namespace)) i18n.addResourceBundle(i18n.language, namespace, texts)
  })
  return children
}
