// Token applications of one account, from hold to last unlock. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import type { IeoClaimed, IeoRow } from '#party/protocol/ieo'
import type { AccountRequests } from '#party/protocol/account'
import { BTC, CATALOGUE, NOON, type Stage, USDT, scene, story } from '../account/stage'

const DAY = 86_400_000
const TOKEN = { ...USDT, id: 77, code: 'MOONB' }
type Application = Omit<AccountRequests['subscribe_ieo'], 'type' | 'commandId'>

/** 1,000 tokens for 50 USDT; sale ends in an hour, lists a day later, unlocks over three days; `differs` overrides fields. */
const application = (
  differs: Partial<Omit<Application, 'terms'>> & { readonly terms?: Partial<Application['terms']> } = {},
): Application => ({
  projectId: 5,
  quantity: 1_000,
  payAssetId: USDT.id,
  ...differs,
  terms: {
    ...{
      assetId: TOKEN.id,
      mode: 'pro_rata',
      cost: '50000',
      userMax: 2_000,
      lockDays: 3,
      held: '50000000',
      tick: null,
    },
    ...{ endsAt: NOON + 3_600_000, listingAt: NOON + DAY },
    ...differs.terms,
  },
})

function open(stage: Stage): Stage {
  stage.catalogue = { ...CATALOGUE, assets: [...CATALOGUE.assets, TOKEN] }
  return stage
}

const apply = (stage: Stage, differs: Parameters<typeof application>[0] = {}) =>
  open(stage).ask({ type: 'subscribe_ieo', commandId: stage.commandId(), ...application(differs) })

const hear = (stage: Stage, orderNo: number, claimed: IeoClaimed = { isCounted: true, claimNo: 40 + orderNo }) =>
  stage.tell({ type: 'claimed_ieo', orderNo, claimed })

