// Stories of one inbox: messages of finished orders, delivery exactly once, read, delete, channel settings and retention.

import { expect } from 'vitest'
import type { MessageKind } from '#domain/message'
import { SESSION, type Stage, order, scene, story } from '../account/stage'

const DAY = 86_400_000

const list = async (stage: Stage, kinds: readonly MessageKind[] | null = null) => {
  const listed = await stage.ask<'messages'>({ type: 'messages', kinds, page: 1, limit: 20 })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value
}
const unread = async (stage: Stage): Promise<number> => {
  const counted = await stage.ask<'message_count'>({ type: 'message_count' })
  return counted.ok ? counted.value.unread : -1
}
const bring = (stage: Stage, ref: string) =>
  stage.tell<'add_message'>({
    type: 'add_message',
    message: { kind: 'deposit_passed', facts: { amount: '0.5', asset: 'BTC' }, ref },
  })
const read = (stage: Stage, messageId: number) =>
  stage.ask<'read_message'>({ type: 'read_message', commandId: stage.commandId(), messageId })
const fillWhole = async (stage: Stage, orderNo: number, lots: number) => {
  stage.clerk.fill(orderNo, { ticks: 600_000, lots: lots / 2, fee: '1' })
  stage.clerk.fill(orderNo, { ticks: 600_000, lots: lots / 2, fee: '1' })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
}

story('Alice asks for what she has not read: all of it, page by page, and nothing that she has', async (stage) => {
  for (const ref of ['one', 'two', 'three']) await bring(stage, ref)
  const ask = async (page: number) => {
    const listed = await stage.ask<'messages'>({ type: 'messages', kinds: null, isUnread: true, page, limit: 1 })
    if (!listed.ok) throw new Error(listed.refusal.code)
    return { refs: listed.value.rows.map(({ ref }) => ref), total: listed.value.total }
  }
  const [newest] = (await list(stage)).rows
  await read(stage, newest?.id ?? 0)
  expect([await ask(1), await ask(2), await ask(3)]).toEqual([
    { refs: ['two'], total: 2 },
    { refs: ['one'], total: 2 },
    { refs: [], total: 2 },
  ])
  expect((await list(stage)).total).toBe(3)
  return ask(1)
})

story('Alice’s order fills in two pieces and is told of once, with all of it', async (stage) => {
  await stage.place(order({ lots: 1_000 }))
  expect(await unread(stage)).toBe(0)
  await fillWhole(stage, 1, 1_000)
  const { rows, total } = await list(stage)
  expect(total).toBe(1)
  expect(rows).toMatchObject([
    {
      kind: 'order_filled',
      isRead: false,
      facts: { side: 'buy', pair: 'BTC/USDT', amount: '0.01', asset: 'BTC', total: '600', quote: 'USDT' },
    },
  ])
  return { rows, unread: await unread(stage) }
})

story(
  'An order that is cancelled after a part was filled tells of the part; one that never traded tells nothing',
  async (stage) => {
    await stage.place(order({ lots: 400 }), order({ lots: 600 }))
    stage.clerk.fill(1, { ticks: 600_000, lots: 100, fee: '1' })
    stage.clerk.close(1, 'cancelled')
    stage.clerk.close(2, 'cancelled')
    await stage.deliver()
    const { rows } = await list(stage)
    expect(rows.map(({ ref, facts }) => [ref, facts['amount']])).toEqual([['spot:1', '0.001']])
  },
)

story('The same deposit is told of once, also after Alice has deleted the message', async (stage) => {
  expect(await bring(stage, 'deposit:1')).toMatchObject({ isNew: true, channels: ['mail', 'push'] })
  expect(await bring(stage, 'deposit:1')).toMatchObject({ isNew: false })
  const [message] = (await list(stage)).rows
  await stage.ask<'delete_messages'>({
    type: 'delete_messages',
    commandId: stage.commandId(),
    messageIds: [message?.id ?? 0],
  })
  expect(await bring(stage, 'deposit:1')).toMatchObject({ isNew: false })
  expect(await list(stage)).toMatchObject({ rows: [], total: 0, unread: 0 })
})

