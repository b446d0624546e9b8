// Rows of an account room in display form: asset codes, translated words, localised figures, links of money lines.

import type { TFunction } from 'i18next'
import { type Catalogue, findPair, knownAssets } from '#domain/catalogue'
import { deviceName } from '#domain/device'
import { wholeLots } from '#domain/futures/terms'
import type { Language } from '#domain/language'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import type { ConditionalRow, ConditionalStage } from '#party/protocol/conditional'
import type { FuturesRow } from '#party/protocol/futures'
import type { InvestRow } from '#party/protocol/invest'
import type { DepositRow } from '#party/protocol/mining'
import type { OptionRow } from '#party/protocol/options'
import type { UserFile } from '#services/desk/users'
import { refusalText } from '#services/words'
import { filledText } from '../../admin/amount-words'
import { ledgerSubject } from '../../admin/ledger-words'
import { placeName } from '../../visitor/countries.server'
import { pageI18n } from '../../text/i18n.server'
import { type Numbers, numbersIn } from '../../text/numbers'

export interface Reading {
  readonly catalogue: Catalogue
  readonly language: Language
  /** Review numbers by ledger reference. */
  readonly moneyReviews: ReadonlyMap<string, number>
}

export function accountLines(
  { balances, holds, sessions, orders, futures, options, mining, invest, conditionals, entries }: UserFile['account'],
  { catalogue, language, moneyReviews }: Reading,
) {
  const assets = new Map(knownAssets(catalogue).map((asset) => [asset.id, asset]))
  const numbers = numbersIn(language)
  const { t } = pageI18n(language)
  const text = (assetId: number, stored: string) => {
    const asset = assets.get(assetId)
    return asset ? `${numbers.storedAmount(asset, stored)} ${asset.code}` : `${stored} #${assetId}`
  }
  const reviewOf = (ref: string) => moneyReviews.get(ref) ?? moneyReviews.get(ledgerSubject(ref)) ?? null
  return {
    futures: [...futures.live, ...futures.ended.rows].map((row) => futuresLine(row, { t, numbers, text })),
    options: [...options.live, ...options.ended.rows].map((row) => optionLine(row, { t, numbers, text })),
    conditionals: {
      total: conditionals.total,
      rows: conditionals.rows.map((row) => conditionalLine(row, { t, catalogue, numbers, text })),
    },
    invest: invest.rows.map((row) => investLine(row, { t, numbers, text })),
    mining: mining.rows.map((row) => depositLine(row, { t, numbers, text, code: assets.get(row.assetId)?.code ?? '' })),
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
  readonly t: TFunction
  readonly numbers: Numbers
  readonly text: (assetId: number, stored: string) => string
}

const pairText = (symbol: string): string => symbol.replace('-', '/')

function futuresLine(row: FuturesRow, { t, numbers, text }: Writing) {
  const lots = (count: number) => numbers.decimal(String(wholeLots(count, row.terms)))
  const { state, cause } = row
  return {
    positionNo: row.positionNo,
    contract: [
      pairText(row.symbol),
      `${t(row.direction, { ns: 'futures' })} ${row.leverage}×`,
      t(row.mode, { ns: 'futures' }),
    ].join(' · '),
    lots: `${lots(row.lots)} / ${lots(row.lotsOrdered)}`,
    openAt: row.openSteps === null ? '—' : numbers.decimal(formatSteps(row.openSteps, row.terms.priceDecimals)),
    margin: text(row.assetId, row.margin),
    won: text(row.assetId, row.net),
    // Cause texts address the owner as "you", so closes by the owner omit the cause.
    state:
      cause === null || cause === 'user'
        ? t(`futures_state_${state}`, { ns: 'refusals' })
        : t(`cause_${cause}`, { ns: 'futures' }),
  }
}

const optionLine = (row: OptionRow, { t, numbers, text }: Writing) => {
  const price = (priceSteps: number | null) =>
    priceSteps === null ? '—' : numbers.decimal(formatSteps(priceSteps, row.terms.priceDecimals))
  return {
    orderNo: row.orderNo,
    contract: [
      pairText(row.symbol),
      t(row.direction, { ns: 'options' }),
      t('seconds', { ns: 'options', count: row.seconds }),
    ].join(' · '),
    stake: text(row.assetId, row.stake),
    prices: `${price(row.entrySteps)} → ${price(row.exitSteps)}`,
    paid: row.paid === null ? '—' : text(row.assetId, row.paid),
    state: row.outcome
      ? t(`outcome_${row.outcome}`, { ns: 'options' })
      : t(`option_state_${row.state}`, { ns: 'refusals' }),
    receiptId: row.receiptId,
  }
}

const STAGES = { triggered: 'triggered', refused: 'triggered', cancelled: 'cancelled' } as const

function conditionalLine(
  row: ConditionalRow,
  { t, catalogue, numbers, text }: Writing & { readonly catalogue: Catalogue },
) {
  const pair = findPair(catalogue, row.symbol)
  const price = (priceSteps: number) => numbers.decimal(formatSteps(priceSteps, row.priceDecimals))
  const ticks = (count: number) => (pair ? numbers.price(pair, count) : String(count))
  const stage: ConditionalStage = STAGES[row.state as keyof typeof STAGES] ?? 'waiting'
  const distance =
    row.trailRate === null ? row.trailSteps && price(row.trailSteps) : numbers.rate(rate(BigInt(row.trailRate)))
  return {
    conditionalNo: row.conditionalNo,
    acceptedAt: row.acceptedAt,
    symbol: pairText(row.symbol),
    direction: `${t(row.side, { ns: 'spot' })} · ${t(`kind_${row.kind}`, { ns: 'conditional' })}`,
    condition: [
      ...(row.legTicks === null ? [] : [t('cond_limit', { ns: 'conditional', price: ticks(row.legTicks) })]),
      ...(row.profitSteps === null
        ? []
        : [t('cond_take_profit', { ns: 'conditional', price: price(row.profitSteps) })]),
      ...(row.stopSteps === null ? [] : [t('cond_stop', { ns: 'conditional', price: price(row.stopSteps) })]),
      ...(distance ? [`${t('trail', { ns: 'conditional' })} ${distance}`] : []),
      ...(row.limitTicks === null ? [] : [`→ ${t('cond_limit', { ns: 'conditional', price: ticks(row.limitTicks) })}`]),
    ].join(' · '),
    size:
      row.budget === null
        ? pair
          ? numbers.quantity(pair, row.lots)
          : String(row.lots)
        : text(row.assetId, row.budget),
    held: text(row.assetId, row.held),
    stage,
    why: whyText(row, { t, language: numbers.language }),
    receiptId: row.receiptId,
  }
}

/** Reason why a conditional order ended, if its state does not tell. */
function whyText(
  { refusal, refusalFacts, end }: ConditionalRow,
  { t, language }: Pick<Writing, 't'> & { readonly language: Language },
): string | null {
  if (refusal !== null) return refusalText(language, { code: refusal, facts: refusalFacts })
  return end === null || end === 'user' ? null : t(`end_${end}`, { ns: 'conditional' })
}

const investLine = (row: InvestRow, { t, numbers, text }: Writing) => ({
  orderNo: row.orderNo,
  series: row.series.name,
  shares: numbers.count(row.shares),
  amount: text(row.assetId, row.amount),
  paid: row.paid === null ? '—' : text(row.paidAssetId ?? row.assetId, row.paid),
  maturesAt: row.maturesAt,
  state: t(`state_${row.state}`, { ns: 'invest' }),
})

const depositLine = (row: DepositRow, { t, numbers, text, code }: Writing & { readonly code: string }) => ({
  orderNo: row.orderNo,
  product: `${code} · ${t('days', { ns: 'mining', count: row.terms.days })}`,
  amount: text(row.assetId, row.amount),
  rate: numbers.rate(rate(BigInt(row.terms.dailyRate))),
  yielded: text(row.assetId, row.yielded),
  maturesAt: row.maturesAt,
  state: t(`state_${row.state}`, { ns: 'mining' }),
})
