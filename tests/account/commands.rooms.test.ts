// Stories about retried commands, ended sessions, transfers between wallets, and queries.

import { expect } from 'vitest'
import type { OrderStage } from '#domain/order'
import { ACME, BTC, NOON, SESSION, USDT, order, scene, story } from './stage'

const DAY = 86_400_000

story('The same command under the same id is carried out once and answered alike', async (stage) => {
  const command = { type: 'place_spot_orders', commandId: 'once', orders: [order()] } as const
  const first = await stage.ask<'place_spot_orders'>(command)
  stage.runTimeouts(250)
  stage.clerk.fill(1, { ticks: 600_000, lots: 1_000, fee: '1000' })
  stage.clerk.close(1, 'filled')
  await stage.deliver()
  expect(await stage.ask<'place_spot_orders'>(command)).toEqual(first)
  expect(stage.clerk.commands).toHaveLength(1)
})

story('A refusal is remembered too', async (stage) => {
  const command = { type: 'place_spot_orders', commandId: 'once', orders: [order({ lots: 2_000 })] } as const
  const first = await stage.ask<'place_spot_orders'>(command)
  await stage.tell({
    type: 'grant_demo',
    ref: 'more',
    grants: [{ assetId: USDT.id, amount: '9000000000', wallet: 'change' }],
  })
  expect(await stage.ask<'place_spot_orders'>(command)).toEqual(first)
})

story('Other content under a known id is refused, and nothing moves', async (stage) => {
  await stage.ask<'place_spot_orders'>({ type: 'place_spot_orders', commandId: 'once', orders: [order({ lots: 100 })] })
  const before = await stage.balances()
  const other = await stage.ask<'place_spot_orders'>({
    type: 'place_spot_orders',
    commandId: 'once',
    orders: [order({ lots: 101 })],
  })
  expect(other).toMatchObject({ ok: false, refusal: { code: 'command_id_reused' } })
  const moved = {
    type: 'transfer',
    commandId: 'once',
    assetId: USDT.id,
    amount: '1',
    from: 'change',
    to: 'legal',
  } as const
  expect(await stage.ask<'transfer'>(moved)).toMatchObject({ refusal: { code: 'command_id_reused' } })
  expect(await stage.balances()).toEqual(before)
})

story('A market order is the same command although its worst price follows the index', async (stage) => {
  stage.clerk.onAccepted = (orderNo) => stage.clerk.close(orderNo, 'not_filled')
  const at = (ticks: number) => order({ kind: 'market', timeInForce: 'ioc', lots: 100, ticks })
  const first = await stage.ask<'place_spot_orders'>({
    type: 'place_spot_orders',
    commandId: 'once',
    orders: [at(660_000)],
  })
  expect(
    await stage.ask<'place_spot_orders'>({ type: 'place_spot_orders', commandId: 'once', orders: [at(661_000)] }),
  ).toEqual(first)
})

story('A market order that was carried out is answered as before when the index is gone', async (stage) => {
  stage.clerk.onAccepted = (orderNo) => stage.clerk.close(orderNo, 'not_filled')
  const at = (ticks: number) => order({ kind: 'market', timeInForce: 'ioc', lots: 100, ticks })
  const first = await stage.ask<'place_spot_orders'>({
    type: 'place_spot_orders',
    commandId: 'once',
    orders: [at(660_000)],
  })
  expect(
    await stage.ask<'place_spot_orders'>({ type: 'place_spot_orders', commandId: 'once', orders: [at(0)] }),
  ).toEqual(first)
  expect(await stage.place(at(0))).toMatchObject({ value: [{ ok: false, refusal: { code: 'no_reference_price' } }] })
})

story('An amend of the quantity alone is the same command after the price has changed', async (stage) => {
  await stage.place(order())
  const shrink = {
    type: 'amend_spot_order',
    commandId: 'once',
    order: { orderNo: 1 },
    ticks: null,
    lots: 500,
  } as const
  const first = await stage.ask<'amend_spot_order'>(shrink)
  expect(first).toMatchObject({ ok: true, value: { ticks: 600_000, lots: 500 } })
  await stage.ask<'amend_spot_order'>({ ...shrink, commandId: 'dearer', ticks: 610_000, lots: null })
  expect(await stage.ask<'amend_spot_order'>(shrink)).toEqual(first)
  expect(await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 1 } })).toMatchObject({
    value: { ticks: 610_000, lots: 500 },
  })
})

