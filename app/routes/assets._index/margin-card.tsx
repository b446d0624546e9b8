// Margin wallet card: margin rate, and a link to loans.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { MarginLine } from '#domain/loan/risk'
import { FeatureWords } from '../../components/feature-words'
import { MarginCall, MarginFigures } from '../../components/loan/margin-panel'

interface MarginCardProps {
  readonly drawn: { readonly texts: Readonly<Record<string, string>>; readonly lines: readonly MarginLine[] | null }
}

export function MarginCard({ drawn }: MarginCardProps) {
  return (
    <FeatureWords namespace="loan" texts={drawn.texts}>
      <MarginSummary lines={drawn.lines} />
    </FeatureWords>
  )
}

function MarginSummary({ lines }: Pick<MarginCardProps['drawn'], 'lines'>) {
  const { t } = useTranslation('loan')
  return (
    <section aria-label={t('margin_title')} className="border-b border-line px-4 py-3">
      <MarginCall lines={lines} />
      <MarginFigures lines={lines} />
      <p className="text-sm">
        <Link to="/loans?tab=live" className="inline-flex min-h-11 items-center text-selected-text hover:underline">
          {t('title')}
        </Link>
      </p>
    </section>
  )
}