async function find(stage: Stage, orderNo: number): Promise<IeoRow> {
  const found = await stage.ask({ type: 'ieo_order', orderNo })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

const bills = async (stage: Stage): Promise<unknown[]> => {
  const filter = { wallet: null, assetId: null, reason: null, page: 1, limit: 50 }
  const listed = await stage.ask({ type: 'bills', ...filter })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.rows
    .filter(({ reason }) => reason.startsWith('ieo_'))
    .map(({ at, wallet, reason, value }) => [(at - NOON) / DAY, wallet, reason, value])
    .reverse()
}

story(
  'Alice gets 4 of 10 that she applied for: that part is paid, the rest is free, and her tokens come',
  async (stage) => {
    expect(await apply(stage)).toMatchObject({ ok: true, value: { orderNo: 1, state: 'held', held: '50000000' } })
    expect((await stage.balances())['change:3']).toEqual(['950000000', '50000000'])
    await hear(stage, 1)
    await hear(stage, 1)
    expect(await find(stage, 1)).toMatchObject({ state: 'applied', claimNo: 41 })
    stage.now = NOON + 7_200_000
    const allotments = [
      { claim: 41, allotted: 400 },
      { claim: 99, allotted: 1 },
    ]
    // Claim 99 is unknown.
    expect(await stage.tell({ type: 'settle_ieo', allotments })).toEqual({ settled: 1, taken: [41] })
    // Repeats, even with another amount, change nothing.
    expect(await stage.tell({ type: 'settle_ieo', allotments })).toEqual({ settled: 0, taken: [41] })
    const otherwise = [{ claim: 41, allotted: 900 }]
    expect(await stage.tell({ type: 'settle_ieo', allotments: otherwise })).toEqual({ settled: 0, taken: [41] })
    expect(await find(stage, 1)).toMatchObject({ state: 'allotted', allotted: 400, paid: '20000000' })
    expect((await stage.balances())['change:3']).toEqual(['980000000', '0'])
    await stage.ring()
    for (const day of [1, 2, 3, 4, 5]) {
      stage.now = Math.max(stage.now, NOON + day * DAY)
      await stage.ring()
    }
    expect(await find(stage, 1)).toMatchObject({ state: 'done', unlockedDays: 3, unlocked: '400000000' })
    expect((await stage.balances())['change:77']).toEqual(['400000000', '0'])
    const { accounts } = await stage.verify()
    return [await bills(stage), accounts.filter(({ account }) => account === '@house:ieo')]
  },
)

story(
  'what was missed is made good day by day, each entry dated by its day, however often the alarm rings',
  async (stage) => {
    await apply(stage)
    await hear(stage, 1)
    await stage.tell({ type: 'settle_ieo', allotments: [{ claim: 41, allotted: 100 }] })
    // The room slept for weeks.
    stage.now = NOON + 20 * DAY
    await stage.ring()
    await stage.ring()
    const told = await bills(stage)
    expect(told).toEqual([
      [0, 'change', 'ieo_payment', '-5000000'],
      [1, 'earn', 'ieo_delivery', '100000000'],
      ...['33333333', '33333333', '33333334'].flatMap((part, day) => [
        [day + 2, 'earn', 'ieo_unlock', `-${part}`],
        [day + 2, 'change', 'ieo_unlock', part],
      ]),
    ])
    return told
  },
)

story('an allotment that comes after the listing is delivered with the days that have passed', async (stage) => {
  await apply(stage)
  await hear(stage, 1)
  stage.now = NOON + 2.5 * DAY
  await stage.tell({ type: 'settle_ieo', allotments: [{ claim: 41, allotted: 300 }] })
  expect(await find(stage, 1)).toMatchObject({ state: 'unlocking', unlockedDays: 1, deliveredAt: NOON + DAY })
  expect(await stage.balances()).toMatchObject({ 'change:77': ['100000000', '0'], 'earn:77': ['0', '200000000'] })
  return bills(stage)
})

story('who is allotted nothing has everything back, and nothing more comes', async (stage) => {
  await apply(stage)
  await hear(stage, 1)
  await stage.tell({ type: 'settle_ieo', allotments: [{ claim: 41, allotted: 0 }] })
  expect(await find(stage, 1)).toMatchObject({ state: 'done', allotted: 0, paid: '0' })
  stage.now = NOON + 9 * DAY
  await stage.ring()
  return stage.balances()
})

story(
  'where the first come are served, the payment is taken as soon as the directory has counted it',
  async (stage) => {
    const tick = { symbol: 'BTC-USDT', seq: 1, at: NOON, price: '60000.0', source: 'test', previousHash: '', hash: '' }
    await apply(stage, { payAssetId: BTC.id, terms: { mode: 'first_come', held: '83334', tick } })
    expect(await hear(stage, 1)).toMatchObject({ state: 'allotted', allotted: 1_000, paid: '83334' })
    // A repeated allotment list changes nothing.
    expect(await stage.tell({ type: 'settle_ieo', allotments: [{ claim: 41, allotted: 1_000 }] })).toEqual({
      settled: 0,
      taken: [41],
    })
    await stage.ring()
    const paid = [...stage.receipts.values()].find((receipt) => (receipt as { rule: string }).rule === 'ieo-payment-1')
    expect(paid).toMatchObject({ token: 'MOONB', pay: { code: 'BTC' }, held: '83334', paid: '83334', ticks: [tick] })
    return stage.balances()
  },
)

story('what the directory does not count is given back, and never was an application', async (stage) => {
  await apply(stage, { terms: { mode: 'first_come' } })
  expect(await hear(stage, 1, { isCounted: false, cause: 'sold_out', left: 7 })).toMatchObject({
    state: 'refused',
    cause: 'sold_out',
  })
  expect(await hear(stage, 1)).toMatchObject({ state: 'refused' })
  const listed = await stage.ask({ type: 'ieo_orders', projectId: null, page: 1, limit: 10 })
  expect(listed).toMatchObject({ ok: true, value: { rows: [], total: 0 } })
  return stage.balances()
})

story('whoever asked has gone: the account has it counted itself, and asks until it is answered', async (stage) => {
  const asked: string[] = []
  await apply(stage)
  await apply(stage, { quantity: 500, terms: { held: '25000000' } })
  stage.claimSupply = () => Promise.reject(new Error('the directory is away'))
  stage.now = NOON + 60_000
  await stage.ring()
  expect(await find(stage, 1)).toMatchObject({ state: 'held' })
  stage.claimSupply = ({ product, item, ref, quantity }) => {
    asked.push(`${product} ${item} ${ref} ${quantity}`)
    return Promise.resolve(
      quantity === 1_000
        ? { isGranted: true, no: 7, upTo: 1_000 }
        : { isGranted: false, refusal: 'above_user_max', left: 0 },
    )
  }
  await stage.ring()
  await stage.ring()
  expect([...new Set(asked)].sort()).toEqual(['ieo 5 10001:ieo:1 1000', 'ieo 5 10001:ieo:2 500'])
  expect(await find(stage, 1)).toMatchObject({ state: 'applied', claimNo: 7 })
  expect(await find(stage, 2)).toMatchObject({ state: 'refused', cause: 'above_user_max' })
  return stage.balances()
})

story('the same command again is the same application, whatever the price is by then', async (stage) => {
  const first = { ...application({ payAssetId: BTC.id, terms: { held: '83334' } }) }
  const ask = (held: string) =>
    open(stage).ask({ type: 'subscribe_ieo', commandId: 'one', ...first, terms: { ...first.terms, held } })
  const [one, again] = [await ask('83334'), await ask('90000')]
  expect(again).toEqual(one)
  return stage.balances()
})

scene('the account refuses by name, and holds nothing', async (stage) => {
  const refusal = async (differs: Parameters<typeof application>[0]) => {
    const answer = await apply(stage, differs)
    return answer.ok ? null : [answer.refusal.code, answer.refusal.facts]
  }
  expect(await refusal({ terms: { endsAt: NOON } })).toEqual(['ieo_ended', {}])
  expect(await refusal({ quantity: 2_001 })).toEqual(['ieo_above_cap', { max: '2000', left: '2000', asset: 'MOONB' }])
  expect(await refusal({ terms: { held: '1000000001' } })).toMatchObject(['insufficient_available', {}])
  expect(await refusal({ payAssetId: 12_345 })).toEqual(['asset_not_found', {}])
  expect((await stage.balances())['change:3']).toEqual(['1000000000', '0'])
  await apply(stage, { quantity: 1_500 })
  expect(await refusal({ quantity: 501 })).toEqual(['ieo_above_cap', { max: '2000', left: '500', asset: 'MOONB' }])
  for (let count = 1; count < 200; count += 1)
    await apply(stage, { projectId: 6, quantity: 1, terms: { held: '1', userMax: 1_000 } })
  expect(await refusal({ projectId: 7, quantity: 1, terms: { held: '1' } })).toEqual([
    'ieo_orders_above_max',
    { bound: '200' },
  ])
  expect(await stage.ask({ type: 'ieo_order', orderNo: 999 })).toMatchObject({
    refusal: { code: 'ieo_order_not_found' },
  })
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await refusal({ projectId: 8 })).toEqual(['trading_frozen', {}])
})

scene('Alice is told what she was allotted and what was delivered, and her channel hears each step', async (stage) => {
  stage.isHeard = true
  await apply(stage)
  await hear(stage, 1)
  await stage.tell({ type: 'settle_ieo', allotments: [{ claim: 41, allotted: 400 }] })
  stage.now = NOON + DAY
  await stage.ring()
  const heard = stage.heard.flatMap((message) =>
    'ieo' in message && message.ieo ? message.ieo.orders.map(({ state }) => state) : [],
  )
  expect(heard).toEqual(['held', 'applied', 'allotted', 'unlocking'])
  const inbox = await stage.ask({ type: 'messages', kinds: null, page: 1, limit: 10 })
  expect(inbox).toMatchObject({
    value: {
      rows: [
        { kind: 'ieo_delivered', facts: { asset: 'MOONB', amount: '400', days: '3' } },
        {
          kind: 'ieo_allotted',
          facts: { asset: 'MOONB', applied: '1000', amount: '400', paid: '20', returned: '30', quote: 'USDT' },
        },
      ],
    },
  })
})