story('A command id is kept for a day, then it is free again', async (stage) => {
  const command = {
    type: 'transfer',
    commandId: 'once',
    assetId: USDT.id,
    amount: '5',
    from: 'change',
    to: 'legal',
  } as const
  await stage.ask<'transfer'>(command)
  stage.now = NOON + DAY - 1
  await stage.ask<'transfer'>(command)
  expect(await stage.balances()).toMatchObject({ 'legal:3': ['5', '0'] })

  // The first alarm reports that the account was active.
  await stage.ring()
  await stage.ring()
  expect(stage.store.rows('SELECT id FROM command')).toEqual([])
  await stage.ask<'transfer'>(command)
  expect(await stage.balances()).toMatchObject({ 'legal:3': ['10', '0'] })
})

story('What can no longer be made is answered as what it repeats, and nothing else is', async (stage) => {
  const command = {
    type: 'transfer',
    commandId: 'once',
    assetId: USDT.id,
    amount: '5',
    from: 'change',
    to: 'legal',
  } as const
  const asked = '{"amount":"5.0"}'
  const first = await stage.askAnything({ ...command, asked })
  const again = (differs: object, sessionId?: string) =>
    stage.askAnything({ type: 'first_answer', commandId: 'once', ...{ of: 'transfer', asked, ...differs } }, sessionId)
  expect(await again({})).toEqual(first)
  expect(await again({ commandId: 'another' })).toBeNull()
  expect(await again({ of: 'place_spot_orders' })).toBeNull()
  expect(await again({ asked: '{"amount":"5.00"}' })).toBeNull()
  expect(await again({ asked: undefined })).toBeNull()
  expect(await stage.askAnything({ ...command, asked: '{"amount":"6.0"}' })).toMatchObject({
    refusal: { code: 'command_id_reused' },
  })
  // The Worker may make another command of the same fields a moment later.
  const remade = { ...command, amount: '6', asked }
  expect(await stage.askAnything(remade)).toEqual(first)
  expect(await again({ of: 7 })).toMatchObject({ refusal: { code: 'request_malformed' } })
  expect(await again({}, 'somebody')).toMatchObject({ refusal: { code: 'session_ended' } })
  expect(await stage.balances()).toMatchObject({ 'legal:3': ['5', '0'] })
  stage.now = NOON + DAY
  expect(await again({})).toBeNull()
})

scene('Commands a moment apart are forgotten together: the alarm rings once a minute at most', async (stage) => {
  const give = { type: 'transfer', assetId: USDT.id, amount: '5', from: 'change', to: 'legal' } as const
  await stage.ask<'transfer'>({ ...give, commandId: 'first' })
  stage.now = NOON + 1
  await stage.ask<'transfer'>({ ...give, commandId: 'second' })
  // The first alarm reports that the account was active, and the second finds nothing left to report.
  await stage.ring()
  await stage.ring()
  await stage.ring()
  expect([stage.now, stage.alarmAt]).toEqual([NOON + DAY, NOON + DAY + 60_000])
  await stage.ring()
  expect([stage.store.rows('SELECT id FROM command'), stage.alarmAt]).toEqual([[], null])
})

for (const commandId of ['', 'two words', 'x'.repeat(81)]) {
  story(`"${commandId.slice(0, 12)}" is no command id`, async (stage) => {
    const outcome = await stage.ask<'watch'>({ type: 'watch', commandId, assetId: 1 })
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'command_id_malformed' } })
  })
}

story(
  'Nothing is answered without a live session: not logged in, logged out, out everywhere, expired',
  async (stage) => {
    const code = async (sessionId: string) => {
      const outcome = await stage.ask<'balances'>({ type: 'balances' }, sessionId)
      return outcome.ok ? 'ok' : outcome.refusal.code
    }
    const open = (sessionId: string, expiresAt: number) =>
      stage.tell({ type: 'open_session', sessionId, expiresAt, device: 'a laptop' })
    expect(await code('unknown')).toBe('session_ended')
    await open('second', NOON + DAY)
    await open('third', NOON + 2 * DAY)
    expect(await code('second')).toBe('ok')
    expect(await stage.tell({ type: 'end_session', sessionId: 'second' })).toEqual({ isEnded: true })
    expect(await stage.tell({ type: 'end_session', sessionId: 'second' })).toEqual({ isEnded: false })
    expect(await code('second')).toBe('session_ended')

    stage.now = NOON + 2 * DAY
    expect(await code('third')).toBe('session_ended')
    expect(await code(SESSION)).toBe('ok')
    expect(await stage.tell({ type: 'end_all_sessions' })).toMatchObject({ ended: 2 })
    expect(await code(SESSION)).toBe('session_ended')
    expect(stage.closedSockets).toEqual(['second', 'second', null])
  },
)

