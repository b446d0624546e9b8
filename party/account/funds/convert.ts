// Conversions of one asset into another with the house, at prices read by the Worker for the command. The fee is on top.

import { type MarginWallet, findAsset } from '#domain/catalogue'
import { CONVERT_DAY_MAX_USDT, CONVERT_PRICE_AGE_MAX_MS } from '#domain/funds/convert'
import { convertReceipt } from '#domain/funds/convert-receipt'
import {
  type Amount,
  add,
  amount,
  decodeAmount,
  encodeAmount,
  formatTrimmed,
  negate,
  readPositive,
  subtract,
  total,
} from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS } from '#domain/time'
import type { Tick } from '#domain/quotes/chain'
import type { Page } from '#party/protocol/account-rows'
import type { ConversionRow } from '#party/protocol/funds'
import { type Paging, sliceOf } from '#party/lib/slice'
import { conversion } from '#db/account/funds'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { AccountState } from '../state'

const CONVERSIONS = tableOf(conversion)
const VALUES = CONVERSIONS.pick('value')

interface Convert {
  readonly fromAssetId: number
  readonly toAssetId: number
  readonly amount: string
  readonly wallet?: MarginWallet | undefined
  readonly terms: {
    readonly fee: string
    readonly received: string
    readonly value: string
    readonly ticks: readonly Tick[]
    readonly acceptedAt: number | null
  }
}

type ConvertRefusal =
  | 'trading_frozen'
  | 'asset_not_found'
  | 'convert_same_asset'
  | 'amount_not_positive'
  | 'convert_below_min'
  | 'convert_above_day_max'
  | 'insufficient_available'
  | 'wallet_not_for_asset'
  | 'loan_liquidating'
  | 'price_unavailable'

export function convert(
  account: AccountState,
  { fromAssetId, toAssetId, amount: text, wallet: chosen, terms }: Convert,
  { commandId, now }: { readonly commandId: string; readonly now: number },
): Outcome<ConversionRow, ConvertRefusal> {
  const from = findAsset(account.catalogue, fromAssetId)
  const to = findAsset(account.catalogue, toAssetId)
  const given = readPositive(text)

  const permitted = account.capabilities.permissions.checkTrading()
  if (!permitted.ok) return permitted
  if (!from || !to) return refuse('asset_not_found')
  if (from.id === to.id) return refuse('convert_same_asset')
  if (given === null) return refuse('amount_not_positive')
  const [fee, received] = [decodeAmount(terms.fee), decodeAmount(terms.received)]
  if (received <= 0n) return refuse('convert_below_min')
  if (terms.ticks.some(({ at }) => at > now || now - at > CONVERT_PRICE_AGE_MAX_MS)) return refuse('price_unavailable')
  const left = subtract(DAY_MAX, convertedSince(account.store, now - DAY_MS))
  if (decodeAmount(terms.value) > left)
    return refuse('convert_above_day_max', { max: String(CONVERT_DAY_MAX_USDT), left: formatTrimmed(USDT_VALUE, left) })
  const wallet = chosen ?? 'change'
  const usable = chosen ? account.capabilities.loans.checkUse() : done(null)
  if (!usable.ok) return usable
  if (!to.wallets.includes(wallet)) return refuse('wallet_not_for_asset', { asset: to.code })
  const needed = add(given, fee)
  const covered = checkAvailable(from, { available: account.ledger.available(wallet, from.id), needed })
  if (!covered.ok) return covered

  const row = {
    id: CONVERSIONS.last(account.store, 'id') + 1,
    commandId,
    fromAssetId: from.id,
    toAssetId: to.id,
    given,
    fee,
    received,
    receiptId: account.capabilities.receipts.issue(
      convertReceipt({
        ...{ at: now, from, to, given, fee, received },
        ticks: terms.ticks,
        acceptedAt: terms.acceptedAt,
      }),
      now,
    ),
    value: decodeAmount(terms.value),
    at: now,
  }
  account.ledger.post(
    {
      reason: 'convert',
      ref: `convert:${row.id}`,
      receiptId: row.receiptId,
      lines: [
        { account: `${wallet}:available`, assetId: from.id, amount: negate(given) },
        { account: '@house', assetId: from.id, amount: given },
        { account: `${wallet}:available`, assetId: from.id, amount: negate(fee), reason: 'convert_fee' },
        { account: '@fees', assetId: from.id, amount: fee },
        { account: '@house', assetId: to.id, amount: negate(received) },
        { account: `${wallet}:available`, assetId: to.id, amount: received },
      ],
    },
    now,
  )
  CONVERSIONS.insert(account.store, row)
  return done(toConversionRow(row))
}

/** Daily conversion limit per account, and its unit: USDT at VALUE_SCALE. */
const USDT_VALUE = { scale: VALUE_SCALE }
const DAY_MAX = amount(CONVERT_DAY_MAX_USDT * 10n ** BigInt(VALUE_SCALE))

const convertedSince = (store: Store, from: number): Amount =>
  total(VALUES.rows(store, 'WHERE at > ?', from).map(({ value }) => value))

const ROWS_MAX = 100

/** Conversion by command id. The newest row wins: an id forgotten after a day may have been reused. */
export function findConversion(store: Store, commandId: string): ConversionRow | null {
  const row = CONVERSIONS.first(store, 'WHERE command_id = ? ORDER BY id DESC LIMIT 1', commandId)
  return row ? toConversionRow(row) : null
}

/** Newest first. */
export function listConversions(store: Store, paging: Paging): Page<ConversionRow> {
  const { limit, offset } = sliceOf(paging, ROWS_MAX)
  const rows = CONVERSIONS.rows(store, 'ORDER BY id DESC LIMIT ? OFFSET ?', limit, offset)
  return { rows: rows.map(toConversionRow), total: CONVERSIONS.count(store) }
}

const toConversionRow = ({ value: _, ...row }: RowOf<typeof conversion>): ConversionRow => ({
  ...row,
  given: encodeAmount(row.given),
  fee: encodeAmount(row.fee),
  received: encodeAmount(row.received),
})
