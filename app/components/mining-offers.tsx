// Products of lock mining as cards: for how long, at which rate, how much is left.

import { useTranslation } from 'react-i18next'
import type { MiningTerms } from '#domain/mining/terms'
import { amount } from '#domain/money/amount'
import { useNumbers } from '../text/numbers'
import { Badge } from './badge'
import { ButtonLink } from './button'
import { CoinMark } from './coin'
import { FigureList } from './figure-list'

interface MiningOffer {
  readonly terms: MiningTerms
  /** Remaining capacity in steps. */
  readonly left: number
}

/** Rate range over the tiers: "0.3% – 0.4%". */
export function useRateRange() {
  const numbers = useNumbers()
  return ({ tiers }: Pick<MiningTerms, 'tiers'>): string => {
    const texts = [...new Set(tiers.map(({ dailyRate }) => numbers.rate(dailyRate)))]
    return texts.length > 1 ? `${texts[0]} – ${texts.at(-1)}` : (texts[0] ?? '')
  }
}

interface OffersProps {
  readonly offers: readonly MiningOffer[]
  /** Of the headings: below the page's, or below that of a section. */
  readonly level: 2 | 3
}

export function MiningOffers({ offers, level }: OffersProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {offers.map((offer) => (
        <OfferCard key={offer.terms.id} offer={offer} level={level} />
      ))}
    </ul>
  )
}

function OfferCard({ offer: { terms, left }, level }: { readonly offer: MiningOffer } & Pick<OffersProps, 'level'>) {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const rateRange = useRateRange()
  const { asset } = terms
  const Heading = `h${level}` as const
  const money = (value: bigint) => `${numbers.amount(asset, amount(value))}\u00a0${asset.code}`
  const isOpen = terms.status === 'open' && left > 0
  return (
    <li className="panel flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <CoinMark asset={asset} />
        <Heading className="min-w-0 flex-1 font-bold">{`${asset.code} · ${t('days', { count: terms.days })}`}</Heading>
        {!isOpen && <Badge>{t(terms.status === 'open' ? 'sold_out' : 'paused')}</Badge>}
      </div>
      <p>
        <span className="text-xl font-bold text-up-text tabular-nums">{rateRange(terms)}</span>{' '}
        <span className="text-xs text-muted">{t('per_day')}</span>
      </p>
      <FigureList
        className="text-xs"
        rows={[
          { key: 'min', label: t('min'), value: money(terms.min) },
          { key: 'left', label: t('left'), value: money(terms.step * BigInt(left)) },
          { key: 'penalty', label: t('penalty_per_day'), value: numbers.rate(terms.penaltyRatio) },
        ]}
      />
      <ButtonLink to={`/earn/lock/${terms.id}`} variant={isOpen ? 'brand' : 'quiet'} className="mt-auto">
        {t(isOpen ? 'lock' : 'details')}
      </ButtonLink>
    </li>
  )
}