story('A session that is over places no order', async (stage) => {
  await stage.tell({ type: 'end_session', sessionId: SESSION })
  const outcome = await stage.ask<'place_spot_orders'>({
    type: 'place_spot_orders',
    commandId: 'late',
    orders: [order()],
  })
  expect(outcome).toMatchObject({ ok: false, refusal: { code: 'session_ended' } })
  expect(stage.clerk.commands).toEqual([])
})

story('A session says who it is and until when', async (stage) => {
  expect(await stage.ask<'profile_check'>({ type: 'profile_check' })).toMatchObject({
    ok: true,
    value: { sessionId: SESSION, expiresAt: NOON + 30 * DAY, profileRevision: expect.any(Number) as number },
  })
})

story('Alice moves 250 USDT from her change wallet to her legal wallet, free and at once', async (stage) => {
  const moved = {
    type: 'transfer',
    commandId: 'move',
    assetId: USDT.id,
    amount: '250000000',
    from: 'change',
    to: 'legal',
  } as const
  expect(await stage.ask<'transfer'>(moved)).toMatchObject({ ok: true })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['750000000', '0'], 'legal:3': ['250000000', '0'] })
  const bills = await stage.ask<'bills'>({
    type: 'bills',
    wallet: null,
    assetId: USDT.id,
    reason: 'transfer',
    page: 1,
    limit: 10,
  })
  expect(bills).toMatchObject({
    value: {
      total: 2,
      rows: [
        { wallet: 'legal', value: '250000000', before: '0', after: '250000000' },
        { wallet: 'change', value: '-250000000', before: '1000000000', after: '750000000' },
      ],
    },
  })
})

story('Alice finds her transfers by day, and by a wallet on either side', async (stage) => {
  const move = (commandId: string, from: 'change' | 'legal', to: 'legal' | 'lever') =>
    stage.ask<'transfer'>({ type: 'transfer', commandId, assetId: USDT.id, amount: '1000000', from, to })
  await move('first', 'change', 'legal')
  stage.now = NOON + DAY
  await move('second', 'legal', 'lever')
  stage.now = NOON + 2 * DAY
  await move('third', 'change', 'lever')
  const find = async (narrowed: { from?: number; until?: number; wallet?: 'legal'; isWhole?: boolean }) => {
    const all = { wallet: null, assetId: null, reason: 'transfer', page: 1, limit: 10 } as const
    const bills = await stage.ask<'bills'>({ type: 'bills', ...all, ...narrowed })
    return bills.ok ? bills.value.rows.map(({ ref }) => ref.replace('transfer:', '')) : bills
  }
  expect(await find({ from: NOON + DAY })).toEqual(['third', 'third', 'second', 'second'])
  expect(await find({ until: NOON + DAY })).toEqual(['first', 'first'])
  expect(await find({ from: NOON + 1, until: NOON + DAY + 1 })).toEqual(['second', 'second'])
  expect(await find({ wallet: 'legal' })).toEqual(['second', 'first'])
  expect(await find({ wallet: 'legal', isWhole: true })).toEqual(['second', 'second', 'first', 'first'])
})

story('For a file Alice’s bills go on before the last one that was told, whatever has come since', async (stage) => {
  const move = (commandId: string) =>
    stage.ask<'transfer'>({ type: 'transfer', commandId, assetId: USDT.id, amount: '1', from: 'change', to: 'legal' })
  for (const commandId of ['first', 'second', 'third']) await move(commandId)
  const all = { wallet: null, assetId: null, reason: 'transfer' } as const
  const read = async (before: number | null, narrowed: { readonly wallet?: 'legal' } = {}) => {
    const answered = await stage.ask<'bills_before'>({ type: 'bills_before', ...all, ...narrowed, before, limit: 4 })
    if (!answered.ok) throw new Error(answered.refusal.code)
    return answered.value.map(({ id, ref }) => ({ id, ref: ref.replace('transfer:', '') }))
  }
  const newest = await read(null)
  expect(newest.map(({ ref }) => ref)).toEqual(['third', 'third', 'second', 'second'])
  await move('fourth')
  const last = newest.at(-1)?.id ?? 0
  expect((await read(last)).map(({ ref }) => ref)).toEqual(['first', 'first'])
  expect((await read(last, { wallet: 'legal' })).map(({ ref }) => ref)).toEqual(['first'])
  expect(await read(1)).toEqual([])
})

