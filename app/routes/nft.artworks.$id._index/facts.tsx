// Work facts: owner, registration, royalty; for a blind box its odds.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { divideHalfEven } from '#domain/money/rounding'
import { RARITIES } from '#domain/nft/artwork'
import { DemoBadge } from '../../components/demo-badge'
import { FigureList } from '../../components/figure-list'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export function Facts() {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { work, isBox, owner, isDemoOwner, isHouse, isOwn, royalty } = useLoaderData<typeof loader>()
  const rows = [
    {
      key: 'owner',
      label: t('owner'),
      value: (
        <>
          {isOwn ? t('you') : isHouse ? t('house') : (owner ?? t('somebody'))} {isDemoOwner && <DemoBadge />}
        </>
      ),
    },
    { key: 'rarity', label: t('rarity'), value: isBox ? t('rarity_unknown') : work.rarity },
    { key: 'royalty', label: t('royalty'), value: numbers.rate(royalty) },
    { key: 'chain', label: t('chain'), value: work.chain },
    { key: 'code', label: t('code'), value: <span className="break-all">{work.code}</span> },
  ]
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <h2 className="font-semibold">{t('about')}</h2>
      <FigureList rows={rows} className="" />
      {work.receiptId && (
        <Link to={`/receipts/${work.receiptId}`} className="py-2 text-selected-text hover:underline">
          {t('receipt')}
        </Link>
      )}
    </section>
  )
}

/** Box odds. The prize order is committed in advance: counts per rarity are public, positions are secret. */
export function Odds() {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { odds } = useLoaderData<typeof loader>()
  if (!odds) return null
  const all = Object.values(odds.rarities).reduce((sum, count) => sum + count, 0)
  const share = (count: number): string => formatUnits(divideHalfEven(BigInt(count) * 1_000n, BigInt(all)), 1)
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <h2 className="font-semibold">{t('in_series')}</h2>
      <ul className="grid gap-1.5">
        {RARITIES.filter((rarity) => odds.rarities[rarity] !== undefined).map((rarity) => (
          <li key={rarity} className="flex justify-between gap-3">
            <span>{rarity}</span>
            <span className="tabular-nums text-muted">
              {numbers.count(odds.rarities[rarity] ?? 0)} · {numbers.percent(share(odds.rarities[rarity] ?? 0))}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-muted">{t('committed')}</p>
      <p className="text-xs break-all text-muted">{odds.root}</p>
    </section>
  )
}
