// Editing endpoints: an edit passes the checks of creation, and absent fields stay unchanged. Every non-GET route of the API is in
// one of the lists below.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '#api/app'
import { type Person, call, join, ok, seed } from './client'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person
let tora: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  tora = await join('Tora')
  await env.DB.prepare(
    "INSERT INTO trader (user_id, application_id, nickname, words, share, state, applied_at) VALUES (?, 'tora', 'Tora', 'Trends.', '10000000', 'active', 1)",
  )
    .bind(tora.userId)
    .run()
  const form = { from_field: 'change', to_field: 'lever', currency_id: '3', number: '5000' }
  await ok('POST', '/wallet/change', { form, token: alice.token })
})

type Form = Readonly<Record<string, string>>
type Row = Readonly<Record<string, unknown>>

/** Created object: the fields that identify it, and editable fields with new values. */
interface Made {
  readonly named: Form
  readonly fields: Form
}

interface Edit {
  readonly endpoint: string
  readonly make: () => Promise<Made>
  /** Current state, by the names of `fields`. */
  readonly read: (named: Form) => Promise<Row>
  /** Edits that creation would refuse. */
  readonly bad: readonly Form[]
}

const post = <Message>(path: string, form: Form): Promise<Message> =>
  ok<Message>('POST', path, { form, token: alice.token })
const get = <Message>(path: string, query: Form = {}) => ok<Message>('GET', path, { query, token: alice.token })

async function priceAt(percent: number): Promise<string> {
  const [quote] = await get<{ price: string }[]>('/v1/quotes', { symbol: 'BTC-USDT' })
  return ((Number(quote?.price) * percent) / 100).toFixed(1)
}

const CARD = { real_name: 'Alice', bank_name: 'First Bank', bank_account: '12345678', bank_dizhi: 'Main Street 1' }
const TRON = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const addresses = async () => (await get<{ data: Row[] }>('/user/wallet/list')).data
const followings = async () => (await get<{ list: Row[] }>('/v1/copy/followings')).list
const positionOf = async (id: number) =>
  (await get<{ list: Row[] }>('/v1/futures/positions')).list.find((row) => row['position_id'] === id) ?? {}

