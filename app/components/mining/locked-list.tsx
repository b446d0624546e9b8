// Locked funds of mining and token sales with their unlock dates.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, total } from '#domain/money/amount'
import { useSite } from '../../site/site'
import { dateWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import { DataTable } from '../data-table'
import { Hideable } from '../hidden-amounts'
import { Moment } from '../moment'

export interface LockedLine {
  readonly to: string
  /** Code of a series or title of a token sale; null for a locked deposit. */
  readonly name: string | null
  readonly series?:
    | { readonly kind: 'call' | 'put'; readonly base: string; /** Plain decimal text. */ readonly price: string }
    | undefined
  /** Term of a locked deposit. */
  readonly days?: number | undefined
  /** Stage of a token sale application. */
  readonly stage?: 'applied' | 'allotted' | 'unlocking' | undefined
  readonly asset: { readonly code: string; readonly scale: number }
  readonly amount: string
  readonly until: number
}

/** Sum of each asset: "12,380.5 USDT · 0.1 BTC". */
export function LockedSums({ lines }: { readonly lines: readonly LockedLine[] }) {
  const numbers = useNumbers()
  const assets = new Map(lines.map(({ asset }) => [asset.code, asset]))
  const sumOf = (code: string) =>
    total(lines.filter(({ asset }) => asset.code === code).map(({ amount }) => decodeAmount(amount)))
  return (
    <Hideable>
      {[...assets].map(([code, asset]) => `${numbers.amount(asset, sumOf(code))}\u00a0${code}`).join(' · ')}
    </Hideable>
  )
}

export function LockedList({ lines }: { readonly lines: readonly LockedLine[] }) {
  const { t } = useTranslation('earn')
  const numbers = useNumbers()
  const site = useSite()
  const titleOf = ({ name, series, days, asset, until }: LockedLine) => {
    if (series) {
      const act = t(`named_${series.kind}`, { price: numbers.decimal(series.price) })
      return { title: `${series.base} · ${act} · ${dateWords(until, site)}`, text: name }
    }
    if (days !== undefined) return { title: `${asset.code} · ${t('days', { count: days })}`, text: t('lock_mining') }
    return { title: name ?? t('lock_mining'), text: null }
  }
  return (
    <DataTable
      caption={t('own')}
      rows={lines}
      keyOf={({ to }) => to}
      columns={[
        {
          key: 'what',
          head: t('what'),
          isTitle: true,
          cell: (line) => {
            const { title, text } = titleOf(line)
            const below = text ?? (line.stage && t(`ieo_${line.stage}`))
            return (
              <span className="inline-grid">
                <Link to={line.to} className="hover:underline">
                  {title}
                </Link>
                {below && <span className="text-2xs font-normal text-muted">{below}</span>}
              </span>
            )
          },
        },
        {
          key: 'amount',
          head: t('amount'),
          isNumber: true,
          isWide: true,
          cell: ({ asset, amount }) => (
            <Hideable>{`${numbers.storedAmount(asset, amount)}\u00a0${asset.code}`}</Hideable>
          ),
        },
        { key: 'until', head: t('until'), isWide: true, cell: ({ until }) => <Moment at={until} /> },
      ]}
    />
  )
}
