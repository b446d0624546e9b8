// Parts shared by lists and pages of token sales: stage, total applied, time left and own applications.

import { Link, useRevalidator } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type IeoStage, type IeoTerms, percentApplied, stageAt } from '#domain/ieo/terms'
import { decodeAmount } from '#domain/money/amount'
import type { IeoRow } from '#party/protocol/ieo'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { Badge } from '../badge'
import { Countdown } from '../countdown'
import { type Column, DataTable } from '../data-table'
import { Hideable } from '../hidden-amounts'
import { Moment } from '../moment'

const TONES = { warm_up: 'brand', in_progress: 'good', ended: 'plain' } as const

export function StageBadge({ stage }: { readonly stage: IeoStage }) {
  const { t } = useTranslation('ieo')
  return <Badge tone={TONES[stage]}>{t(`stage_${stage}`)}</Badge>
}

type Timed = Pick<IeoTerms, 'startsAt' | 'endsAt'>

/** Countdown to the next stage; at zero the page revalidates. Renders nothing after the sale ended. */
export function StageCountdown({ sale, now }: { readonly sale: Timed; readonly now: number }) {
  const { t } = useTranslation('ieo')
  const { revalidate } = useRevalidator()
  const stage = stageAt(sale, now)
  if (stage === 'ended') return null
  const label = t(stage === 'warm_up' ? 'starts_in' : 'ends_in')
  const endsAt = stage === 'warm_up' ? sale.startsAt : sale.endsAt
  return (
    <p className="text-sm text-muted">
      {label}{' '}
      <span className="font-semibold text-ink">
        <Countdown key={endsAt} endsAt={endsAt} now={now} label={label} onEnd={() => revalidate()} />
      </span>
    </p>
  )
}

interface MeterProps extends Pick<IeoTerms, 'supply' | 'asset'> {
  readonly taken: number
}

/** Progress meter of applications; above 100 % the bar is full and the number exceeds 100. */
export function Meter({ supply, taken, asset }: MeterProps) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const percent = percentApplied(supply, taken)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{t('meter')}</span>
        <span className="font-semibold text-ink tabular-nums" data-testid="applied-percent">
          {numbers.percent(percent)}
        </span>
      </p>
      <meter className="sr-only" min={0} max={supply} value={Math.min(taken, supply)} aria-label={t('meter')} />
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-track">
        <div className="h-full rounded-full bg-brand" style={{ width: `${Math.min(100, (taken / supply) * 100)}%` }} />
      </div>
      <p className="text-xs text-muted tabular-nums">
        {numbers.count(taken)} / {numbers.count(supply)}
        {bound(asset.code)}
      </p>
    </div>
  )
}

/** Names used in application rows, by their numbers. */
interface IeoNames {
  readonly titles: Readonly<Record<number, string>>
  readonly assets: Readonly<Record<number, { readonly code: string; readonly scale: number }>>
}

const UNKNOWN = { code: '', scale: 0 }

/** Application with names of project and assets. */
export type IeoLine = IeoRow & { readonly names: IeoNames }

export function IeoOrders({ rows }: { readonly rows: readonly IeoLine[] }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const asset = ({ names }: IeoLine, id: number) => names.assets[id] ?? UNKNOWN
  const money = (row: IeoLine, stored: string) => {
    const payAsset = asset(row, row.payAssetId)
    return <Hideable>{`${numbers.storedAmount(payAsset, stored)}\u00a0${payAsset.code}`}</Hideable>
  }
  const columns: readonly Column<IeoLine>[] = [
    {
      key: 'project',
      head: t('project'),
      isTitle: true,
      cell: ({ orderNo, projectId, names }) => (
        <Link to={`/ieo/orders/${orderNo}`} className="hover:underline">
          {names.titles[projectId] ?? t('project')}
        </Link>
      ),
    },
    { key: 'state', head: t('state'), isAside: true, cell: ({ state }) => t(`state_${state}`) },
    { key: 'applied', head: t('applied'), isNumber: true, cell: ({ quantity }) => numbers.count(quantity) },
    {
      key: 'allotted',
      head: t('allotted'),
      isNumber: true,
      cell: ({ allotted }) => (allotted === null ? '—' : numbers.count(allotted)),
    },
    {
      key: 'unlocked',
      head: t('unlocked'),
      isNumber: true,
      cell: (row) => numbers.amount(asset(row, row.assetId), decodeAmount(row.unlocked)),
    },
    {
      key: 'paid',
      head: t('paid'),
      isNumber: true,
      isWide: true,
      cell: (row) => (row.allotted === null ? '—' : money(row, row.paid)),
    },
    {
      key: 'held_amount',
      head: t('held_amount'),
      isNumber: true,
      isWide: true,
      cell: (row) => money(row, row.held),
    },
    { key: 'accepted_at', head: t('accepted_at'), isWide: true, cell: ({ acceptedAt }) => <Moment at={acceptedAt} /> },
    {
      key: 'details',
      head: t('details'),
      cell: ({ orderNo }) => (
        <Link to={`/ieo/orders/${orderNo}`} className="text-selected-text hover:underline">
          {t('details')}
        </Link>
      ),
    },
  ]
  return <DataTable caption={t('own')} columns={columns} rows={rows} keyOf={({ orderNo }) => String(orderNo)} />
}
