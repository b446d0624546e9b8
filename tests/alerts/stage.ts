// Alerts on the stage of one account: commands, and the Watch that wakes it with BTC-USDT prices.

import type { AccountOutcome } from '#party/protocol/account'
import type { AlertRow } from '#party/protocol/alerts'
import type { MessageRow } from '#party/protocol/message'
import type { NewAlert } from '../../party/account/alerts/setting'
import { NOON, type Stage } from '../account/stage'
import { settled, tickAt } from '../conditional/ticks'

/** At 61,000.0, with the price at 60,000.0. */
export const PRICE = { kind: 'price', symbol: 'BTC-USDT', targetSteps: 610_000, reference: 600_000 } as const
/** By two percent within an hour. */
export const MOVE = { kind: 'move', symbol: 'BTC-USDT', rate: '2000000', hours: 1 } as const

/** `commandId` names the command, for a repetition. */
export function ask(
  stage: Stage,
  { kind, ...asked }: NewAlert,
  commandId = stage.commandId(),
): Promise<AccountOutcome<'set_price_alert'>> {
  return stage.askAnything({ type: `set_${kind}_alert`, commandId, ...asked }) as Promise<
    AccountOutcome<'set_price_alert'>
  >
}

export async function set(stage: Stage, asked: NewAlert): Promise<AlertRow> {
  const answered = await ask(stage, asked)
  if (!answered.ok) throw new Error(answered.refusal.code)
  return answered.value
}

export const refusalOf = async (stage: Stage, asked: NewAlert): Promise<string | null> => {
  const answered = await ask(stage, asked)
  return answered.ok ? null : answered.refusal.code
}

export const remove = (stage: Stage, alertNo: number): Promise<AccountOutcome<'remove_alert'>> =>
  stage.ask({ type: 'remove_alert', commandId: stage.commandId(), alertNo })

/** The Watch wakes the account with a price some seconds after noon, inside or outside its band. */
export async function tick(stage: Stage, second: number, steps: number): Promise<void> {
  const at = NOON + second * 1_000
  stage.now = Math.max(stage.now, at + 5)
  const round = { at, ticks: [tickAt(at, steps)] }
  await stage.wakeBy({ feature: 'alerts', symbol: 'BTC-USDT', round, beforeAt: at - 1_000, closedSides: [] })
  await settled()
}

export const band = (stage: Stage) => stage.registrations.get('BTC-USDT')?.band

/** Open and ended alerts as "number state". */
export async function states(stage: Stage): Promise<string[]> {
  const open = await stage.ask({ type: 'alerts_open' })
  const ended = await stage.ask({ type: 'alerts_ended', page: 1, limit: 500 })
  if (!open.ok || !ended.ok) throw new Error('no lists')
  const rows = [...open.value, ...ended.value.rows].sort((one, other) => one.alertNo - other.alertNo)
  return rows.map(({ alertNo, state }) => `${alertNo} ${state}`)
}

/** Messages of alerts in the inbox, oldest first. */
export async function told(stage: Stage): Promise<Pick<MessageRow, 'kind' | 'facts' | 'ref'>[]> {
  const kinds = ['alert_price', 'alert_move', 'alert_fill', 'alert_liquidation'] as const
  const inbox = await stage.ask({ type: 'messages', kinds: [...kinds], page: 1, limit: 500 })
  if (!inbox.ok) throw new Error(inbox.refusal.code)
  return inbox.value.rows.map(({ kind, facts, ref }) => ({ kind, facts, ref })).reverse()
}
