// Products of lock mining by coin: for how long, at which rate, how much is left, and what an amount would earn.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#domain/language'
import { termYield } from '#domain/mining/deposit'
import { type MiningTerms, checkLock } from '#domain/mining/terms'
import { type Amount, amount, parseAmount } from '#domain/money/amount'
import { type Rate, yearly } from '#domain/money/rate'
import { useSite } from '../../site/site'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import { AmountField } from '../amount-field'
import { Badge } from '../badge'
import { ButtonLink } from '../button'
import { CoinMark } from '../coin'
import { useAlive } from '../use-alive'

interface MiningOffer {
  readonly terms: MiningTerms
  /** Remaining capacity in steps. */
  readonly left: number
}

interface RateRanges {
  /** "109.5% – 127.75%": what the daily rates come to in a year. */
  readonly apr: string
  /** "0.3% – 0.35%". */
  readonly daily: string
}

/** First amount of the calculator, in minimums of the shortest term. */
const EXAMPLE_FACTOR = 100n

/** Rates over the tiers. */
export function useRateRanges() {
  const numbers = useNumbers()
  const range = (rates: readonly Rate[]): string => {
    const texts = [...new Set(rates.map((each) => numbers.rate(each)))]
    return texts.length > 1 ? `${texts[0]} – ${texts.at(-1)}` : (texts[0] ?? '')
  }
  return ({ tiers }: Pick<MiningTerms, 'tiers'>): RateRanges => ({
    apr: range(tiers.map(({ dailyRate }) => yearly(dailyRate))),
    daily: range(tiers.map(({ dailyRate }) => dailyRate)),
  })
}

interface OffersProps {
  readonly offers: readonly MiningOffer[]
  /** Of the headings: below the page's, or below that of a section. */
  readonly level: 2 | 3
  /** Plain decimal text of a typed number. */
  readonly plainDecimal: (text: string, language: Language) => string
}

/** Columns of a card with one, two, or more terms, which stand side by side in it. */
const SPANS = [
  { card: '', terms: '' },
  { card: 'lg:col-span-2', terms: 'lg:grid-cols-2' },
  { card: 'lg:col-span-3', terms: 'lg:grid-cols-3' },
] as const

/** One card per coin, one part per term. */
export function MiningOffers({ offers, ...rest }: OffersProps) {
  const byCoin = new Map<number, MiningOffer[]>()
  for (const offer of offers) {
    const { id } = offer.terms.asset
    byCoin.set(id, [...(byCoin.get(id) ?? []), offer])
  }
  return (
    <ul className="grid grid-flow-dense gap-3 lg:grid-cols-3">
      {[...byCoin].map(([id, ofCoin]) => (
        <CoinCard key={id} offers={ofCoin.sort((left, right) => left.terms.days - right.terms.days)} {...rest} />
      ))}
    </ul>
  )
}

function CoinCard({ offers, level, plainDecimal }: OffersProps) {
  const { t } = useTranslation('mining')
  const { language } = useSite()
  const numbers = useNumbers()
  const isAlive = useAlive()
  const [text, setText] = useState('')
  const [first] = offers
  if (!first) return null
  const { asset, min } = first.terms
  const example = amount(min * EXAMPLE_FACTOR)
  const Heading = `h${level}` as const
  const span = SPANS[Math.min(offers.length, SPANS.length) - 1] ?? SPANS[0]
  return (
    <li className={`panel overflow-hidden ${span.card}`}>
      <div className="flex items-center gap-3 px-4 pt-4 pb-2">
        <CoinMark asset={asset} />
        <Heading className="min-w-0 flex-1 font-bold">{asset.code}</Heading>
      </div>
      {/* The figures need scripts; each product's page calculates without. */}
      <div className="max-w-md px-4 pb-3 noscript:hidden">
        <AmountField
          label={t('calculator')}
          name="calculated"
          unit={asset.code}
          scale={asset.scale}
          value={text}
          onText={setText}
          placeholder={numbers.amount(asset, example)}
          isDisabled={!isAlive}
        />
      </div>
      <ul className={`grid divide-line max-lg:divide-y lg:divide-x ${span.terms}`}>
        {offers.map((offer) => (
          <TermRow
            key={offer.terms.id}
            offer={offer}
            text={text}
            locked={lockedOf(asset, plainDecimal(text, language))}
            example={example}
          />
        ))}
      </ul>
    </li>
  )
}

/** Typed amount of the calculator; null without a positive number. */
function lockedOf(asset: MiningTerms['asset'], text: string): Amount | null {
  const parsed = text === '' ? null : parseAmount(asset, text)
  return parsed?.ok && parsed.value > 0n ? parsed.value : null
}

interface TermRowProps {
  readonly offer: MiningOffer
  /** As typed in the calculator. */
  readonly text: string
  readonly locked: Amount | null
  readonly example: Amount
}

function TermRow({ offer: { terms, left }, text, locked, example }: TermRowProps) {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const { apr, daily } = useRateRanges()(terms)
  const { asset } = terms
  const money = (value: bigint) => `${numbers.amount(asset, amount(value))}\u00a0${asset.code}`
  const isOpen = terms.status === 'open' && left > 0
  return (
    <li className="grid h-fit grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{t('days', { count: terms.days })}</span>
          <span className="text-xs text-muted lg:w-full">
            {t('apr')}
            {terms.tiers.length > 1 && <span className="max-lg:sr-only"> {t('by_amount')}</span>}
          </span>
          {!isOpen && <Badge>{t(terms.status === 'open' ? 'sold_out' : 'paused')}</Badge>}
        </p>
        <p className="text-lg font-bold text-up-text tabular-nums lg:max-xl:text-base">{apr}</p>
      </div>
      <ButtonLink
        to={`/earn/lock/${terms.id}${locked === null ? '' : `?${new URLSearchParams({ amount: text })}`}`}
        size="sm"
        variant={isOpen ? 'brand' : 'quiet'}
      >
        {t(isOpen ? 'lock' : 'details')}
      </ButtonLink>
      {/* Each fact stays whole where the line breaks. */}
      <div className="col-span-2 text-xs text-muted">
        <p className="flex flex-wrap gap-x-3">
          <span>
            {daily} {t('per_day')}
          </span>
          <span>
            {t('min')} {money(terms.min)}
          </span>
          <span>
            {t('left')} {money(terms.step * BigInt(left))}
          </span>
        </p>
        <Yield terms={terms} locked={locked} example={example} />
      </div>
    </li>
  )
}

interface YieldProps extends Pick<TermRowProps, 'locked' | 'example'> {
  readonly terms: MiningTerms
}

/** Total interest of a typed amount, or its refusal; of an example before one is typed. */
function Yield({ terms, locked, example }: YieldProps) {
  const { t } = useTranslation('mining')
  const words = useRefusalWords()
  const numbers = useNumbers()
  const { asset, days } = terms
  const shown = locked ?? (checkLock(terms, example).ok ? example : terms.min)
  const checked = checkLock(terms, shown)
  const money = (value: Amount) => `${numbers.amount(asset, value)}\u00a0${asset.code}`
  const isRefused = locked !== null && !checked.ok
  return (
    <p aria-live="polite" className="min-h-5 noscript:hidden">
      {isRefused ? words(checked.refusal) : `${t('total_yield')} `}
      {checked.ok && (
        <span className="tabular-nums">
          {money(shown)} →{' '}
          <span className="font-semibold text-up-text">
            {money(termYield({ amount: shown, dailyRate: checked.value.tier.dailyRate, days, boost: null }))}
          </span>
        </span>
      )}
    </p>
  )
}
