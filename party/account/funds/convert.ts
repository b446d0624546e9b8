// Conversions: one asset for another with the house, at the prices that the Worker read as the command came. The fee is on top.

import { findAsset } from '#domain/catalogue'
import { CONVERT_DAY_MAX_USDT } from '#domain/funds/convert'
import {
  type Amount,
  ZERO,
  add,
  amount,
  decodeAmount,
  encodeAmount,
  formatTrimmed,
  negate,
  subtract,
} from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS } from '#domain/time'
import type { AccountCommand, AccountRefusal, Page } from '#party/protocol/account'
import type { ConversionRow } from '#party/protocol/funds'
import { type Paging, sliceOf } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import type { AccountBook } from '../book'
import { readPositive } from '../wallet/transfer'

type Convert = Extract<AccountCommand, { readonly type: 'convert' }>

export function convert(
  book: AccountBook,
  { commandId, fromAssetId, toAssetId, amount: text, terms }: Convert,
  now: number,
): Outcome<ConversionRow, AccountRefusal> {
  const from = findAsset(book.catalogue, fromAssetId)
  const to = findAsset(book.catalogue, toAssetId)
  const given = readPositive(text)

  const permitted = book.freeze.checkTrading()
  if (!permitted.ok) return permitted
  if (!from || !to) return refuse('asset_not_found')
  if (from.id === to.id) return refuse('convert_same_asset')
  if (given === null) return refuse('amount_not_positive')
  const [fee, received] = [decodeAmount(terms.fee), decodeAmount(terms.received)]
  if (received <= 0n) return refuse('convert_below_min')
  const left = subtract(DAY_MAX, convertedSince(book.store, now - DAY_MS))
  if (decodeAmount(terms.value) > left)
    return refuse('convert_above_day_max', { max: String(CONVERT_DAY_MAX_USDT), left: formatTrimmed(USDT_VALUE, left) })
  const needed = add(given, fee)
  const covered = checkAvailable(from, { available: book.ledger.available('change', from.id), needed })
  if (!covered.ok) return covered

  const row = { id: book.store.first<{ id: number }>(NEXT_ID)?.id ?? 1, commandId, at: now, basis: terms.basis }
  const amounts = { given: encodeAmount(given), fee: encodeAmount(fee), received: encodeAmount(received) }
  book.ledger.post(
    {
      reason: 'convert',
      ref: `convert:${row.id}`,
      lines: [
        { account: 'change:available', assetId: from.id, amount: negate(given) },
        { account: '@house', assetId: from.id, amount: given },
        { account: 'change:available', assetId: from.id, amount: negate(fee), reason: 'convert_fee' },
        { account: '@fees', assetId: from.id, amount: fee },
        { account: '@house', assetId: to.id, amount: negate(received) },
        { account: 'change:available', assetId: to.id, amount: received },
      ],
    },
    now,
  )
  book.store.run(
    `INSERT INTO conversion (id, command_id, from_asset_id, to_asset_id, given, fee, received, basis, value, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    commandId,
    from.id,
    to.id,
    amounts.given,
    amounts.fee,
    amounts.received,
    row.basis,
    terms.value,
    now,
  )
  return done({ ...row, ...amounts, fromAssetId: from.id, toAssetId: to.id })
}

/** What one account may convert in a day, and what that is told in: USDT at VALUE_SCALE. */
const USDT_VALUE = { scale: VALUE_SCALE }
const DAY_MAX = amount(CONVERT_DAY_MAX_USDT * 10n ** BigInt(VALUE_SCALE))

const convertedSince = (store: Store, from: number): Amount =>
  store
    .rows<{ value: string }>('SELECT value FROM conversion WHERE at > ?', from)
    .reduce((sum, { value }) => add(sum, decodeAmount(value)), ZERO)

const NEXT_ID = 'SELECT coalesce(max(id), 0) + 1 AS id FROM conversion'

const COLUMNS = `id, command_id AS commandId, from_asset_id AS fromAssetId, to_asset_id AS toAssetId, given, fee, received, basis, at`
const ROWS_MAX = 100

/** By its command. The newest: an id that was forgotten after its day may have been used once more. */
export const findConversion = (store: Store, commandId: string): ConversionRow | null =>
  store.first<ConversionRow>(
    `SELECT ${COLUMNS} FROM conversion WHERE command_id = ? ORDER BY id DESC LIMIT 1`,
    commandId,
  ) ?? null

/** Newest first. */
export function listConversions(store: Store, paging: Paging): Page<ConversionRow> {
  const { limit, offset } = sliceOf(paging, ROWS_MAX)
  const statement = `SELECT ${COLUMNS} FROM conversion ORDER BY id DESC LIMIT ? OFFSET ?`
  const rows = store.rows<ConversionRow>(statement, limit, offset)
  const total = store.first<{ total: number }>('SELECT count(*) AS total FROM conversion')?.total ?? 0
  return { rows, total }
}