story('Reading one message, then all, then deleting what is read', async (stage) => {
  for (const ref of ['deposit:1', 'deposit:2', 'deposit:3']) await bring(stage, ref)
  const [newest, second] = (await list(stage)).rows
  expect(await read(stage, second?.id ?? 0)).toMatchObject({ ok: true, value: { ref: 'deposit:2', isRead: true } })
  expect(await unread(stage)).toBe(2)
  expect((await list(stage)).rows.map(({ isRead }) => isRead)).toEqual([false, true, false])

  await stage.ask<'delete_messages'>({ type: 'delete_messages', commandId: stage.commandId(), messageIds: null })
  expect((await list(stage)).rows.map(({ ref }) => ref)).toEqual(['deposit:3', 'deposit:1'])
  await stage.ask<'read_all_messages'>({ type: 'read_all_messages', commandId: stage.commandId() })
  expect(await unread(stage)).toBe(0)
  expect(await read(stage, second?.id ?? 0)).toMatchObject({ refusal: { code: 'message_not_found' } })
  return newest
})

story('A message keeps its place when an order finishes right after it', async (stage) => {
  await bring(stage, 'deposit:1')
  await stage.place(order({ lots: 200 }))
  await fillWhole(stage, 1, 200)
  await bring(stage, 'deposit:2')
  const { rows } = await list(stage)
  expect(rows.map(({ ref }) => ref)).toEqual(['deposit:2', 'spot:1', 'deposit:1'])
  expect((await list(stage, ['order_filled'])).rows.map(({ ref }) => ref)).toEqual(['spot:1'])
  expect(await list(stage, ['new_login'])).toMatchObject({ rows: [], total: 0, unread: 3 })
  return rows
})

story('Who leaves a hundred orders unread is told of no further ones until some are read', async (stage) => {
  const finish = async (orderNo: number) => {
    await stage.place(order({ side: 'sell', lots: 100 }))
    stage.clerk.fill(orderNo, { ticks: 600_000, lots: 100, fee: '1' })
    stage.clerk.close(orderNo, 'filled')
    await stage.deliver()
  }
  for (let orderNo = 1; orderNo <= 101; orderNo += 1) await finish(orderNo)
  const { rows, total } = await list(stage)
  expect([total, await unread(stage), rows[0]?.ref]).toEqual([100, 100, 'spot:100'])
  await bring(stage, 'deposit:1')
  expect(await unread(stage)).toBe(101)
  await stage.ask<'read_all_messages'>({ type: 'read_all_messages', commandId: stage.commandId() })
  await finish(102)
  expect((await list(stage)).rows[0]).toMatchObject({ ref: 'spot:102', isRead: false })
})

story('Alice chooses text messages for deposits; what cannot be switched off stays on', async (stage) => {
  const set = (kind: 'deposit_passed' | 'security_changed', channels: readonly ('mail' | 'sms')[]) =>
    stage.ask<'set_message_preferences'>({
      type: 'set_message_preferences',
      commandId: stage.commandId(),
      preferences: [{ kind, channels }],
    })
  await set('deposit_passed', ['sms'])
  const answered = await set('security_changed', [])
  const chosen = answered.ok ? new Map(answered.value.map(({ kind, channels }) => [kind, channels])) : new Map()
  expect(chosen.get('deposit_passed')).toEqual(['sms'])
  expect(chosen.get('security_changed')).toEqual(['mail'])
  expect(chosen.get('new_login')).toEqual(['mail', 'push'])
  expect(await bring(stage, 'deposit:1')).toMatchObject({ isNew: true, channels: ['sms'], subscriptions: [] })
})