const TRANSFERS_REFUSED = [
  ['an unknown asset', { assetId: 77 }, 'asset_not_found'],
  ['to the same wallet', { to: 'change' }, 'wallet_same'],
  [
    'an asset into a wallet that is not for it',
    { assetId: ACME.id, from: 'stocks', to: 'legal' },
    'wallet_not_for_asset',
  ],
  ['nothing', { amount: '0' }, 'amount_not_positive'],
  ['less than nothing', { amount: '-5' }, 'amount_not_positive'],
  ['more than there is', { amount: '1000000001' }, 'insufficient_available'],
] as const
for (const [name, differs, code] of TRANSFERS_REFUSED) {
  story(`Moving ${name} is refused as ${code}`, async (stage) => {
    const before = await stage.balances()
    const asked = {
      type: 'transfer',
      commandId: 'move',
      assetId: USDT.id,
      amount: '5',
      from: 'change',
      to: 'legal',
      ...differs,
    } as const
    expect(await stage.ask<'transfer'>(asked)).toMatchObject({ ok: false, refusal: { code } })
    expect(await stage.balances()).toEqual(before)
  })
}

story('Held money cannot be moved', async (stage) => {
  await stage.place(order())
  const asked = {
    type: 'transfer',
    commandId: 'move',
    assetId: USDT.id,
    amount: '400000001',
    from: 'change',
    to: 'legal',
  } as const
  expect(await stage.ask<'transfer'>(asked)).toMatchObject({
    refusal: { code: 'insufficient_available', facts: { asset: 'USDT', available: '400', needed: '400.000001' } },
  })
})

story('Play money is granted once per reference', async (stage) => {
  const grant = {
    type: 'grant_demo',
    ref: 'birthday',
    grants: [{ assetId: BTC.id, amount: '7', wallet: 'legal' }],
  } as const
  expect(await stage.tell(grant)).toEqual({ isGranted: true })
  expect(await stage.tell(grant)).toEqual({ isGranted: false })
  expect(await stage.balances()).toMatchObject({ 'legal:1': ['7', '0'] })
})

story('Alice watches BTC once and stops watching it', async (stage) => {
  const watch = (assetId: number) => stage.ask<'watch'>({ type: 'watch', commandId: stage.commandId(), assetId })
  const unwatch = (watchId: number) => stage.ask<'unwatch'>({ type: 'unwatch', commandId: stage.commandId(), watchId })
  expect(await watch(BTC.id)).toEqual({ ok: true, value: { id: 1, assetId: BTC.id } })
  expect(await watch(BTC.id)).toMatchObject({ refusal: { code: 'already_watched' } })
  expect(await watch(77)).toMatchObject({ refusal: { code: 'asset_not_found' } })
  expect(await stage.ask<'watches'>({ type: 'watches' })).toEqual({ ok: true, value: [{ id: 1, assetId: BTC.id }] })
  expect(await unwatch(1)).toEqual({ ok: true, value: { id: 1 } })
  expect(await unwatch(1)).toMatchObject({ refusal: { code: 'watch_not_found' } })
})

story('Alice puts her watch list in order; what she adds later comes last', async (stage) => {
  const watch = (assetId: number) => stage.ask<'watch'>({ type: 'watch', commandId: stage.commandId(), assetId })
  const arrange = (...watchIds: number[]) =>
    stage.ask<'arrange_watches'>({ type: 'arrange_watches', commandId: stage.commandId(), watchIds })
  const assetIds = async () => {
    const answer = await stage.ask<'watches'>({ type: 'watches' })
    return answer.ok ? answer.value.map((row) => row.assetId) : []
  }
  for (const asset of [BTC, ACME, USDT]) await watch(asset.id)
  expect(await arrange(3, 1, 2)).toMatchObject({ ok: true, value: [{ id: 3 }, { id: 1 }, { id: 2 }] })
  expect(await assetIds()).toEqual([USDT.id, BTC.id, ACME.id])
  // Another window has only some of the rows and names one twice.
  expect(await arrange(2, 2)).toMatchObject({ ok: true })
  expect(await assetIds()).toEqual([ACME.id, USDT.id, BTC.id])
  expect(await arrange(2, 99)).toMatchObject({ refusal: { code: 'watch_not_found' } })
  expect(await assetIds()).toEqual([ACME.id, USDT.id, BTC.id])

  await stage.ask<'unwatch'>({ type: 'unwatch', commandId: stage.commandId(), watchId: 2 })
  await watch(ACME.id)
  expect(await assetIds()).toEqual([USDT.id, BTC.id, ACME.id])
})

