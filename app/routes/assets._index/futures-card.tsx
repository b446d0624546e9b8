// Futures wallet card: equity, margins, unrealized pnl, and distance to liquidation.

import { Link } from '@remix-run/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appraiseFutures } from '#domain/futures/appraisal'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { decodeAmount } from '#domain/money/amount'
import { parseSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import type { Quote } from '#party/protocol/quotes'
import { FeatureWords } from '../../components/feature-words'
import { RiskBar } from '../../components/futures/risk-bar'
import type { LiveAccount } from '../../live/account-state'

interface FuturesCardProps {
  readonly drawn: {
    readonly texts: Readonly<Record<string, string>>
    readonly rows: readonly FuturesRow[]
    readonly available: string
    readonly held: string
    readonly quote: { readonly id: number; readonly code: string; readonly scale: number }
  }
  readonly account: LiveAccount | null
  readonly quotes: readonly Quote[]
}

export function FuturesCard(props: FuturesCardProps) {
  return (
    <FeatureWords namespace="futures" texts={props.drawn.texts}>
      <PositionsSummary {...props} />
    </FeatureWords>
  )
}

function PositionsSummary({ drawn, account, quotes }: FuturesCardProps) {
  const { t } = useTranslation('futures')
  const rows = account?.futures.live ?? drawn.rows
  const received = account?.balances.find((row) => row.wallet === FUTURES_WALLET && row.assetId === drawn.quote.id)
  const { available, held } = account ? (received ?? { available: '0', held: '0' }) : drawn
  const appraisal = useMemo(() => {
    const prices = new Map(
      quotes.flatMap(({ symbol, price }) => {
        // Published prices have all decimals of their pair, so removing the point gives steps.
        const priceSteps = parseSteps(price.replace('.', ''), 0)
        return priceSteps ? [[symbol, priceSteps] as const] : []
      }),
    )
    return appraiseFutures(rows, { available: decodeAmount(available), held: decodeAmount(held) }, prices)
  }, [rows, available, held, quotes])
  return (
    <section aria-label={t('title')}>
      <RiskBar appraisal={appraisal} quote={drawn.quote} />
      {rows.length > 0 && (
        <p className="border-b border-line px-4 text-sm">
          <Link to="/orders/futures" className="inline-flex min-h-11 items-center text-selected-text hover:underline">
            {t('orders_title')}
          </Link>
        </p>
      )}
    </section>
  )
}
