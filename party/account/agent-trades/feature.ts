// What agents traded on a day of UTC, and the limit of loss that their owner set. It is judged when an agent asks for an order: orders that rest
// by then can still be filled, and are counted at the next one.

import { agentTrade } from '#db/account/room'
import { dayResult, enlargesPosition } from '#domain/agent-loss'
import { findPair } from '#domain/catalogue'
import { ZERO, amount, decodeAmount, formatTrimmed } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import type { NewOrder } from '#domain/new-order'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS } from '#domain/time'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { AgentTrade, Marks } from '../capabilities'
import { feature } from '../feature'
import type { AccountState } from '../state'

type Day = RowOf<typeof agentTrade>

const USDT = { scale: 6 }
const dayOf = (at: number): number => at - (at % DAY_MS)
const nameOf = ({ keyId, symbol }: Pick<Day, 'keyId' | 'symbol'>): string => `${keyId} ${symbol}`

class AgentTrades {
  static readonly tables = [agentTrade] as const

  readonly account: AccountState
  readonly #days = new Map<string, Day>()
  readonly #changed = new Map<string, Pick<Day, 'keyId' | 'symbol'>>()

  constructor(account: AccountState) {
    this.account = account
    for (const row of tableOf(agentTrade).rows(account.store)) this.#days.set(nameOf(row), row)
  }

  add({ base, quote, ...named }: AgentTrade, at: number): void {
    const day = dayOf(at)
    const known = this.#days.get(nameOf(named))
    const before = known?.day === day ? known : { base: ZERO, quote: ZERO }
    this.#days.set(nameOf(named), {
      ...{ ...named, day },
      ...{ base: amount(before.base + base), quote: amount(before.quote + quote) },
    })
    this.#changed.set(nameOf(named), named)
  }

  of(keyId: string, now: number): readonly Day[] {
    return [...this.#days.values()].filter((row) => row.keyId === keyId && row.day === dayOf(now))
  }

  /** Rows of earlier days, and of keys that are gone, count nothing. */
  forgetOld(now: number): void {
    for (const [name, row] of this.#days) {
      if (row.day === dayOf(now)) continue
      this.#days.delete(name)
      this.#changed.set(name, row)
    }
  }

  save(log: TurnLog): void {
    for (const [name, { keyId, symbol }] of this.#changed) {
      const row = this.#days.get(name)
      if (row) log.put(agentTrade, row)
      else log.remove(agentTrade, { keyId, symbol })
    }
    this.#changed.clear()
  }
}

interface Asked {
  readonly keyId: string
  readonly order: NewOrder
  readonly marks: Marks
}

function check(
  own: AgentTrades,
  asked: Asked,
  now: number,
): Outcome<null, 'agent_loss_reached' | 'no_reference_price'> {
  const { account } = own
  const key = account.apiKeys.find(asked.keyId)
  const lossMax = key?.limits?.lossMax
  if (!key || lossMax === undefined) return done(null)
  const today = key.spent?.day === dayOf(now) ? key.spent : null
  if (!today?.isLost) {
    const result = resultOf(own, asked, now)
    if (!result.ok) return givesBack(own, asked, now) ? done(null) : result
    if (-result.value <= decodeAmount(lossMax)) return done(null)
    account.apiKeys.put({ ...key, spent: { day: dayOf(now), amount: today?.amount ?? '0', isLost: true } })
    const facts = { agent: key.name, amount: formatTrimmed(USDT, decodeAmount(lossMax)), asset: 'USDT' }
    const ref = `agent-loss:${key.id}:${dayOf(now)}`
    account.capabilities.notices.add({ kind: 'agent_loss_reached', facts, ref }, now)
  }
  return givesBack(own, asked, now) ? done(null) : refuse('agent_loss_reached')
}

/** Profit of the day over all pairs, in USDT: agents trade no others. */
function resultOf(own: AgentTrades, { keyId, marks }: Asked, now: number): Outcome<bigint, 'no_reference_price'> {
  let sum = 0n
  for (const row of own.of(keyId, now)) {
    const pair = findPair(own.account.catalogue, row.symbol)
    const price = row.base === 0n ? 0 : marks?.[row.symbol]
    if (!pair || price === undefined) return refuse('no_reference_price')
    sum += dayResult(pair, row, price)
  }
  return done(sum)
}

function givesBack(own: AgentTrades, { keyId, order }: Asked, now: number): boolean {
  const { catalogue, capabilities } = own.account
  const pair = findPair(catalogue, order.symbol)
  const trade = own.of(keyId, now).find(({ symbol }) => symbol === order.symbol)
  if (!pair || !trade) return false
  const waiting = capabilities.orders.openOfAgent(keyId, order.symbol, order.side)
  const asked = { side: order.side, lots: order.budget === null ? lots(order.lots) : null, waiting }
  return !enlargesPosition(pair, trade, asked)
}

export const agentTrades = feature({
  name: 'agentTrades',
  tables: AgentTrades.tables,
  open: (account: AccountState) => new AgentTrades(account),
  provides: {
    agentTrades: (own: AgentTrades) => ({
      add: (trade, at) => own.add(trade, at),
      check: (asked, now) => check(own, asked, now),
    }),
  },
  save: (own: AgentTrades, log) => own.save(log),
  prune: (own: AgentTrades, { now }) => own.forgetOld(now),
})
