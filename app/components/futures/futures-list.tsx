// Futures orders and positions as a table on desktop and cards on a phone. The page supplies the row actions.

import { Link } from '@remix-run/react'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type FuturesAppraisal, returnOnMargin } from '#domain/futures/appraisal'
import { isPartlyClosed } from '#domain/futures/life'
import { costsOf } from '#domain/futures/position'
import { wholeLots } from '#domain/futures/terms'
import { ZERO, decodeAmount, formatUnits } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesCloseRow, FuturesRow } from '#party/protocol/futures'
import { useNumbers } from '../../text/numbers'
import { Badge } from '../badge'
import { type Column, DataTable } from '../data-table'
import { Hideable } from '../hidden-amounts'
import { Moment } from '../moment'

type Ended = FuturesRow & { readonly closes?: readonly FuturesCloseRow[] }

/** Contracts are margined in USDT. */
const SCALE = 6

interface FuturesListProps {
  readonly rows: readonly Ended[]
  readonly view: 'positions' | 'waiting' | 'history'
  /** Appraisal of open positions; absent in the history view. */
  readonly appraisal?: FuturesAppraisal | undefined
  readonly prices?: ReadonlyMap<string, number> | undefined
  readonly end?: (row: Ended) => ReactNode
}

export function FuturesList({ rows, view, appraisal, prices, end }: FuturesListProps) {
  const { t } = useTranslation('futures')
  const columns = useColumns(view, { appraisal, prices })
  return (
    <DataTable
      caption={t(view)}
      columns={columns}
      rows={rows}
      keyOf={({ positionNo }) => String(positionNo)}
      {...(end && { end })}
    />
  )
}

function useColumns(
  view: FuturesListProps['view'],
  open: Pick<FuturesListProps, 'appraisal' | 'prices'>,
): readonly Column<Ended>[] {
  const { t } = useTranslation('futures')
  const { title, lots, entry, stops, ...more } = useCells(view)
  if (view === 'waiting')
    return [title, { key: 'kind', head: t('kind'), cell: (row) => t(`kind_${row.kind}`) }, lots, entry, stops]
  if (view === 'positions') return [title, lots, entry, ...more.ofOpen(open), stops]
  return [
    title,
    { key: 'cause', head: t('state'), isAside: true, cell: (row) => <End row={row} /> },
    lots,
    entry,
    ...more.ofEnded,
  ]
}

const STOPS = ['takeProfit', 'stopLoss'] as const

/** Adds to the name of a stop how many lots it closes, if it leaves some of the position open. */
export function useStopPart() {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  return useCallback(
    (row: FuturesRow, stop: (typeof STOPS)[number], name: string): string => {
      const lots = stop === 'takeProfit' ? row.takeProfitLots : row.stopLossLots
      if (lots === null || lots >= row.lots) return name
      const written = (count: number) => numbers.decimal(String(wholeLots(count, row.terms)))
      return t('stop_part', { name, lots: written(lots), all: written(row.lots) })
    },
    [t, numbers],
  )
}

/** Cells of all lists and of single views. */
function useCells(view: FuturesListProps['view']) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const partText = useStopPart()
  const lotsText = (lots: number, row: Ended) => numbers.decimal(String(wholeLots(lots, row.terms)))
  const price = (row: Ended, priceSteps: number | null | undefined): string =>
    priceSteps === null || priceSteps === undefined
      ? '—'
      : numbers.decimal(formatSteps(priceSteps, row.terms.priceDecimals))
  const number = (key: string, head: string, cell: Column<Ended>['cell']): Column<Ended> => ({
    key,
    head,
    isNumber: true,
    cell,
  })
  const costs: Column<Ended> = {
    ...number('costs', t('costs'), (row) =>
      row.openSteps === null ? '—' : <Hideable>{`${numbers.usdt(formatUnits(costsSoFar(row), SCALE))} USDT`}</Hideable>,
    ),
    isWide: true,
  }
  const title: Column<Ended> = { key: 'pair', head: t('pair'), isTitle: true, cell: (row) => <Title row={row} /> }
  return {
    title,
    lots: number('lots', t('lots'), (row) => lotsText(view === 'history' ? lotsPast(row) : row.lots, row)),
    entry: number('entry', view === 'waiting' ? t('price') : t('entry'), (row) => (
      <EntryPrice row={row} text={price(row, row.openSteps ?? row.entrySteps)} />
    )),
    stops: {
      ...number('stops', t('stops'), (row) => {
        const [profit, loss] = STOPS.map((stop) => partText(row, stop, price(row, row[stop])))
        return (
          <>
            <span className="lg:block">{profit}</span>
            <span className="lg:hidden"> / </span>
            <span className="lg:block">{loss}</span>
          </>
        )
      }),
      isWide: true,
    },
    ofOpen: ({ appraisal, prices }: Pick<FuturesListProps, 'appraisal' | 'prices'>): readonly Column<Ended>[] => [
      number('now', t('now'), (row) => price(row, prices?.get(row.symbol))),
      number('liquidation', t('liquidation'), (row) => {
        const priceSteps = appraisal?.positions.get(row.positionNo)?.liquidation
        return priceSteps === null || priceSteps === undefined ? t('no_liquidation') : price(row, priceSteps)
      }),
      {
        ...number('margin', t('margin'), (row) => (
          <Hideable>{numbers.usdt(formatUnits(decodeAmount(row.margin), SCALE))}</Hideable>
        )),
        isRoomy: true,
      },
      number('result', t('unrealised'), (row) => <OpenResult row={row} appraisal={appraisal} />),
      { ...costs, isRoomy: true },
    ],
    ofEnded: [
      number('exit', t('closed_at_price'), (row) => price(row, row.closes?.at(-1)?.closeSteps)),
      number('result', t('result'), (row) => (hasResult(row) ? <Result value={row.net} unit="USDT" /> : '—')),
      costs,
      {
        key: 'ended_at',
        head: t('ended_at'),
        isWide: true,
        cell: (row) => {
          const at = row.endedAt ?? row.closes?.at(-1)?.at
          return at === undefined ? '' : <Moment at={at} />
        },
      },
      { key: 'receipt', head: t('receipt'), cell: (row) => <ReceiptLink row={row} /> },
    ] satisfies readonly Column<Ended>[],
  }
}

