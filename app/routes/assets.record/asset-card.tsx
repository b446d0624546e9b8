// Asset summary: total balance, value, price and actions.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type PortfolioLine, mergeByAsset } from '#domain/portfolio/appraisal'
import type { Quote } from '#party/protocol/quotes'
import { ButtonLink } from '../../components/button'
import { Change } from '../../components/change'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { LinkBadge } from '../../components/link-badge'
import { Ticking } from '../../components/ticking'
import type { LinkState } from '../../live/channel'
import { usdtText } from '../../live/use-portfolio'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

interface AssetCardProps {
  readonly lines: readonly PortfolioLine[]
  readonly quote: Quote | undefined
  readonly link: LinkState
}

export function AssetCard({ lines, quote, link }: AssetCardProps) {
  const { t } = useTranslation('wallet')
  const { t: tFunds } = useTranslation('funds')
  const numbers = useNumbers()
  const { asset, pairs } = useLoaderData<typeof loader>()
  const [whole] = mergeByAsset(lines)
  const pair = pairs.find((row) => row.isTradable)
  return (
    <section className="panel p-4 lg:p-5">
      <div className="flex items-center justify-between gap-2 text-sm text-muted">
        <h2>{t('total')}</h2>
        <LinkBadge link={link} />
      </div>
      {whole && (
        <>
          <p className="text-stale mt-1 text-2xl font-bold break-all" data-testid="asset-total">
            <Hideable>{numbers.amount(asset, whole.whole)}</Hideable>
          </p>
          {whole.price !== null && (
            <p className="text-sm text-muted">
              <Hideable>
                <FiatText usdt={usdtText(whole.value)} className="" />
              </Hideable>
            </p>
          )}
        </>
      )}
      {quote && (
        <p
          data-stale={quote.isStale}
          className="mt-3 flex flex-wrap items-baseline gap-x-3 border-t border-line pt-3 text-sm"
        >
          <span className="text-muted">{asset.code}/USDT</span>
          <Ticking value={quote.price} words={numbers.decimal(quote.price)} className="text-stale font-medium" />
          <Change percent={quote.change} />
        </p>
      )}
      <div className="mt-4 grid grid-cols-2 gap-2">
        <ButtonLink to={`/assets/deposit?asset=${asset.id}`} variant="brand">
          {tFunds('deposit')}
        </ButtonLink>
        <ButtonLink to={`/assets/withdraw?asset=${asset.id}`}>{tFunds('withdraw')}</ButtonLink>
        <ButtonLink to={`/assets/transfer?asset=${asset.id}`}>{t('transfer')}</ButtonLink>
        {pair && (
          <ButtonLink to={pair.base.id === asset.id ? `/trade/spot/${pair.symbol}` : '/market'}>
            {t('trade')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
