// What an account's room says of itself, as the page writes it: codes for ids, figures as the reader's language has them, and where
// a line of money leads.

import { type Catalogue, findPair, knownAssets } from '#domain/catalogue'
import { deviceName } from '#domain/device'
import { wholeLots } from '#domain/futures/terms'
import type { Language } from '#domain/language'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import type { ConditionalRow, ConditionalStage } from '#party/protocol/conditional'
import type { InvestRow } from '#party/protocol/invest'
import type { DepositRow } from '#party/protocol/mining'
import type { OptionRow } from '#party/protocol/options'
import type { UserFile } from '#services/desk/users'
import { filledText } from '../../admin/amount-words'
import { ledgerSubject } from '../../admin/ledger-words'
import { placeName } from '../../visitor/countries.server'
import { type Numbers, numbersIn } from '../../text/numbers'

export interface Reading {
  readonly catalogue: Catalogue
  readonly language: Language
  /** By the reference that the ledger has for it. */
  readonly moneyReviews: ReadonlyMap<string, number>
}

export function accountLines(
  { balances, holds, sessions, orders, futures, options, mining, invest, conditionals, entries }: UserFile['account'],
  { catalogue, language, moneyReviews }: Reading,
) {
  const assets = new Map(knownAssets(catalogue).map((asset) => [asset.id, asset]))
  const numbers = numbersIn(language)
  const text = (assetId: number, stored: string) => {
    const asset = assets.get(assetId)
    return asset ? `${numbers.storedAmount(asset, stored)} ${asset.code}` : `${stored} #${assetId}`
  }
  const reviewOf = (ref: string) => moneyReviews.get(ref) ?? moneyReviews.get(ledgerSubject(ref)) ?? null
  return {
    futures: [...futures.live, ...futures.ended.rows].map((row) => ({
      positionNo: row.positionNo,
      contract: `${row.symbol} ${row.direction} ${row.multiple}× ${row.mode}`,
      lots: `${wholeLots(row.lots, row.terms)} / ${wholeLots(row.lotsOrdered, row.terms)}`,
      openAt: row.openSteps === null ? '—' : numbers.decimal(formatSteps(row.openSteps, row.terms.priceDecimals)),
      margin: text(row.assetId, row.margin),
      won: text(row.assetId, row.realised),
      state: row.cause === null ? row.state : `${row.state} (${row.cause})`,
    })),
    options: [...options.live, ...options.ended.rows].map((row) => optionLine(row, { numbers, text })),
    conditionals: {
      total: conditionals.total,
      rows: conditionals.rows.map((row) => conditionalLine(row, { catalogue, numbers, text })),
    },
    invest: invest.rows.map((row) => investLine(row, { numbers, text })),
    mining: mining.rows.map((row) => depositLine(row, { numbers, text })),
    balances: balances.map((row) => ({
      key: `${row.wallet}:${row.assetId}`,
      wallet: row.wallet,
      asset: assets.get(row.assetId)?.code ?? `#${row.assetId}`,
      available: text(row.assetId, row.available),
      held: text(row.assetId, row.held),
    })),
    holds: {
      total: holds.total,
      rows: holds.rows.map(({ ref, wallet, assetId, amount }) => ({
        ref,
        wallet,
        amount: text(assetId, amount),
        reviewId: reviewOf(ref),
      })),
    },
    sessions: sessions.map(({ openedAt, device, ...from }) => ({
      openedAt,
      device: deviceName(device),
      place: placeName(from, language),
    })),
    orders: {
      total: orders.total,
      rows: orders.rows.map((row) => ({ ...row, done: filledText(numbers, findPair(catalogue, row.symbol), row) })),
    },
    entries: {
      total: entries.total,
      rows: entries.rows.map(({ lines, ...entry }) => ({
        ...entry,
        reviewId: reviewOf(entry.ref),
        lines: lines.map(([account, assetId, value]) => ({ account, amount: text(assetId, value) })),
      })),
    },
  }
}

interface Writing {
  readonly numbers: Numbers
  readonly text: (assetId: number, stored: string) => string
}

const optionLine = (row: OptionRow, { numbers, text }: Writing) => {
  const price = (steps: number | null) =>
    steps === null ? '—' : numbers.decimal(formatSteps(steps, row.terms.priceDecimals))
  return {
    orderNo: row.orderNo,
    contract: `${row.symbol} ${row.direction} ${row.seconds} s`,
    stake: text(row.assetId, row.stake),
    prices: `${price(row.entrySteps)} → ${price(row.exitSteps)}`,
    paid: row.paid === null ? '—' : text(row.assetId, row.paid),
    state: row.outcome ?? row.state,
    receiptId: row.receiptId,
  }
}

const STAGES = { triggered: 'triggered', refused: 'triggered', cancelled: 'cancelled' } as const

function conditionalLine(
  row: ConditionalRow,
  { catalogue, numbers, text }: Writing & { readonly catalogue: Catalogue },
) {
  const pair = findPair(catalogue, row.symbol)
  const price = (steps: number) => numbers.decimal(formatSteps(steps, row.priceDecimals))
  const ticks = (count: number) => (pair ? numbers.price(pair, count) : String(count))
  const stage: ConditionalStage = STAGES[row.state as keyof typeof STAGES] ?? 'waiting'
  const distance =
    row.trailRate === null ? row.trailSteps && price(row.trailSteps) : numbers.rate(rate(BigInt(row.trailRate)))
  return {
    conditionalNo: row.conditionalNo,
    acceptedAt: row.acceptedAt,
    symbol: row.symbol,
    side: row.side,
    kind: row.kind,
    condition: [
      ...(row.legTicks === null ? [] : [`limit ${ticks(row.legTicks)}`]),
      ...(row.profitSteps === null ? [] : [`profit ${price(row.profitSteps)}`]),
      ...(row.stopSteps === null ? [] : [`stop ${price(row.stopSteps)}`]),
      ...(distance ? [`trail ${distance}`] : []),
      ...(row.limitTicks === null ? [] : [`→ ${ticks(row.limitTicks)}`]),
    ].join(' · '),
    size:
      row.budget === null
        ? pair
          ? numbers.quantity(pair, row.lots)
          : String(row.lots)
        : text(row.assetId, row.budget),
    held: text(row.assetId, row.held),
    stage,
    why: row.refusal ?? row.end,
    receiptId: row.receiptId,
  }
}

const investLine = (row: InvestRow, { numbers, text }: Writing) => ({
  orderNo: row.orderNo,
  series: row.series.name,
  shares: numbers.count(row.shares),
  amount: text(row.assetId, row.amount),
  paid: row.paid === null ? '—' : text(row.paidAssetId ?? row.assetId, row.paid),
  maturesAt: row.maturesAt,
  state: row.state,
})

const depositLine = (row: DepositRow, { numbers, text }: Writing) => ({
  orderNo: row.orderNo,
  product: `#${row.productId}`,
  amount: text(row.assetId, row.amount),
  rate: numbers.rate(rate(BigInt(row.terms.dailyRate))),
  yielded: text(row.assetId, row.yielded),
  maturesAt: row.maturesAt,
  state: row.state,
})