const hasResult = ({ closes = [], state }: Ended): boolean => closes.length > 0 || state === 'closed'

const costsSoFar = ({ fee, overnightPaid, liquidationFees }: Ended) =>
  costsOf({
    fee: decodeAmount(fee),
    overnightPaid: decodeAmount(overnightPaid),
    liquidationFees: decodeAmount(liquidationFees),
  })

function Title({ row }: { readonly row: Ended }) {
  const { t } = useTranslation('futures')
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Link to={`/trade/futures/${row.symbol}`} className="hover:underline">
        {row.symbol.replace('-', '/')}
      </Link>
      <Badge tone={row.direction === 'long' ? 'up' : 'down'}>{`${t(row.direction)} ${row.leverage}×`}</Badge>
      <Badge>{t(row.mode)}</Badge>
    </span>
  )
}

/** Reason why a position ended; for an open position, the closed share. */
function End({ row }: { readonly row: Ended }) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  if (!isPartlyClosed(row)) return row.cause ? t(`cause_${row.cause}`) : ''
  const text = (lots: number) => numbers.decimal(String(wholeLots(lots, row.terms)))
  return t('partly_closed', { closed: text(lotsPast(row)), all: text(row.lotsOrdered) })
}

/** Closed or unfilled lots. */
const lotsPast = (row: Ended): number => (isPartlyClosed(row) ? row.lotsOrdered - row.lots : row.lotsOrdered)

/** The price of an opening leads to its receipt. */
function EntryPrice({ row, text }: { readonly row: Ended; readonly text: string }) {
  const { t } = useTranslation('futures')
  if (row.openReceiptId === null) return text
  return (
    <Link to={`/receipts/${row.openReceiptId}`} title={t('receipt')} className="text-selected-text hover:underline">
      {text}
    </Link>
  )
}

function ReceiptLink({ row }: { readonly row: Ended }) {
  const { t } = useTranslation('futures')
  const id = row.closes?.at(-1)?.receiptId
  if (!id) return '—'
  return (
    <Link to={`/receipts/${id}`} className="text-selected-text hover:underline">
      {t('receipt')}
    </Link>
  )
}

/** Unrealised PnL in money and as percent of the margin, its ROE. */
function OpenResult({ row, appraisal }: { readonly row: Ended; readonly appraisal: FuturesAppraisal | undefined }) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const result = appraisal?.positions.get(row.positionNo)?.result ?? ZERO
  const share = returnOnMargin(row, result)
  return (
    <>
      <Result value={result.toString()} unit="USDT" />
      {share !== null && (
        <span className={`block ${toneOf(result)}`}>
          {t('roe', { percent: numbers.change(formatUnits(share, 2)) })}
        </span>
      )}
    </>
  )
}

const toneOf = (value: bigint): string => (value < 0n ? 'text-bad-text' : value > 0n ? 'text-good-text' : '')

/** Signed and coloured result, rounded down. */
export function Result({ value, unit }: { readonly value: string; readonly unit?: string }) {
  const numbers = useNumbers()
  const units = decodeAmount(value)
  const text = numbers.result(formatUnits(units, SCALE))
  return (
    <Hideable>
      <span className={toneOf(units)}>{unit ? `${text} ${unit}` : text}</span>
    </Hideable>
  )
}