scene('Every listener hears how many are unread, as messages come and as they are read', async (stage) => {
  stage.isHeard = true
  await bring(stage, 'deposit:1')
  await bring(stage, 'deposit:2')
  await stage.ask<'read_all_messages'>({ type: 'read_all_messages', commandId: stage.commandId() })
  const heard = stage.heard.flatMap((message) =>
    message.type === 'event' && message.messages ? [message.messages.unread] : [],
  )
  expect(heard).toEqual([1, 2, 0])
  await bring(stage, 'deposit:3')
  expect(await stage.catchUp(null)).toMatchObject([{ type: 'snapshot', messages: { unread: 1 } }])
})

scene('A finished order costs no write more than it did: its message is in the line of the turn', async (stage) => {
  await stage.place(order({ lots: 200 }))
  const turns = () => stage.store.first<{ turns: number }>('SELECT count(*) AS turns FROM turn_log')?.turns
  const before = turns()
  await fillWhole(stage, 1, 200)
  const [last] = stage.store.rows<{ changes: string }>('SELECT changes FROM turn_log ORDER BY id DESC LIMIT 1')
  expect(turns()).toBe((before ?? 0) + 1)
  expect(last?.changes).toContain('["message","put",1,')
})

story('After half a year a message is forgotten', async (stage) => {
  await bring(stage, 'deposit:1')
  await stage.ask<'read_all_messages'>({ type: 'read_all_messages', commandId: 'once' })
  stage.now += 181 * DAY
  await stage.tell({ type: 'open_session', sessionId: 'later', expiresAt: stage.now + DAY, device: 'a phone' })
  await stage.ring()
  const listed = await stage.ask<'messages'>({ type: 'messages', kinds: null, page: 1, limit: 20 }, 'later')
  expect(listed).toMatchObject({ ok: true, value: { total: 0, unread: 0 } })
})

story('Alice opens announcements, each once, and the newest five hundred are remembered', async (stage) => {
  const open = (newsId: number) => stage.ask<'open_news'>({ type: 'open_news', commandId: stage.commandId(), newsId })
  const opened = async () => {
    const answer = await stage.ask<'opened_news'>({ type: 'opened_news' })
    return answer.ok ? answer.value : []
  }
  expect(await opened()).toEqual([])
  for (const id of [7, 3, 7]) expect(await open(id)).toMatchObject({ ok: true })
  expect(await opened()).toEqual([7, 3])
  for (let id = 10; id < 509; id += 1) await open(id)
  expect(await opened()).toHaveLength(500)
  expect((await opened()).slice(-2)).toEqual([10, 7])
  return opened()
})

story('A push goes to the browsers whose sessions live, and to none where Alice wants no push', async (stage) => {
  const subscription = (name: string) => ({
    endpoint: `https://fcm.googleapis.com/${name}`,
    p256dh: 'key',
    auth: 'secret',
  })
  const add = (sessionId: string, name: string) =>
    stage.ask<'add_push_subscription'>({
      type: 'add_push_subscription',
      commandId: stage.commandId(),
      sessionId,
      subscription: subscription(name),
    })
  const reached = async (ref: string) =>
    (await bring(stage, ref)).subscriptions.map(({ endpoint }) => endpoint.slice(-5))
  await stage.tell({ type: 'open_session', sessionId: 'tablet', expiresAt: stage.now + DAY, device: 'a tablet' })
  await add(SESSION, 'phone')
  stage.now += 1
  await add('tablet', 'table')
  expect(await add('tablet', 'table')).toMatchObject({ value: { subscriptions: 2 } })
  expect(await reached('deposit:1')).toEqual(['table', 'phone'])

  await stage.tell({ type: 'end_session', sessionId: 'tablet' })
  expect(await reached('deposit:2')).toEqual(['phone'])
  const endpoint = subscription('phone').endpoint
  expect(await stage.tell<'drop_push_subscription'>({ type: 'drop_push_subscription', endpoint })).toEqual({
    isDropped: true,
  })
  expect(await reached('deposit:3')).toEqual([])
  await add(SESSION, 'phone')
  await stage.ask<'set_message_preferences'>({
    type: 'set_message_preferences',
    commandId: stage.commandId(),
    preferences: [{ kind: 'deposit_passed', channels: ['mail'] }],
  })
  expect(await reached('deposit:4')).toEqual([])
})
