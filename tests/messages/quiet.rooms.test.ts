// Quiet hours of an account: what waits, what does not, and that nothing is lost over their end or a restart of the room.

import { expect } from 'vitest'
import type { MessageKind, NoticeChannel } from '#domain/message'
import { clockText, parseClock } from '#domain/quiet-hours'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { type Stage, order, story } from '../account/stage'

const USER = 10_001

const bring = (stage: Stage, ref: string, kind: MessageKind = 'deposit_passed') =>
  stage.tell<'add_message'>({
    type: 'add_message',
    message: { kind, facts: { amount: '0.5', asset: 'BTC', change: 'phrase' }, ref },
  })
const take = async (stage: Stage) =>
  (await stage.tell<'take_notices'>({ type: 'take_notices' })).notices.map(({ kind, channels }) => [kind, channels])

/** Quiet from now for a number of hours, in a zone nine hours ahead. */
const quieten = (stage: Stage, hours: number | null) => {
  const from = (parseClock(new Date(stage.now).toISOString().slice(11, 16)) ?? 0) + 9 * 60
  const span = { from: from % 1440, until: (from + (hours ?? 0) * 60) % 1440, zone: 'Asia/Tokyo' }
  return stage.ask<'set_quiet_hours'>({
    type: 'set_quiet_hours',
    commandId: stage.commandId(),
    hours: hours === null ? null : span,
  })
}
const prefer = (stage: Stage, kind: MessageKind, channels: readonly NoticeChannel[]) =>
  stage.ask<'set_message_preferences'>({
    type: 'set_message_preferences',
    commandId: stage.commandId(),
    preferences: [{ kind, channels }],
  })
async function pass(stage: Stage, ms: number): Promise<void> {
  const until = stage.now + ms
  for (let rings = 0; rings < 40 && stage.alarmAt !== null && stage.alarmAt <= until; rings += 1) await stage.ring()
  stage.now = Math.max(stage.now, until)
}
async function fill(stage: Stage, orderNo: number): Promise<void> {
  await stage.place(order({ lots: 200 }))
  stage.clerk.fill(orderNo, { ticks: 600_000, lots: 200, fee: '1' })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
}

story('Messages of the night are in the inbox at once and sent after it, once, whoever made them', async (stage) => {
  const owed: number[] = []
  stage.oweNotices = (account) => Promise.resolve(void owed.push(account))
  await prefer(stage, 'order_filled', ['mail'])
  await quieten(stage, 8)
  expect(await bring(stage, 'deposit:1')).toMatchObject({ isNew: true, channels: [], subscriptions: [] })
  await fill(stage, 1)
  await pass(stage, MINUTE_MS)
  expect(owed).toEqual([USER])
  expect(await take(stage)).toEqual([])
  const listed = await stage.ask<'messages'>({ type: 'messages', kinds: null, page: 1, limit: 9 })
  expect(listed.ok && listed.value.rows.map(({ ref }) => ref)).toEqual(['spot:1', 'deposit:1'])

  // A sweep in the last minute of the night still takes nothing.
  await pass(stage, 8 * HOUR_MS - 2 * MINUTE_MS)
  expect([owed, await take(stage)]).toEqual([[USER], []])
  await pass(stage, 2 * MINUTE_MS)
  expect(owed).toEqual([USER, USER])
  const sent = [
    ['deposit_passed', ['mail', 'push']],
    ['order_filled', ['mail']],
  ]
  expect(await take(stage)).toEqual(sent)
  expect(await take(stage)).toEqual([])
  expect(await bring(stage, 'deposit:2')).toMatchObject({ channels: ['mail', 'push'] })
  return owed
})

story('What concerns security or a due payment leaves in the night too', async (stage) => {
  await quieten(stage, 8)
  expect(await bring(stage, 'security:1', 'security_changed')).toMatchObject({ channels: ['mail', 'push'] })
  expect(await bring(stage, 'loan:1', 'loan_called')).toMatchObject({ channels: ['mail', 'push'] })
  expect(await take(stage)).toEqual([['loan_called', ['mail', 'push']]])
})

story('An own message is looked at soon although an earlier one waits for the morning', async (stage) => {
  const owed: number[] = []
  stage.oweNotices = (account) => Promise.resolve(void owed.push(stage.now > 0 ? account : 0))
  await prefer(stage, 'order_filled', ['mail'])
  await quieten(stage, 8)
  await bring(stage, 'deposit:1')
  // Older than what one sweep looks back on, by the morning.
  await fill(stage, 1)
  await pass(stage, MINUTE_MS)
  expect(owed).toEqual([USER])
  expect(await take(stage)).toEqual([])
  await pass(stage, 8 * HOUR_MS)
  expect((await take(stage)).map(([kind]) => kind)).toEqual(['deposit_passed', 'order_filled'])
})

story('What Alice has read meanwhile is not sent, and switching the quiet hours off sends the rest', async (stage) => {
  await quieten(stage, 8)
  await bring(stage, 'deposit:1')
  await bring(stage, 'deposit:2')
  const listed = await stage.ask<'messages'>({ type: 'messages', kinds: null, page: 1, limit: 9 })
  const messageId = (listed.ok && listed.value.rows[0]?.id) || 0
  await stage.ask<'read_message'>({ type: 'read_message', commandId: stage.commandId(), messageId })
  const owed: number[] = []
  stage.oweNotices = (account) => Promise.resolve(void owed.push(account))
  expect(await quieten(stage, null)).toEqual({ ok: true, value: null })
  await pass(stage, MINUTE_MS)
  expect(owed).toEqual([USER])
  expect(await take(stage)).toHaveLength(1)
})

story('Hours without length, and a time zone that there is not, are refused', async (stage) => {
  const set = (hours: { from: number; until: number; zone: string }) =>
    stage.askAnything({ type: 'set_quiet_hours', commandId: stage.commandId(), ...{ hours } })
  for (const hours of [
    { from: 60, until: 60, zone: 'UTC' },
    { from: 60, until: 1440, zone: 'UTC' },
    { from: 60, until: 120, zone: 'Mars/Olympus' },
  ])
    expect(await set(hours)).toMatchObject({ ok: false, refusal: { code: 'request_malformed' } })
  await set({ from: 60, until: 120, zone: 'UTC' })
  expect(await stage.ask<'quiet_hours'>({ type: 'quiet_hours' })).toEqual({
    ok: true,
    value: { from: 60, until: 120, zone: 'UTC' },
  })
  expect([clockText(60), clockText(120)]).toEqual(['01:00', '02:00'])
})
