// Translations of one feature, sent with its page data, so that other pages do not load them.

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
  // Add translations before the first child renders. The server already holds all bundles and must not write: requests
  // share the i18n instance.
  useState(() => {
    if (!i18n.hasResourceBundle(i18n.language, namespace)) i18n.addResourceBundle(i18n.language, namespace, texts)
  })
  return children
}
