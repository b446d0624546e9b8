// Checks of positions and options after the last kill, by a slow independent model: it processes all published prices in sequence and
// derives each order's expected result.

import { createHash, createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { isLiquidated, isolatedRisk, marginOf, openPrice, type PositionNumbers } from '#domain/futures/position'
import { notionalOf } from '#domain/futures/terms'
import { type Receipt, checkReceipt } from '#domain/receipt'
import type { OptionOrderRow, PositionRow, Speculator } from './speculator'

/** A published price of the symbol, with its instant. */
export interface Published {
  readonly at: number
  readonly steps: number
}

export interface Model {
  readonly prices: readonly Published[]
  readonly terms: PositionNumbers['terms']
  readonly maintenanceRate: PositionNumbers['maintenanceRate']
}

const WAIT_MS = { entry: 3_000, exit: 10_000 }
/** Longest delay of a running wake-up. */
const UNDER_WAY_MS = 5_000

const stepsOf = (price: string): number => parseInt(price.replace('.', ''), 10)

const firstFrom = ({ prices }: Model, from: number, isWanted: (price: Published) => boolean = () => true) =>
  prices.find((price) => price.at >= from && isWanted(price))

const lastAt = ({ prices }: Model): number => prices.at(-1)?.at ?? 0

export function expectPositions(model: Model, trader: Speculator, rows: readonly PositionRow[]): void {
  const byId = new Map(rows.map((row) => [row.position_id, row]))
  expect(byId.size, `${trader.name} has no position twice`).toBe(rows.length)
  for (const said of trader.positions) {
    const now = byId.get(said.position_id)
    expect(fixedPart(now), `${trader.name}: position ${said.position_id}`).toEqual(fixedPart(said))
    if (said.open_price !== null) expect(now?.open_price).toBe(said.open_price)
    if (said.state === 'closed') expect(now?.closes.at(-1)?.at).toBe(said.closes.at(-1)?.at ?? now?.closes.at(-1)?.at)
  }
  const acknowledged = new Map(trader.positions.map((said) => [said.position_id, said] as const).reverse())
  for (const row of rows) {
    const name = `${trader.name}: position ${row.position_id}`
    if (row.state !== 'cancelled') expect(acknowledged.has(row.position_id), `${name} was acknowledged`).toBe(true)
    if (row.cause === 'cancelled')
      expect(trader.cancelsSent.has(row.position_id), `${name}: a cancel was sent`).toBe(true)
    expectOpening(model, row, name)
    // A stop that closed its position isn't listed any more: its acknowledged value is used.
    const { take_profit, stop_loss } = acknowledged.get(row.position_id) ?? row
    expectCloses(model, { ...row, take_profit, stop_loss }, { name, trader })
  }
}

const fixedPart = (row: PositionRow | undefined) =>
  row && {
    direction: row.direction,
    mode: row.mode,
    kind: row.kind,
    leverage: row.leverage,
    lots: row.lots_ordered,
    entry: row.entry_price,
    accepted: row.accepted_at,
  }

/** A position opened at the first price after acceptance that reached its limit, at that price. */
function expectOpening(model: Model, row: PositionRow, name: string): void {
  const entry = row.entry_price === null ? null : stepsOf(row.entry_price)
  const first = firstFrom(model, row.accepted_at, ({ steps }) => {
    if (entry === null) return true
    if (row.kind === 'stop') return row.direction === 'long' ? steps >= entry : steps <= entry
    const paid = openPrice(model.terms, row.direction, steps)
    return row.direction === 'long' ? paid <= entry : paid >= entry
  })
  if (row.state === 'pending') {
    expect(first === undefined || first.at > lastAt(model) - UNDER_WAY_MS, `${name} still waits`).toBe(true)
    return
  }
  if (row.state === 'cancelled') return
  expect(row.opened_at, `${name} opened at`).toBe(first?.at)
  expect(stepsOf(row.open_price ?? ''), `${name} opened for`).toBe(
    openPrice(model.terms, row.direction, first?.steps ?? 0),
  )
}

/** Each close is at a published price; automatic closes are at the first triggering price. */
function expectCloses(
  model: Model,
  row: PositionRow,
  { name, trader }: { readonly name: string; readonly trader: Speculator },
): void {
  for (const { at, index_price, cause } of row.closes) {
    expect(firstFrom(model, at)?.at, `${name} closed at a second that has a price`).toBe(at)
    expect(stepsOf(index_price), `${name} closed for`).toBe(firstFrom(model, at)?.steps)
    if (cause === 'user')
      expect(trader.hasClosedAll || trader.closesSent.has(row.position_id), `${name}: a close was sent`).toBe(true)
  }
  // A manually changed position, or one with shared equity, can't be judged from its row alone.
  const isAlone = row.mode === 'isolated' && !trader.marginsSent.has(row.position_id)
  if (row.opened_at === null || !isAlone || trader.stopsSent.has(row.position_id)) return
  const due = firstFrom(model, row.opened_at + 1, ({ steps }) => triggerAt(model, row, steps) !== null)
  const partly = row.closes.filter(({ cause }) => cause === 'user')
  const forced = row.closes.find(({ cause }) => cause !== 'user')
  if (forced) {
    expect({ at: forced.at, cause: forced.cause }, name).toEqual({
      at: due?.at,
      cause: triggerAt(model, row, due?.steps ?? 0),
    })
    return
  }
  const wasGone = row.state === 'closed' && (partly.at(-1)?.at ?? 0) <= (due?.at ?? Infinity)
  const isUnderWay = due !== undefined && due.at > lastAt(model) - UNDER_WAY_MS
  expect(due === undefined || wasGone || isUnderWay, `${name} should have been closed at ${due?.at}`).toBe(true)
}

/** Event caused by a price, for any number of lots: margin and pnl shrink in proportion. */
function triggerAt(model: Model, row: PositionRow, steps: number): string | null {
  const { direction, mode, lots_ordered: lots, leverage, open_price } = row
  const openSteps = stepsOf(open_price ?? '')
  const margin = marginOf(notionalOf(model.terms, openSteps, lots), leverage)
  const numbers = {
    direction,
    mode,
    lots,
    openSteps,
    margin,
    maintenanceRate: model.maintenanceRate,
    terms: model.terms,
  }
  if (isLiquidated(isolatedRisk(numbers, steps))) return 'liquidation'
  const sign = direction === 'long' ? 1 : -1
  if (row.stop_loss !== null && (steps - stepsOf(row.stop_loss)) * sign <= 0) return 'stop_loss'
  return row.take_profit !== null && (steps - stepsOf(row.take_profit)) * sign >= 0 ? 'take_profit' : null
}

/** Each option opens and settles at the first available prices, and has ended when due. */
export function expectOptions(model: Model, trader: Speculator, rows: readonly OptionOrderRow[]): void {
  const byId = new Map(rows.map((row) => [row.order_id, row]))
  expect(byId.size, `${trader.name} has no option twice`).toBe(rows.length)
  for (const said of trader.options) {
    const { direction, stake, entry_price, accepted_at } = said
    expect(byId.get(said.order_id), `${trader.name}: option ${said.order_id}`).toMatchObject({
      ...{ direction, stake, accepted_at },
      ...(entry_price !== null && { entry_price }),
    })
  }
  const acknowledged = new Set(trader.options.map(({ order_id }) => order_id))
  for (const row of rows) {
    const name = `${trader.name}: option ${row.order_id}`
    const entry = firstFrom(model, row.accepted_at + 1)
    const hasBegun = entry !== undefined && entry.at <= row.accepted_at + WAIT_MS.entry
    expect(row.state === 'called_off', `${name} began`).toBe(!hasBegun)
    if (!hasBegun) continue
    expect(acknowledged.has(row.order_id), `${name} was acknowledged`).toBe(true)
    expect([row.entry_at, stepsOf(row.entry_price ?? '')], name).toEqual([entry.at, entry.steps])
    const due = entry.at + row.seconds * 1_000
    const exit = firstFrom(model, due)
    const isVoid = exit === undefined || exit.at > due + WAIT_MS.exit
    expect(row.state, name).toBe(isVoid ? 'void' : 'settled')
    if (!isVoid) expect([row.exit_at, stepsOf(row.exit_price ?? '')], name).toEqual([exit.at, exit.steps])
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

/** A receipt is named by its own hash, uses whole ticks, and is correct when recomputed. */
export function expectReceipt(id: string, body: string | undefined): void {
  expect(body === undefined ? undefined : sha256(body), `receipt ${id} is kept`).toBe(id)
  expect(checkReceipt(JSON.parse(body ?? '') as Receipt, { sha256, hmac }), body).toEqual([])
}
