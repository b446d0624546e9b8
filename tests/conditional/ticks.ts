// Conditional orders on the stage of one account: commands, and the Watch that wakes it with BTC-USDT prices.

import type { AccountOutcome, AccountRequests } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import { NOON, type Stage } from '../account/stage'

type Asked = Omit<AccountRequests['place_conditional'], 'type' | 'commandId'>

/** A stop at 59,000.0 that sells 0.01 BTC at market, with the price at 60,000.0; `differs` overrides fields. */
export const stop = (differs: Partial<Asked> = {}): Asked => ({
  symbol: 'BTC-USDT',
  side: 'sell',
  kind: 'stop',
  stopSteps: 590_000,
  profitSteps: null,
  trailSteps: null,
  trailRate: null,
  limitTicks: null,
  legTicks: null,
  lots: 1_000,
  budget: null,
  entry: null,
  reference: 600_000,
  ...differs,
})

export const place = (stage: Stage, asked: Asked): Promise<AccountOutcome<'place_conditional'>> =>
  stage.ask({ type: 'place_conditional', commandId: stage.commandId(), ...asked })

export const cancel = (stage: Stage, conditionalNo: number): Promise<AccountOutcome<'cancel_conditional'>> =>
  stage.ask({ type: 'cancel_conditional', commandId: stage.commandId(), conditionalNo })

export async function find(stage: Stage, conditionalNo = 1): Promise<ConditionalRow> {
  const found = await stage.ask({ type: 'conditional_order', conditionalNo })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

/** Waits until commands and answers of Markets are processed. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

export const tickAt = (at: number, steps: number) => ({
  symbol: 'BTC-USDT',
  seq: at / 1000,
  at,
  price: `${Math.floor(steps / 10)}.${steps % 10}`,
  source: 'test',
  previousHash: '',
  hash: '',
})

/** The Watch wakes the account with a price some seconds after noon, inside or outside its band. */
export async function tick(stage: Stage, second: number, steps: number): Promise<void> {
  const at = NOON + second * 1_000
  stage.now = Math.max(stage.now, at + 5)
  const round = { at, ticks: [tickAt(at, steps)] }
  await stage.wakeBy({ feature: 'conditional', symbol: 'BTC-USDT', round, beforeAt: at - 1_000, closedSides: [] })
  await settled()
}

/** Commands received by the Market. */
export const submitted = (stage: Stage) =>
  stage.clerk.commands.flatMap((command) =>
    command.type === 'submit'
      ? [[command.orderNo, command.side, command.kind, command.ticks, command.lots, command.budget] as const]
      : [],
  )

export const taken = (stage: Stage) =>
  stage.clerk.commands.flatMap((command) => (command.type === 'cancel' ? [command.orderNo] : []))

export async function receiptOf(stage: Stage, conditionalNo = 1): Promise<unknown> {
  const { receiptId } = await find(stage, conditionalNo)
  if (!stage.receipts.has(receiptId ?? '')) await stage.ring()
  return stage.receipts.get(receiptId ?? '')
}

export const usdt = async (stage: Stage) => (await stage.balances())['change:3'] ?? ['0', '0']
export const btc = async (stage: Stage) => (await stage.balances())['change:1'] ?? ['0', '0']