story(
  'Bills tell a fill as what was paid, what was received and the fee; holds and releases are no bills',
  async (stage) => {
    await stage.place(order())
    stage.clerk.fill(1, { ticks: 590_000, lots: 400, fee: '400' })
    stage.clerk.close(1, 'filled')
    await stage.deliver()
    const bills = await stage.ask<'bills'>({
      type: 'bills',
      wallet: 'change',
      assetId: null,
      reason: null,
      page: 1,
      limit: 3,
    })
    expect(bills).toMatchObject({
      ok: true,
      value: {
        total: 5,
        rows: [
          {
            assetId: BTC.id,
            reason: 'spot_fee',
            ref: 'spot:1',
            value: '-400',
            before: '100400000',
            after: '100399600',
          },
          { assetId: BTC.id, reason: 'spot_fill', value: '400000', before: '100000000', after: '100400000' },
          { assetId: USDT.id, reason: 'spot_fill', value: '-236000000', before: '1000000000', after: '764000000' },
        ],
      },
    })
    const second = await stage.ask<'bills'>({
      type: 'bills',
      wallet: 'change',
      assetId: null,
      reason: null,
      page: 2,
      limit: 3,
    })
    expect(second).toMatchObject({ value: { rows: [{ reason: 'demo_grant' }, { reason: 'demo_grant' }] } })
    const fees = await stage.ask<'bills'>({
      type: 'bills',
      wallet: null,
      assetId: BTC.id,
      reason: 'spot_fee',
      page: 1,
      limit: 10,
    })
    expect(fees).toMatchObject({ value: { total: 1 } })
    return bills
  },
)

story('Orders are listed newest first, by pair and by whether they are open', async (stage) => {
  await stage.place(order({ lots: 100 }), order({ lots: 200 }), order({ lots: 300 }))
  await stage.ask<'cancel_spot_order'>({ type: 'cancel_spot_order', commandId: 'cancel', order: { orderNo: 2 } })
  const list = async (reached: OrderStage | null, page = 1, limit = 10, symbol: string | null = 'BTC-USDT') => {
    const listed = await stage.ask<'spot_orders'>({ type: 'spot_orders', symbol, stage: reached, page, limit })
    return listed.ok ? [listed.value.total, ...listed.value.rows.map((row) => row.orderNo)] : listed.refusal.code
  }
  expect(await list(null)).toEqual([3, 3, 2, 1])
  expect(await list('open')).toEqual([2, 3, 1])
  expect(await list('closed')).toEqual([1, 2])
  expect(await list(null, 2, 2)).toEqual([3, 1])
  expect(await list(null, 1, 10, 'ACME-USDT')).toEqual([0])
  expect(await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 9 } })).toMatchObject({
    refusal: { code: 'order_not_found' },
  })
})

scene(
  'Events are numbered without gaps; who missed some gets them, who missed too many gets a snapshot',
  async (stage) => {
    stage.isHeard = true
    await stage.place(order())
    await stage.balances()
    const numbers = stage.heard.map((message) => message.seq)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect(stage.heard.at(-1)).toMatchObject({ type: 'event', spot: { orders: [{ orderNo: 1, state: 'open' }] } })

    const last = numbers.at(-1) ?? 0
    expect(await stage.catchUp(last)).toEqual([])
    expect(await stage.catchUp(last - 1)).toEqual([stage.heard.at(-1)])
    expect(await stage.catchUp(last + 5)).toMatchObject([{ type: 'snapshot', seq: last }])
    expect(await stage.catchUp(null)).toMatchObject([
      {
        type: 'snapshot',
        seq: last,
        balances: [{ assetId: 1 }, { assetId: 3, held: '600000000' }],
        spot: { openOrders: [{ orderNo: 1 }] },
      },
    ])
    await stage.wake()
    expect(await stage.catchUp(last - 1)).toMatchObject([{ type: 'snapshot', seq: last }])
    expect(await stage.catchUp(null, 'somebody')).toBeNull()
  },
)

story('After a gap the snapshot tells what filled and what was cancelled in between', async (stage) => {
  await stage.place(order({ lots: 100 }), order({ lots: 200 }), order({ lots: 300 }))
  stage.clerk.fill(1, { ticks: 600_000, lots: 100, fee: '100' })
  stage.clerk.close(1, 'filled')
  await stage.deliver()
  await stage.ask<'cancel_spot_order'>({
    type: 'cancel_spot_order',
    commandId: stage.commandId(),
    order: { orderNo: 2 },
  })

  await stage.wake()
  expect(await stage.catchUp(1)).toMatchObject([
    {
      type: 'snapshot',
      spot: {
        openOrders: [{ orderNo: 3 }],
        endedOrders: [
          { orderNo: 2, state: 'cancelled' },
          { orderNo: 1, state: 'filled' },
        ],
        fills: [{ orderNo: 1, lots: 100, fee: '100' }],
      },
    },
  ])
})
