// Bid page: live current bid, end of the auction, the form with all amounts, and the newest bids.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount } from '#domain/money/amount'
import { type Lot, currentPrice, salePhase } from '#domain/nft/artwork'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { Countdown } from '../../components/countdown'
import { DataTable } from '../../components/data-table'
import { DemoBadge } from '../../components/demo-badge'
import { featurePage } from '../../components/feature-words'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { TradedWork } from '../../components/nft/traded-work'
import { askFunds as clientAction } from '../../forms/funds'
import { useSale } from '../../live/lot-channel'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { useNumbers } from '../../text/numbers'
import { BidForm } from './bid-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

export default featurePage('lots', Bidding)

function Bidding() {
  const { t } = useTranslation('lots')
  const { title, work, artist, lot, userId } = useLoaderData<typeof loader>()
  return (
    <Pane title={title} backTo={`/nft/artworks/${work.id}`} frame="form">
      <div className="panel p-4">
        <TradedWork work={work} artist={artist.nickname} />
      </div>
      {lot?.mode === 'auction' ? (
        <Auction isOwn={lot.sellerId === userId} />
      ) : (
        <Notice tone="plain">
          <p>{t('no_auction')}</p>
          <p className="mt-2">
            <ButtonLink to={`/nft/artworks/${work.id}`} size="sm">
              {t('view_work')}
            </ButtonLink>
          </p>
        </Notice>
      )}
    </Pane>
  )
}

/** Live sale state: loader data until the sale's room answers. */
function useLiveSale() {
  const { lot, bids, ownPrices } = useLoaderData<typeof loader>()
  const { state } = useSale(lot?.id ?? null)
  if (!lot) return null
  // Ignore room state older than the loader's.
  const received = state &&
    state.bidCount >= lot.bidCount && {
      state: state.state,
      highest: state.highest === null ? null : decodeAmount(state.highest),
      bidCount: state.bidCount,
      endsAt: state.endsAt,
    }
  const rows = received
    ? state.bids.map(({ seq, price, at, bidder, isDemo = false }) => ({ seq, price, at, name: `#${bidder}`, isDemo }))
    : bids
  return { lot: { ...lot, ...received }, rows, own: new Set(ownPrices) }
}

function Auction({ isOwn }: { readonly isOwn: boolean }) {
  const { t } = useTranslation('lots')
  const numbers = useNumbers()
  const live = useLiveSale()
  const { now, ownPrices } = useLoaderData<typeof loader>()
  if (!live) return null
  const { lot, rows, own } = live
  const phase = salePhase(lot, now)
  const money = (value: bigint) => `${numbers.amount(lot.asset, value as typeof lot.price)}\u00a0${lot.asset.code}`
  return (
    <>
      <div className="panel grid gap-2 p-4 text-sm">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <Badge>{t(`phase_${phase}`)}</Badge>
          <span className="text-muted">
            {phase === 'on_sale' && (
              <>
                {t('ends_in')} <Countdown key={lot.endsAt} endsAt={lot.endsAt} now={now} label={t('ends_in')} />
              </>
            )}
            {phase === 'not_started' && <Moment at={lot.startsAt} />}
            {phase === 'ended' && <Moment at={lot.endsAt} />}
          </span>
        </p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-muted">{t(lot.highest === null ? 'starting_price' : 'current_bid')}</span>
          <span data-figure="current" className="text-lg font-semibold tabular-nums" aria-live="polite">
            {money(currentPrice(lot))}
          </span>
        </p>
        <p className="text-2xs text-muted">{t('late_rule')}</p>
      </div>
      {isOwn && <Notice tone="plain">{t('own_sale')}</Notice>}
      {phase === 'on_sale' ? <OwnStand lot={lot} own={own} /> : <OwnEnd lot={lot} own={own} />}
      {/* The key resets the field after an own bid. */}
      {phase === 'on_sale' && !isOwn && <BidForm key={ownPrices.join()} lot={lot} />}
      <section className="panel overflow-hidden">
        <h2 className="p-4 pb-2 font-semibold">
          {t('bid_log')} ({numbers.count(lot.bidCount)})
        </h2>
        {rows.length === 0 ? (
          <p className="px-4 pb-4 text-sm text-muted">{t('no_bids')}</p>
        ) : (
          <DataTable
            caption={t('bid_log')}
            columns={[
              {
                key: 'bidder',
                head: t('bidder'),
                isTitle: true,
                cell: ({ name, price, isDemo }) => (
                  <>
                    {own.has(price) ? t('you') : name} {isDemo && <DemoBadge />}
                  </>
                ),
              },
              { key: 'bid', head: t('bid'), isNumber: true, cell: ({ price }) => money(decodeAmount(price)) },
              { key: 'at', head: t('time'), isWide: true, cell: ({ at }) => <Moment at={at} /> },
            ]}
            rows={rows}
            keyOf={({ seq }) => String(seq)}
          />
        )}
      </section>
    </>
  )
}

/** Notice whether the user currently leads. */
function OwnStand({ lot, own }: { readonly lot: Lot; readonly own: ReadonlySet<string> }) {
  const { t } = useTranslation('lots')
  const numbers = useNumbers()
  const { hasBid } = useLoaderData<typeof loader>()
  if (own.size === 0 || lot.highest === null) return null
  const price = `${numbers.amount(lot.asset, lot.highest)}\u00a0${lot.asset.code}`
  const isLeading = own.has(lot.highest.toString())
  if (!isLeading) return <Notice tone="bad">{t('you_outbid', { price })}</Notice>
  return <Notice tone={hasBid ? 'good' : 'plain'}>{t(hasBid ? 'bid_done' : 'you_lead')}</Notice>
}

/** Auction result for bidders; the winner must pay before the deadline. */
function OwnEnd({ lot, own }: { readonly lot: Lot; readonly own: ReadonlySet<string> }) {
  const { t } = useTranslation('lots')
  const isDecided = lot.state === 'won' || lot.state === 'sold' || lot.state === 'forfeited'
  if (own.size === 0 || lot.highest === null || !isDecided) return null
  if (!own.has(lot.highest.toString())) return <Notice tone="plain">{t('you_lost')}</Notice>
  if (lot.state !== 'won') return null
  return (
    <Notice tone="good">
      <p>{t('you_won')}</p>
      <p className="mt-2">
        <ButtonLink to="/nft/mine" size="sm" variant="brand">
          {t('orders_title')}
        </ButtonLink>
      </p>
    </Notice>
  )
}
