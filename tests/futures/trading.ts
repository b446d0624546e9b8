// Steps of stories about futures in one account: money, orders and ticks.

import type { AccountRequests } from '#party/protocol/account'
import type { FuturesRow } from '#party/protocol/futures'
import { type Stage, USDT } from '../account/stage'

const TERMS = {
  version: 'v1',
  priceDecimals: 1,
  stepValue: '100',
  spread: '40000',
  fee: '50000',
  overnight: '20000',
  liquidationFee: '50000',
}

export type Order = Omit<AccountRequests['place_futures_order'], 'type' | 'commandId'>

/** 100 lots of 0.001 BTC with ten times the margin; say what differs. */
export const order = (differs: Partial<Order> = {}): Order => ({
  symbol: 'BTC-USDT',
  direction: 'long',
  kind: 'market',
  mode: 'isolated',
  leverage: 10,
  lots: 100,
  entrySteps: null,
  worstSteps: null,
  takeProfit: null,
  stopLoss: null,
  assetId: USDT.id,
  maintenanceRate: '500000',
  reference: 600_000,
  terms: TERMS,
  ...differs,
})

export async function fund(stage: Stage, amount = '1000000000'): Promise<void> {
  const grants = [{ assetId: USDT.id, amount, wallet: 'lever' }] as const
  await stage.tell({ type: 'grant_demo', ref: 'lever', grants })
}

/** A price round one second later: BTC first, then EUR if given. */
export async function tick(stage: Stage, btc: number, eur?: number, symbol = 'BTC-USDT'): Promise<void> {
  stage.now += 1_000
  const at = stage.now
  const text = (steps: number) => `${Math.floor(steps / 10)}.${steps % 10}`
  const one = (of: string, steps: number) => ({
    symbol: of,
    seq: at / 1000,
    at,
    price: text(steps),
    source: 'test',
    previousHash: '',
    hash: '',
  })
  const ticks = [one('BTC-USDT', btc), ...(eur === undefined ? [] : [one('EUR-USDT', eur)])]
  await stage.wakeBy({ feature: 'futures', symbol, round: { at, ticks }, beforeAt: null, closedSides: [] })
}

/** Places an order, whose answer waits for its tick where it is a market order. */
export async function open(stage: Stage, differs: Partial<Order> = {}): Promise<number> {
  const live = new Set((await positions(stage)).map(({ positionNo }) => positionNo))
  void stage.ask({ type: 'place_futures_order', commandId: stage.commandId(), ...order(differs) })
  await new Promise((resolve) => setTimeout(resolve, 0))
  const placed = (await positions(stage)).find(({ positionNo }) => !live.has(positionNo))
  if (!placed) throw new Error('the order was refused')
  return placed.positionNo
}

export async function positions(stage: Stage): Promise<readonly FuturesRow[]> {
  const answered = await stage.ask({ type: 'futures_live', assetId: USDT.id })
  if (!answered.ok) throw new Error(answered.refusal.code)
  return answered.value.rows
}

export async function find(stage: Stage, positionNo: number) {
  const found = await stage.ask({ type: 'futures_position', positionNo })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

export async function accounts(stage: Stage): Promise<Record<string, string>> {
  const { accounts: rows } = await stage.verify()
  return Object.fromEntries(
    rows
      .filter(({ account, amount }) => account.startsWith('@') && account !== '@demo' && amount !== '0')
      .map(({ account, amount }) => [account, amount]),
  )
}

export const lever = async (stage: Stage) => (await stage.balances())['lever:3']
