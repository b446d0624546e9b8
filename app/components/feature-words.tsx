// Translations of one feature, sent with its page data, so that other pages do not load them.

import { useLoaderData } from '@remix-run/react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlatNamespace } from 'i18next'
import { HiddenAmounts } from './hidden-amounts'

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

interface FeatureData {
  readonly texts: Readonly<Record<string, string>>
  /** The visitor's choice; absent on pages without own amounts. */
  readonly isHidden?: boolean
}

/** Page whose loader answers the translations of its feature. */
export const featurePage = (namespace: FlatNamespace, Page: ComponentType) =>
  function FeaturePage() {
    const { texts, isHidden } = useLoaderData<FeatureData>()
    return (
      <FeatureWords namespace={namespace} texts={texts}>
        {isHidden === undefined ? (
          <Page />
        ) : (
          <HiddenAmounts isHidden={isHidden}>
            <Page />
          </HiddenAmounts>
        )}
      </FeatureWords>
    )
  }