const EDITS: readonly Edit[] = [
  {
    endpoint: 'PUT /v1/order',
    make: async () => {
      const form = { symbol: 'BTC-USDT', side: 'buy', price: await priceAt(95), quantity: '0.002' }
      const { order_id } = await post<{ order_id: number }>('/v1/order', form)
      return { named: { order_id: String(order_id) }, fields: { quantity: '0.001', price: await priceAt(94) } }
    },
    read: (named) => get('/v1/order', named),
    bad: [{ price: '0.05' }, { price: '1' }, { quantity: '0.000001' }, { quantity: '90000000' }],
  },
  {
    endpoint: 'POST /v1/futures/stops',
    make: async () => {
      const form = { symbol: 'BTC-USDT', direction: 'long', mode: 'isolated', lots: '4', leverage: '10' }
      const { position_id } = await post<{ position_id: number }>('/v1/futures/order', form)
      await waitFor(async () => expect(await positionOf(position_id)).toMatchObject({ state: 'open' }), 20_000)
      const named = { position_id: String(position_id) }
      const stops = { take_profit: await priceAt(103), take_profit_lots: '1', stop_loss: await priceAt(97) }
      await post('/v1/futures/stops', { ...named, ...stops, stop_loss_lots: '2' })
      return { named, fields: { take_profit: await priceAt(104), stop_loss: await priceAt(96) } }
    },
    read: ({ position_id }) => positionOf(Number(position_id)),
    bad: [{ take_profit: '1' }, { stop_loss: '9999999' }, { stop_loss: '50000.05' }],
  },
  {
    endpoint: 'POST /v1/copy/follow',
    make: async () => {
      const named = { trader_id: String(tora.userId), kind: 'multiple', number: '1' }
      await post('/v1/copy/follow', { ...named, margin_max: '200', order_max: '60', loss_max: '40' })
      return { named, fields: { margin_max: '100', order_max: '50', loss_max: '30' } }
    },
    read: async () => (await followings())[0] ?? {},
    bad: [{ margin_max: '0' }, { order_max: '0.0000001' }, { number: '0' }],
  },
  {
    endpoint: 'POST /user/wallet/save',
    make: async () => {
      const form = { currency: '3', type: 'TRC20', address: TRON, name: 'home' }
      if ((await addresses()).length === 0) await post('/user/wallet/save', form)
      const id = String((await addresses())[0]?.['id'])
      return { named: { id, currency: '3', address: TRON }, fields: { name: 'work' } }
    },
    read: async () => (await addresses())[0] ?? {},
    bad: [{ address: `${TRON.slice(0, -1)}X` }, { address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, { type: 'NOWHERE' }],
  },
  {
    endpoint: 'POST /user/cash_save',
    make: async () => {
      await post('/user/cash_save', { ...CARD, bank_code: 'COBADEFF', wechat_account: 'alice_1' })
      const fields = { bank_name: 'Second Bank', bank_code: 'DEUTDEFF', wechat_account: 'alice_2' }
      return { named: {}, fields: { ...fields, bank_account: '87654321' } }
    },
    read: () => post('/user/cash_info', {}),
    bad: [{ bank_account: 'DE89370400440532013001' }, { bank_code: '!' }],
  },
  {
    endpoint: 'POST /user/editNickname',
    make: async () => {
      await post('/user/editNickname', { nickname: 'Alice', signature: 'Slow and steady' })
      return { named: { nickname: 'Alice' }, fields: { signature: 'Steady', nickname: 'Alicia' } }
    },
    read: () => get('/user/info'),
    bad: [{ nickname: '' }, { nickname: 'x'.repeat(41) }],
  },
]

/** Without fields that change with time or price. */
const still = (read: Row): Row =>
  Object.fromEntries(
    Object.entries(read).filter(([name]) => !/_price$|pnl|profit$|equity|risk|value|_at$|usable|time/.test(name)),
  )

describe.each(EDITS)('$endpoint', ({ endpoint, make, read, bad }) => {
  const [method = '', path = ''] = endpoint.split(' ')
  const change = (form: Form) => call(method, path, { form: { lang: 'en', ...form }, token: alice.token })
  const worth = (value: unknown) => Number(value) || value

  it('changes what it names, and nothing else', async () => {
    const { named, fields } = await make()
    for (const [name, value] of Object.entries(fields)) {
      const before = await read(named)
      expect([name, await change({ ...named, [name]: value })]).toMatchObject([name, { type: 'ok' }])
      const after = await read(named)
      expect([name, worth(after[name])]).toEqual([name, worth(value)])
      const isOther = (other: string) => other !== name && other in fields
      for (const other of Object.keys(fields).filter(isOther)) expect([name, other, after[other]]).toEqual([name, other, before[other]]) // prettier-ignore
      expect(still({ ...after, [name]: null })).toEqual(still({ ...before, [name]: null }))
    }
  })

  it('refuses what making it refuses, and changes nothing', async () => {
    const { named } = await make()
    const before = still(await read(named))
    for (const form of bad) expect([form, await change({ ...named, ...form })]).toMatchObject([form, { type: 'error' }])
    expect(still(await read(named))).toEqual(before)
  })
})

it('a bank account that changes takes the IBAN with it that said the same', async () => {
  await post('/user/cash_save', { ...CARD, bank_account: 'DE89370400440532013000', iban: 'DE89370400440532013000' })
  await post('/user/cash_save', { bank_account: '12345678' })
  expect(await post('/user/cash_info', {})).toMatchObject({ bank_account: '12345678', iban: '', real_name: 'Alice' })
})

/** Old-wire names of the endpoints above, and edits whose fields are all required. */
const WHOLE = [
  'POST /follow/follow',
  'POST /lever/setstop',
  'POST /safe/email',
  'POST /safe/mobile',
  'POST /safe/update_password',
  'POST /user/cash_save_international',
  'POST /user/changeFundPassword',
  'POST /user/changePassword',
  'POST /user/forget',
  'POST /user/uploadHeadPortrait',
  'POST /v1/limits',
  'POST /v1/mining/renewal',
  'PUT /v1/messages/preferences',
  'PUT /v1/messages/quiet-hours',
]

/** Endpoints that create, end, move or read something; none edits part of an object. */
const ACTS = [
  'POST /user/cash_delete',
  'POST /user/cash_delete_international',
  'DELETE /v1/alerts',
  'DELETE /v1/conditional/order',
  'DELETE /v1/conditional/orders',
  'DELETE /v1/futures/order',
  'DELETE /v1/messages',
  'DELETE /v1/order',
  'DELETE /v1/orders',
  'POST /area_code',
  'POST /bind_box/auctionNFT',
  'POST /bind_box/buyNFT',
  'POST /bind_box/collect',
  'POST /bind_box/getBindBoxQuotationLog',
  'POST /bind_box/getMyBindBoxQuotationLog',
  'POST /bind_box/getNeedPayNFTOrder',
  'POST /bind_box/marginNFT',
  'POST /bind_box/openBlindBox',
  'POST /bind_box/payNFTOrder',
  'POST /bind_box/readNFTOrderMessage',
  'POST /bind_box/resellNFT',
  'POST /coin/trade',
  'POST /dual/buyDual',
  'POST /dual/dual_list',
  'POST /follow/cancel',
  'POST /follow/selfHolding',
  'POST /lever/batch_close',
  'POST /lever/cancel',
  'POST /lever/close',
  'POST /lever/deal',
  'POST /lever/dealall',
  'POST /lever/my_trade',
  'POST /lever/submit',
  'POST /lh/deposit',
  'POST /lh/deposit/order/cancel',
  'POST /loan/submit',
  'POST /microtrade/submit',
  'POST /news/detail',
  'POST /news/list',
  'POST /optional/add',
  'POST /optional/del',
  'POST /project/order',
  'POST /recharge/cancel',
  'POST /sms_mail',
  'POST /sms_send',
  'POST /upload',
  'POST /user/Transfer',
  'POST /user/cash_info',
  'POST /user/cash_info_international',
  'POST /user/check_email',
  'POST /user/check_mobile',
  'POST /user/getTransferFee',
  'POST /user/getTransferList',
  'POST /user/login',
  'POST /user/real',
  'POST /user/register',
  'POST /user/wallet/delete',
  'POST /user/withdraw/cancel',
  'POST /v1/agents/approve',
  'POST /v1/agents/refuse',
  'POST /v1/alerts/fill',
  'POST /v1/alerts/liquidation',
  'POST /v1/alerts/move',
  'POST /v1/alerts/price',
  'POST /v1/buy/cancel',
  'POST /v1/buy/checkout',
  'POST /v1/buy/order',
  'POST /v1/buy/quote',
  'POST /v1/buy/voucher',
  'POST /v1/chat/hide',
  'POST /v1/chat/message',
  'POST /v1/cancel-all-after',
  'POST /v1/chat/report',
  'POST /v1/account/close',
  'POST /v1/account/export',
  'POST /v1/chat/show',
  'POST /v1/conditional/entry',
  'POST /v1/conditional/order',
  'POST /v1/copy/apply',
  'POST /v1/copy/cancel',
  'POST /v1/copy/self-hold',
  'POST /v1/copy/stop-trading',
  'POST /v1/coupons/claim',
  'POST /v1/coupons/use',
  'POST /v1/futures/close',
  'POST /v1/futures/close-many',
  'POST /v1/futures/margin',
  'POST /v1/futures/order',
  'POST /v1/futures/reverse',
  'POST /v1/game/round',
  'POST /v1/game/seed',
  'POST /v1/ieo/order',
  'POST /v1/invest/buy',
  'POST /v1/limits/keep',
  'POST /v1/loan/repay',
  'POST /v1/loan/request',
  'POST /v1/loan/withdraw',
  'POST /v1/messages/read-all',
  'POST /v1/mining/lock',
  'POST /v1/mining/redeem',
  'POST /v1/nft/apply',
  'POST /v1/nft/bid',
  'POST /v1/nft/favourite',
  'POST /v1/nft/media',
  'POST /v1/nft/opening',
  'POST /v1/nft/payment',
  'POST /v1/nft/purchase',
  'POST /v1/nft/sale',
  'POST /v1/nft/submission',
  'POST /v1/options/order',
  'POST /v1/options/proposal-order',
  'POST /v1/options/proposals',
  'POST /v1/order',
  'POST /v1/orders',
  'POST /v1/quiz/bet',
  'POST /v1/quiz/objection',
  'POST /v1/support/message',
  'POST /v1/support/rating',
  'POST /v1/support/thread',
  'POST /v1/support/typing',
  'POST /v1/transfer',
  'POST /wallet/change',
  'POST /wallet/charge_req',
  'POST /wallet/detail',
  'POST /wallet/get_in_address',
  'POST /wallet/get_info',
  'POST /wallet/legal_log',
  'POST /wallet/list',
  'POST /wallet/out',
  'PUT /coin/trade',
]

it('every route that does something is a row above, or changes or does a whole thing', () => {
  const doing = routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  const known = [...EDITS.map(({ endpoint }) => endpoint), ...WHOLE, ...ACTS]
  expect(doing.filter((route) => !known.includes(route))).toEqual([])
  expect(known.filter((route) => !doing.includes(route))).toEqual([])
})
