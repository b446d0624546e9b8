// Walks every endpoint of the wire contract that works in this version, as an old client would call it,
// and checks names, nesting and types against literals taken from the contract.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#api/app'
import { LANGUAGES } from '#domain/language'
import { callAccountAsSystem } from '#services/account-room'
import { notify } from '#services/messages'
import { type Person, PASSWORD, asClientsSend, call, register, lastCode, ok, seed } from './client'
import { makeCoupon } from '../desk/coupon-makers'
import { makeJpeg, pictureForm } from '../kit/pictures'
import { type Shape, faults, fields, listOf, oneOf, orNull } from './shape'
import { waitFor } from '../kit/wait-for'

const BTC = '1'
const ETH = '2'
const USDT = '3'
/** TRON's burn address, which has no owner. */
const TRON_ADDRESS = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'

let alice: Person
let price: string

/** Contract fields of a wallet's balance row. */
const balance = (wallet: string): Shape =>
  fields({
    id: 'integer',
    currency: 'integer',
    currency_name: 'filled',
    usdt_price: 'decimal8',
    [`${wallet}_balance`]: 'decimal8',
    [`lock_${wallet}_balance`]: 'decimal8',
  })
const block = (wallet: string): Shape =>
  fields({ balance: listOf(balance(wallet), 1), totle: 'decimal8', usdt_totle: 'decimal8', CNY: 'text' })
const bill = fields({
  id: 'integer',
  value: 'signed8',
  currency_name: 'filled',
  created_time: 'date',
  info: 'sentence',
  transaction_info: 'sentence',
  before: 'decimal8',
  after: 'decimal8',
  type: oneOf(1, 2, 3, 4, 5, 6),
})
const shortPaginator = (row: Shape, atLeast = 0): Shape =>
  fields({ data: listOf(row, atLeast), page: 'integer', pages: 'integer', total: 'integer' })
const paginator = (row: Shape): Shape =>
  fields({
    current_page: 'integer',
    data: listOf(row, 1),
    first_page_url: 'filled',
    from: 'integer',
    last_page: 'integer',
    last_page_url: 'filled',
    next_page_url: orNull('filled'),
    path: 'filled',
    per_page: 'integer',
    prev_page_url: orNull('filled'),
    to: 'integer',
    total: 'integer',
  })
const currency = {
  id: 'integer',
  name: 'filled',
  logo: 'text',
  is_legal: 'flag',
  is_lever: 'flag',
  is_match: 'flag',
  is_micro: 'flag',
} as const
const listedCurrency = fields({ ...currency, min_number: 'decimal', rate: 'decimal', price: 'decimal8' })
const quotation = fields({
  id: 'integer',
  match_id: 'integer',
  legal_id: 'integer',
  currency_id: 'integer',
  currency_name: 'filled',
  legal_name: 'filled',
  now_price: 'decimal',
  change: 'percent',
  volume: 'decimal',
  logo: 'text',
  sort: 'integer',
  is_display: 'flag',
  market_from: oneOf(1, 2, 3),
  open_transaction: 'flag',
  open_lever: 'flag',
  open_microtrade: 'flag',
  open_coin_trade: 'flag',
  lever_share_num: 'decimal',
  lever_trade_fee: 'decimal',
  spread: 'decimal',
  overnight: 'decimal',
  lever_min_share: 'decimal',
  lever_max_share: 'decimal',
  micro_trade_fee: 'decimal',
})
const article = { id: 'integer', title: 'filled', content: 'filled' } as const
const standingText = fields({ title: 'filled', content: 'filled' })
const coinOrder = fields({
  id: 'integer',
  type: oneOf(1, 2),
  symbol: 'filled',
  target_price: 'decimal8',
  trade_price: 'decimal8',
  trade_amount: 'decimal8',
  charge_fee: 'decimal8',
  status: oneOf(1, 2, 3),
  created_at: 'date',
})

const bookLevel = fields({ price: 'decimal8', number: 'decimal8' })
const leverPosition = fields({
  id: 'integer',
  type: oneOf(1, 2),
  user_id: 'integer',
  currency: 'integer',
  legal: 'integer',
  symbol: 'filled',
  origin_price: 'decimal8',
  price: 'decimal8',
  update_price: 'decimal8',
  share: 'integer',
  number: 'decimal8',
  multiple: 'integer',
  origin_caution_money: 'decimal8',
  caution_money: 'decimal8',
  trade_fee: 'decimal8',
  overnight: 'decimal8',
  overnight_money: 'decimal8',
  target_profit_price: 'decimal8',
  stop_loss_price: 'decimal8',
  profits: 'signed8',
  fact_profits: 'signed8',
  status: oneOf(0, 1, 2, 3, 4),
  order_type: oneOf(1, 2),
  time: 'date',
  transaction_time: 'date',
  handle_time: 'date',
  complete_time: 'date',
  status_name: 'filled',
  type_name: 'filled',
})
const PROJECT = {
  id: 'integer',
  title: 'filled',
  summary: 'filled',
  currency_id: 'integer',
  currency_name: 'filled',
  pay_currency_id: 'integer',
  pay_currency_name: 'filled',
  amount: 'decimal8',
  total_sell: 'decimal8',
  percentage: 'number',
  day: 'integer',
  time_status: oneOf(1, 2, 3),
  start_at: 'filled',
  end_at: 'filled',
  logo: 'filled',
} as const
const project = fields(PROJECT)
const projectOrder = fields({
  id: 'integer',
  name: 'filled',
  coin_amount: 'decimal8',
  give_amount: 'decimal8',
  created_at: 'date',
  sell_begin: 'date',
  status: oneOf(1, 2, 3),
})
const microOrder = fields({
  id: 'integer',
  user_id: 'integer',
  match_id: 'integer',
  currency_id: 'integer',
  type: oneOf(1, 2),
  symbol_name: 'filled',
  currency_name: 'filled',
  seconds: 'integer',
  number: 'decimal8',
  fee: 'decimal8',
  profit_ratio: 'decimal',
  open_price: 'decimal8',
  end_price: 'decimal8',
  fact_profits: 'signed8',
  status: oneOf(1, 3),
  profit_result: oneOf(-1, 0, 1),
  remain_milli_seconds: 'integer',
  created_at: 'date',
  handled_at: 'date',
  type_name: 'filled',
  status_name: 'filled',
})
const dualRow = fields({
  id: 'integer',
  name: 'filled',
  type: oneOf('call', 'put'),
  currency_id: 'integer',
  currency_name: 'filled',
  rate: 'decimal',
  exercise_price: 'decimal8',
  start_time: 'filled',
  end_time: 'filled',
  total_number: 'integer',
  purchased_number: 'integer',
  remaining_number: 'integer',
  user_limit: 'integer',
  status: oneOf(0, 1),
})
const CONTRACT = { currency_id: BTC, legal_id: USDT }

const fundLever = (to_field: 'lever' | 'micro' = 'lever') =>
  ok('POST', '/wallet/change', {
    form: { from_field: 'change', to_field, currency_id: USDT, number: '500' },
    token: alice.token,
  })

let tora: Person | null = null
/** A trader with her own account, admitted by the desk. */
async function traderId(): Promise<string> {
  if (tora) return String(tora.userId)
  tora = await register('Tora')
  const { userId, token } = tora
  await env.DB.prepare(
    "INSERT INTO trader (user_id, application_id, nickname, words, share, state, applied_at) VALUES (?, 'a', 'Tora', 'Slowly and with stops', '0', 'active', 1)",
  )
    .bind(userId)
    .run()
  await callAccountAsSystem(env, userId, { type: 'open_trader', userId })
  const form = { from_field: 'change', to_field: 'lever', currency_id: '3', number: '1000' }
  await ok('POST', '/wallet/change', { form, token })
  await fundLever()
  return String(userId)
}

/** The number of Alice's copy of a trade, which Tora has closed when it is answered. */
async function copiedId(): Promise<string> {
  const token = tora?.token
  const form = { symbol: 'BTC-USDT', direction: 'long', lots: '5', leverage: '10' }
  await waitFor(async () => {
    const trader = { query: { trader_id: String(tora?.userId) } }
    const { statistics } = await ok<{ statistics: { followers: number } }>('GET', '/v1/copy/trader', trader)
    expect(statistics.followers).toBe(1)
  })
  const { position_id } = await ok<{ position_id: number }>('POST', '/v1/futures/order', { form, token })
  const id = await waitFor(async () => {
    const { list } = await ok<{ list: { position_id: number; price: string | null }[] }>('GET', '/v1/copy/copies', {
      token: alice.token,
    })
    expect(list[0]?.price).toEqual(expect.any(String))
    return String(list[0]?.position_id)
  })
  // The copy is handed over before the trade ends; another test covers the other ends.
  await ok('POST', '/v1/copy/self-hold', { form: { position_id: id }, token: alice.token })
  await ok('POST', '/v1/futures/close', { form: { position_id: String(position_id) }, token })
  await ok('POST', '/v1/futures/order', { form, token })
  return waitFor(async () => {
    const { list } = await ok<{ list: { position_id: number | null; self_held: boolean }[] }>(
      'GET',
      '/v1/copy/copies',
      {
        token: alice.token,
      },
    )
    expect(list[0]).toMatchObject({ self_held: false, position_id: expect.any(Number) as unknown })
    return String(list[0]?.position_id)
  })
}

async function leverId(status: '0' | '1'): Promise<string> {
  const { message } = await ok<{ message: { data: { id: number }[] } }>('POST', '/lever/my_trade', {
    form: { ...CONTRACT, status, page: '1' },
    token: alice.token,
  })
  return String(message.data[0]?.id)
}

const v1Order = fields({
  order_id: 'integer',
  client_order_id: orNull('filled'),
  symbol: 'filled',
  side: oneOf('buy', 'sell'),
  kind: oneOf('limit', 'market'),
  price: 'decimal',
  quantity: 'decimal',
  state: oneOf('pending', 'open', 'filled', 'cancelled', 'rejected'),
  filled_quantity: 'decimal',
  filled_quote: 'decimal',
  average_price: 'decimal8',
  fee: 'decimal',
  fee_currency: 'filled',
  opened_at: 'integer',
})

interface Case {
  readonly method: string
  readonly path: string
  readonly fields?: () => Record<string, string> | Promise<Record<string, string>>
  readonly isPrivate?: boolean
  /** A picture, in place of fields. */
  readonly picture?: () => Uint8Array<ArrayBuffer>
  readonly shape: Shape
}

/** Reference of the caller's own uploaded picture. */
const uploaded = (token: string): Promise<string> =>
  ok<string>('POST', '/upload', { body: pictureForm(makeJpeg()), token })

/** In an order in which each case finds its preconditions. */
const CASES: readonly Case[] = [
  {
    method: 'GET',
    path: '/getSetting',
    fields: () => ({ keyword: 'version' }),
    shape: fields({ id: 'integer', key: oneOf('version'), value: 'filled' }),
  },
  {
    method: 'GET',
    path: '/getSiteConfig',
    shape: fields({ site_name: 'filled', site_logo: 'text', down_logo: 'text', sharar_radio: oneOf('0', '1') }),
  },
  { method: 'GET', path: '/news/index_pop', shape: orNull(fields(article)) },
  {
    method: 'POST',
    path: '/news/list',
    fields: () => ({ c_id: '4' }),
    shape: fields({
      list: listOf(
        fields({
          id: 'integer',
          title: 'filled',
          cover: 'text',
          thumbnail: 'text',
          abstract: 'text',
          create_time: 'date',
        }),
        1,
      ),
      count: 'integer',
      page: 'integer',
      limit: 'integer',
      version: 'text',
    }),
  },
  {
    method: 'POST',
    path: '/news/detail',
    fields: async () => ({ id: await firstNewsId() }),
    shape: fields({ ...article, create_time: 'date' }),
  },
  {
    method: 'GET',
    path: '/menu',
    shape: listOf(
      fields({
        id: 'integer',
        title: 'filled',
        icon: 'filled',
        url: 'text',
        open_type: oneOf('navigateTo', 'redirectTo', 'reLaunch', 'switchTab'),
        is_financial: 'flag',
        sort: 'integer',
        show: 'flag',
      }),
      1,
    ),
  },
  { method: 'GET', path: '/faq', shape: standingText },
  { method: 'GET', path: '/contactus', shape: standingText },
  { method: 'GET', path: '/aboutus', shape: standingText },
  { method: 'GET', path: '/operational_compliance', shape: standingText },
  {
    method: 'POST',
    path: '/area_code',
    shape: listOf(fields({ id: 'integer', name: 'filled', area_code: 'filled' }), 9),
  },

  {
    method: 'POST',
    path: '/sms_mail',
    fields: () => ({ user_string: 'nora@example.com', scene: 'register' }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/check_email',
    fields: async () => ({ user_string: 'nora@example.com', email_code: await lastCode('nora@example.com') }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/register',
    fields: async () => ({
      user_string: 'nora@example.com',
      code: await lastCode('nora@example.com'),
      password: PASSWORD,
      re_password: PASSWORD,
      extension_code: '',
      type: 'email',
    }),
    shape: 'sentence',
  },
  { method: 'POST', path: '/sms_send', fields: () => ({ area_code: '81', mobile: '9012345678' }), shape: 'sentence' },
  {
    method: 'POST',
    path: '/user/check_mobile',
    fields: async () => ({ user_string: '9012345678', area_code: '81', mobile_code: await lastCode('+819012345678') }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/forget',
    fields: async () => {
      await ok('POST', '/sms_mail', { form: { user_string: 'nora@example.com', type: 'forget' } })
      const code = await lastCode('nora@example.com')
      return { account: 'nora@example.com', password: 'another horse', repassword: 'another horse', code }
    },
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/login',
    fields: () => ({ user_string: 'nora@example.com', password: 'another horse' }),
    shape: 'filled',
  },
  {
    method: 'GET',
    path: '/user/info',
    isPrivate: true,
    shape: fields({
      id: 'integer',
      account_number: 'filled',
      email: 'filled',
      phone: 'text',
      nickname: 'text',
      head_portrait: 'text',
      score: 'integer',
      level: 'integer',
      extension_code: 'filled',
      review_status: oneOf(0, 1, 2),
      name: 'text',
      is_seller: 'flag',
    }),
  },

  {
    method: 'GET',
    path: '/real/state',
    isPrivate: true,
    shape: fields({
      real_status: oneOf(0),
      review_status: oneOf(0),
      advanced_review_status: oneOf(0),
      real_data: oneOf(null),
    }),
  },
  {
    method: 'POST',
    path: '/user/real',
    isPrivate: true,
    fields: async () => {
      await bindMobile(alice, '+819011112222')
      return { real_type: '1', id_type: '1', name: 'Alice Example', card_id: 'TK1234567' }
    },
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/real/state',
    isPrivate: true,
    shape: fields({
      real_status: oneOf(1),
      review_status: oneOf(1),
      advanced_review_status: oneOf(0),
      real_data: fields({
        id_type: oneOf(1),
        name: oneOf('Alice Example'),
        card_id: 'filled',
        front_pic: 'text',
        reverse_pic: 'text',
      }),
    }),
  },
  {
    method: 'GET',
    path: '/mailMessage/getList',
    isPrivate: true,
    fields: async () => {
      await leaveMessage(alice)
      return {}
    },
    shape: fields({
      list: listOf(fields({ id: 'integer', title: 'filled', abstract: 'filled', create_time: 'date' }), 1),
    }),
  },
  { method: 'GET', path: '/mailMessage/getCount', isPrivate: true, shape: oneOf(1) },
  {
    method: 'GET',
    path: '/mailMessage/detail',
    isPrivate: true,
    fields: async () => ({ id: await newestMessageId() }),
    shape: fields({ id: 'integer', title: 'filled', content: 'filled', create_time: 'date', is_read: oneOf(1) }),
  },

  {
    method: 'GET',
    path: '/currency/list',
    shape: fields({ currency: listOf(listedCurrency, 12), legal: listOf(listedCurrency, 1) }),
  },
  { method: 'GET', path: '/currency/legales', shape: listOf(fields({ currency_code: 'filled', rate: 'decimal' }), 2) },
  {
    method: 'GET',
    path: '/currency/quotation_new',
    shape: listOf(fields({ ...currency, quotation: listOf(quotation, 1) }), 2),
  },
  {
    method: 'GET',
    path: '/currency/user_currency_list',
    isPrivate: true,
    shape: listOf(
      fields({
        ...currency,
        wallet: fields({
          legal_balance: 'decimal8',
          change_balance: 'decimal8',
          lever_balance: 'decimal8',
          micro_balance: 'decimal8',
        }),
      }),
      1,
    ),
  },

  {
    method: 'POST',
    path: '/optional/add',
    isPrivate: true,
    fields: () => ({ currency_id: ETH }),
    shape: fields({ id: 'integer' }),
  },
  {
    method: 'GET',
    path: '/optional/list',
    isPrivate: true,
    shape: listOf(fields({ id: 'integer', currency_id: oneOf(2) }), 1),
  },
  {
    method: 'POST',
    path: '/optional/del',
    isPrivate: true,
    fields: async () => ({ id: await firstWatchId() }),
    shape: 'sentence',
  },

  {
    method: 'POST',
    path: '/wallet/list',
    isPrivate: true,
    fields: () => ({ currency_name: '' }),
    shape: fields({
      legal_wallet: block('legal'),
      change_wallet: block('change'),
      lever_wallet: block('lever'),
      micro_wallet: block('micro'),
      ExRate: 'decimal',
      is_open_CTbi: 'flag',
    }),
  },
  {
    method: 'POST',
    path: '/wallet/detail',
    isPrivate: true,
    fields: () => ({ currency: USDT, type: 'change' }),
    shape: fields({
      id: 'integer',
      currency: oneOf(3),
      currency_name: oneOf('USDT'),
      usdt_price: oneOf('1.00000000'),
      address: 'text',
      change_balance: 'decimal8',
      lock_change_balance: 'decimal8',
      ExRate: 'decimal',
      is_charge: 'flag',
      // USDT is a traded coin too: fee 0.1 percent, as for every pair on the first day.
      coin_trade_fee: oneOf('0.100000'),
    }),
  },
  {
    method: 'POST',
    path: '/wallet/change',
    isPrivate: true,
    fields: () => ({ currency_id: USDT, number: '5', from_field: 'change', to_field: 'lever' }),
    shape: 'sentence',
  },
  { method: 'GET', path: '/wallet/hzhistory', isPrivate: true, fields: () => ({ page: '1' }), shape: paginator(bill) },
  {
    method: 'POST',
    path: '/wallet/legal_log',
    isPrivate: true,
    fields: () => ({ currency: '0', type: '0', page: '1' }),
    shape: fields({ list: listOf(bill, 2), count: 'integer', limit: 'integer', is_open_CTbi: 'flag' }),
  },
  { method: 'GET', path: '/wallet/getRateCurrency', fields: () => ({ id: BTC }), shape: fields({ rmb: 'decimal8' }) },
  {
    method: 'POST',
    path: '/wallet/get_info',
    isPrivate: true,
    fields: () => ({ currency: USDT }),
    shape: fields({
      rate: 'decimal8',
      min_number: 'decimal8',
      name: oneOf('USDT'),
      legal_balance: 'decimal8',
      change_balance: 'decimal8',
    }),
  },
  {
    method: 'POST',
    path: '/wallet/get_in_address',
    isPrivate: true,
    fields: () => ({ currency: USDT, user_id: String(alice.userId) }),
    shape: fields({ erc20: 'filled', trc20: 'filled' }),
  },
  {
    method: 'POST',
    path: '/wallet/get_in_address',
    isPrivate: true,
    fields: () => ({ currency: BTC, user_id: String(alice.userId) }),
    shape: 'filled',
  },
  {
    method: 'POST',
    path: '/wallet/charge_req',
    isPrivate: true,
    fields: async () => ({ account: await ownVoucher(), amount: '25', currency: USDT, type: '0', sub_type: 'TRC20' }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/recharge/log',
    isPrivate: true,
    fields: () => ({ page: '1', limit: '10' }),
    shape: shortPaginator(
      fields({
        id: 'integer',
        name: oneOf('USDT'),
        amount: 'decimal8',
        status: oneOf(1, 2, 3),
        created_at: 'date',
        user_account: 'text',
      }),
      1,
    ),
  },
  {
    method: 'POST',
    path: '/user/wallet/save',
    isPrivate: true,
    fields: () => ({ currency: USDT, name: 'home', address: TRON_ADDRESS, qrcode: '' }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/user/wallet/list',
    isPrivate: true,
    fields: () => ({ page: '1', limit: '99999' }),
    shape: shortPaginator(
      fields({
        id: 'integer',
        currency: oneOf(3),
        name: oneOf('home'),
        address: oneOf(TRON_ADDRESS),
        qrcode: 'text',
        type: oneOf('TRC20'),
        update_time: 'date',
      }),
      1,
    ),
  },
  {
    method: 'POST',
    path: '/wallet/out',
    isPrivate: true,
    fields: async () => {
      await makeReadyToWithdraw()
      return { currency: USDT, number: '50', rate: '5', address: TRON_ADDRESS, type: '0', pay_password: PASSWORD }
    },
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/user/withdraw/list',
    isPrivate: true,
    fields: () => ({ page: '1', limit: '10' }),
    shape: shortPaginator(
      fields({
        id: 'integer',
        number: 'decimal8',
        name: oneOf('USDT'),
        create_time: 'date',
        status: oneOf(1),
        status_text: 'filled',
      }),
      1,
    ),
  },
  {
    method: 'POST',
    path: '/user/withdraw/cancel',
    isPrivate: true,
    fields: async () => ({ id: await lastId('withdrawal') }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/recharge/cancel',
    isPrivate: true,
    fields: async () => ({ id: await lastId('deposit') }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/wallet/delete',
    isPrivate: true,
    fields: async () => ({ id: await lastId('saved_address'), pay_password: PASSWORD }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/cash_save',
    isPrivate: true,
    fields: () => ({ real_name: 'Alice', bank_name: 'First Bank', bank_account: '1234 5678 90', bank_dizhi: 'Osaka' }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/cash_info',
    isPrivate: true,
    shape: fields({
      real_name: oneOf('Alice'),
      bank_name: oneOf('First Bank'),
      bank_account: oneOf('1234567890'),
      bank_dizhi: oneOf('Osaka'),
      banks: listOf('text'),
    }),
  },
  {
    method: 'POST',
    path: '/user/cash_save_international',
    isPrivate: true,
    fields: () => ({
      'data[0]': 'DE89370400440532013000',
      'data[1]': 'Alice',
      'data[2]': 'First Bank',
      'data[3]': 'Main',
      'data[4]': 'COBADEFFXXX',
      'data[5]': '',
      'data[6]': 'Berlin',
      'data[7]': '+4930123456',
      'data[8]': 'Some street 1',
    }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/cash_info_international',
    isPrivate: true,
    shape: fields({ forms: listOf('filled', 9), data: listOf('text', 9), bank_account: 'filled' }),
  },
  {
    method: 'POST',
    path: '/user/cash_delete',
    isPrivate: true,
    fields: () => ({ pay_password: PASSWORD }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/cash_delete_international',
    isPrivate: true,
    fields: () => ({ pay_password: PASSWORD }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/getTransferList',
    isPrivate: true,
    shape: fields({
      transfer: listOf(fields({ id: 'integer', name: 'filled' }), 2),
      wallet: listOf(fields({ currency: 'integer', change_balance: 'decimal8' }), 2),
    }),
  },
  {
    method: 'POST',
    path: '/user/getTransferFee',
    isPrivate: true,
    fields: () => ({ from_currency_id: USDT, to_currency_id: BTC }),
    shape: fields({ form_price: 'decimal', to_price: 'decimal', fee: 'decimal' }),
  },
  {
    method: 'POST',
    path: '/user/Transfer',
    isPrivate: true,
    fields: () => ({ number: '20', from_currency_id: USDT, to_currency_id: BTC }),
    shape: 'sentence',
  },

  {
    method: 'POST',
    path: '/coin/trade',
    isPrivate: true,
    fields: () => ({ currency_id: BTC, legal_id: USDT, type: '1', amount: '0.01', target_price: price }),
    shape: oneOf(''),
  },
  {
    method: 'GET',
    path: '/coin/list',
    isPrivate: true,
    fields: () => ({ page: '1', limit: '10' }),
    shape: listOf(coinOrder, 1),
  },
  {
    method: 'PUT',
    path: '/coin/trade',
    isPrivate: true,
    fields: async () => ({ id: await openOrderId() }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/project',
    fields: () => ({ page: '1', limit: '10' }),
    shape: fields({ list: listOf(project, 3) }),
  },
  {
    method: 'GET',
    path: '/project/detail',
    fields: async () => ({ project_id: await openSale() }),
    shape: fields({
      info: fields({
        ...PROJECT,
        price: 'decimal8',
        btc_price: orNull('decimal8'),
        eth_price: orNull('decimal8'),
        content: 'filled',
        link: 'text',
        white_book: 'text',
        min: 'decimal8',
        user_has_money: 'decimal8',
      }),
      order_info: orNull(projectOrder),
      sell_order: orNull(listOf(projectOrder)),
    }),
  },
  {
    method: 'POST',
    path: '/project/order',
    isPrivate: true,
    fields: async () => ({ project_id: await openSale(), amount: '10', pay_currency: 'USDT', price: '0.5' }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/user/project/order',
    isPrivate: true,
    fields: () => ({ page: '1', limit: '10' }),
    shape: shortPaginator(projectOrder, 1),
  },
  {
    method: 'GET',
    path: '/microtrade/seconds',
    shape: listOf(
      fields({
        id: 'integer',
        seconds: 'integer',
        profit_ratio: 'decimal',
        min_amount: 'decimal',
        max_amount: 'decimal',
        status: oneOf(0, 1),
      }),
      1,
    ),
  },
  { method: 'GET', path: '/microtrade/nums', shape: listOf(fields({ number: 'filled' }), 1) },
  {
    method: 'GET',
    path: '/microtrade/payable_currencies',
    shape: listOf(
      fields({
        id: 'integer',
        name: 'filled',
        micro_numbers: listOf(fields({ number: 'filled' }), 1),
        micro_trade_fee: 'decimal8',
        micro_holdtrade_max: 'integer',
        user_wallet: orNull(fields({ micro_balance: 'decimal8', micro_with_insurance: 'decimal8' })),
        insurance_types: listOf('text'),
        user_insurance: orNull('text'),
      }),
      3,
    ),
  },
  {
    method: 'POST',
    path: '/microtrade/submit',
    isPrivate: true,
    fields: async () => {
      await fundLever('micro')
      return { match_id: '1', currency_id: USDT, type: '1', seconds: '60', number: '10' }
    },
    shape: microOrder,
  },
  {
    method: 'GET',
    path: '/microtrade/lists',
    isPrivate: true,
    fields: () => ({ match_id: '1', status: '1', page: '1', limit: '5' }),
    shape: paginator(microOrder),
  },
  {
    method: 'GET',
    path: '/microtrade/get_result',
    isPrivate: true,
    fields: () => ({ id: '1' }),
    shape: microOrder,
  },
  {
    method: 'GET',
    path: '/lh/deposit/config',
    shape: listOf(
      fields({
        id: 'integer',
        currency_id: 'integer',
        currency_name: 'filled',
        currency_logo: 'filled',
        day: 'integer',
        interest_rate: 'decimal',
        save_min: 'decimal',
        intro: 'filled',
      }),
      1,
    ),
  },
  {
    method: 'GET',
    path: '/dual/index',
    fields: () => ({ currency_id: BTC, type: 'call' }),
    shape: fields({ dual_currencys: listOf(dualRow, 1) }),
  },
  { method: 'GET', path: '/dual/detail', fields: () => ({ id: '1' }), shape: dualRow },
  {
    method: 'POST',
    path: '/dual/buyDual',
    isPrivate: true,
    fields: () => ({ id: '1', num: '1' }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/dual/dual_list',
    isPrivate: true,
    fields: () => ({ currency: BTC, type: 'call', status: '1', page: '1' }),
    shape: fields({
      list: listOf(
        fields({
          id: 'integer',
          name: 'filled',
          type: oneOf('call', 'put'),
          currency_name: 'filled',
          exercise_price: 'decimal8',
          order_rate: 'decimal',
          remaining_number: 'integer',
          number: 'integer',
          price: 'decimal8',
          total: 'decimal8',
          day: 'integer',
          end_time: 'filled',
          create: 'integer',
          created: 'date',
          status: oneOf(0, 1, 2, 3),
          success: 'decimal8',
          success_currency: 'text',
        }),
        1,
      ),
      limit: 'integer',
    }),
  },
  {
    method: 'POST',
    path: '/lh/deposit',
    isPrivate: true,
    fields: () => ({ config_id: '2', amount: '100' }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/lh/deposit/order',
    isPrivate: true,
    fields: () => ({ page: '1', limit: '10' }),
    shape: fields({
      order_list: listOf(
        fields({
          id: 'integer',
          currency_name: 'filled',
          amount: 'decimal8',
          day_rate: 'decimal',
          total_interest: 'decimal8',
          start_at: 'filled',
          end_at: 'filled',
          status: oneOf(1, 2),
          cancel_fee: 'number',
        }),
        1,
      ),
    }),
  },
  {
    method: 'POST',
    path: '/lh/deposit/order/cancel',
    isPrivate: true,
    fields: () => ({ id: '1' }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/loan/getCodelist',
    shape: fields({ loanMechanism: listOf(fields({ currency_id: 'integer', currency_code: 'filled' }), 4) }),
  },
  {
    method: 'GET',
    path: '/loan/getBorroWingByCode',
    fields: () => ({ borrowing_code: 'USDT' }),
    shape: fields({
      loanMechanism: listOf(
        fields({
          mechanism_id: 'integer',
          mechanism_name: 'filled',
          mechanism_day: 'integer',
          mechanism_rate: 'decimal',
          currency_code: 'filled',
        }),
        5,
      ),
    }),
  },
  {
    method: 'POST',
    path: '/loan/submit',
    isPrivate: true,
    fields: () => loanFields(),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/loan/getOrderList',
    isPrivate: true,
    fields: () => ({ page: '1', limit: '10' }),
    shape: fields({
      list: listOf(
        fields({
          id: 'integer',
          mechanism_id: 'integer',
          mechanism_name: 'filled',
          mechanism_day: 'integer',
          mechanism_rate: 'decimal',
          currency_code: 'filled',
          amount: 'decimal',
          interest: 'decimal',
          status: oneOf('review'),
          created_at: 'date',
        }),
        1,
      ),
      count: 'integer',
      limit: 'integer',
    }),
  },
  {
    method: 'POST',
    path: '/follow/follow',
    isPrivate: true,
    fields: async () => ({ trader_user_id: await traderId(), number: '1', type: '1' }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/follow/selfHolding',
    isPrivate: true,
    fields: async () => ({ transaction_id: await copiedId() }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/follow/index',
    isPrivate: true,
    fields: () => ({ page: '1' }),
    shape: paginator(
      fields({
        id: 'integer',
        nickname: 'filled',
        head_portrait: 'text',
        total_profits: 'signed8',
        closed_count: 'integer',
        correct_rate: 'decimal',
        follow_num: 'integer',
        is_followed: oneOf(1),
        user: fields({ signature: 'text' }),
      }),
    ),
  },
  {
    method: 'GET',
    path: '/follow/traderDetail',
    fields: async () => ({ trader_user_id: await traderId() }),
    shape: fields({
      trader_info: fields({
        id: 'integer',
        is_trader: oneOf(0, 1),
        nickname: 'filled',
        head_portrait: 'text',
        signature: 'text',
      }),
      data: fields({
        total_profits: 'signed8',
        total_income_rate: 'filled',
        correct_rate: 'decimal',
        follow_num: 'integer',
        profitCount: 'integer',
        fallCount: 'integer',
        riseCount: 'integer',
        yesterday_profits: 'signed8',
        position_count: 'integer',
        total_count: 'integer',
      }),
      is_followed: oneOf(0),
    }),
  },
  {
    method: 'GET',
    path: '/follow/historyTrade',
    fields: async () => ({ trader_user_id: await traderId(), page: '1' }),
    shape: paginator(
      fields({
        symbol: 'filled',
        type: oneOf(1, 2),
        price: 'decimal8',
        share: 'integer',
        transaction_time: 'date',
      }),
    ),
  },
  {
    method: 'POST',
    path: '/follow/cancel',
    isPrivate: true,
    fields: async () => ({ follow_user_id: await traderId() }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/lever/submit',
    isPrivate: true,
    fields: async () => {
      await fundLever()
      return { ...CONTRACT, type: '1', share: '10', multiple: '10', status: '1', target_price: '999', password: '' }
    },
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/lever/deal',
    isPrivate: true,
    fields: () => CONTRACT,
    shape: fields({
      user_lever: 'decimal8',
      multiple: fields({ muit: listOf(fields({ value: 'filled' }), 1), share: listOf(fields({ value: 'filled' }), 1) }),
      my_transaction: listOf(leverPosition, 1),
      lever_share_limit: fields({ min: 'integer', max: 'integer' }),
      last_price: 'decimal8',
      ustd_price: 'decimal8',
      ExRAte: 'decimal8',
      all_levers: 'decimal8',
      lever_transaction: fields({ in: listOf(bookLevel, 1), out: listOf(bookLevel, 1) }),
    }),
  },
  {
    method: 'POST',
    path: '/lever/dealall',
    isPrivate: true,
    fields: () => ({ ...CONTRACT, page: '1' }),
    shape: fields({
      order: paginator(leverPosition),
      balance: 'decimal8',
      hazard_rate: 'decimal',
      caution_money_total: 'decimal8',
      origin_caution_money_total: 'decimal8',
      profits_total: 'signed8',
      caution_money: 'decimal8',
      origin_caution_money: 'decimal8',
      profits: 'signed8',
    }),
  },
  {
    method: 'POST',
    path: '/lever/my_trade',
    isPrivate: true,
    fields: () => ({ currency_id: '0', legal_id: '0', page: '1', status: '-1' }),
    shape: fields({
      message: paginator(leverPosition),
      rate_profits_total: fields({ hazard_rate: 'decimal', profits_total: 'signed8' }),
    }),
  },
  {
    method: 'POST',
    path: '/lever/setstop',
    isPrivate: true,
    fields: async () => ({
      id: await leverId('1'),
      target_profit_price: (Number(price) * 1.5).toFixed(1),
      stop_loss_price: (Number(price) * 0.95).toFixed(1),
    }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/lever/close',
    isPrivate: true,
    fields: async () => ({ id: await leverId('1') }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/lever/batch_close',
    isPrivate: true,
    fields: () => ({ type: '0' }),
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/lever/cancel',
    isPrivate: true,
    fields: async () => {
      const target_price = (Number(price) * 0.8).toFixed(1)
      const form = { ...CONTRACT, type: '1', share: '1', multiple: '10', status: '0', target_price }
      await ok('POST', '/lever/submit', { form, token: alice.token })
      return { id: await leverId('0') }
    },
    shape: 'sentence',
  },
  { method: 'POST', path: '/upload', picture: () => makeJpeg(), isPrivate: true, shape: 'filled' },
  {
    method: 'POST',
    path: '/user/uploadHeadPortrait',
    fields: async () => ({ head_portrait: await uploaded(alice.token) }),
    isPrivate: true,
    shape: oneOf(1),
  },
  {
    method: 'POST',
    path: '/user/editNickname',
    fields: () => ({ nickname: 'Alice2' }),
    isPrivate: true,
    shape: oneOf(1),
  },
  {
    method: 'POST',
    path: '/safe/update_password',
    fields: async () => {
      await ok('POST', '/sms_mail', { form: { user_string: alice.email, type: 'forget' } })
      const code = await lastCode(alice.email)
      return { password: 'pay horse', re_password: 'pay horse', code }
    },
    isPrivate: true,
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/changeFundPassword',
    fields: () => ({
      account: alice.email,
      password: 'paid horse',
      repassword: 'paid horse',
      oldpassword: 'pay horse',
    }),
    isPrivate: true,
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/safe/mobile',
    fields: async () => {
      await ok('POST', '/sms_send', { form: { mobile: '9087654321', area_code: '81' } })
      const code = await lastCode('+819087654321')
      // Alice already has another number.
      return { mobile: '9087654321', area_code: '81', code, pay_password: 'paid horse' }
    },
    isPrivate: true,
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/safe/email',
    fields: async () => {
      await ok('POST', '/sms_mail', { form: { user_string: 'alice2@example.com', scene: 'register' } })
      const code = await lastCode('alice2@example.com')
      return { email: 'alice2@example.com', code, pay_password: 'paid horse' }
    },
    isPrivate: true,
    shape: 'sentence',
  },
  {
    method: 'POST',
    path: '/user/changePassword',
    fields: () => ({
      account: 'alice2@example.com',
      password: 'another horse',
      repassword: 'another horse',
      oldpassword: PASSWORD,
    }),
    isPrivate: true,
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/user/logout',
    fields: async () => {
      const form = { user_string: 'alice2@example.com', password: 'another horse' }
      alice = { ...alice, token: await ok<string>('POST', '/user/login', { form }) }
      return {}
    },
    isPrivate: true,
    shape: 'sentence',
  },
]

beforeAll(async () => {
  await seed()
  alice = await register('Alice')
  price = await belowMarket()
})

describe('every endpoint of the contract', () => {
  it.each(CASES)(
    '$method $path answers as the contract says',
    async ({ method, path, shape, isPrivate, fields: make, picture }) => {
      const pairs = asClientsSend({ ...(await make?.()), lang: 'jp' })
      const message = await ok(method, path, {
        ...(picture ? { body: pictureForm(picture()) } : method === 'GET' ? { query: pairs } : { form: pairs }),
        token: isPrivate ? alice.token : '',
        headers: { Origin: 'https://app.example' },
      })
      expect(faults(message, shape)).toEqual([])
    },
  )

  it('GET /currency/new_timeshar answers code 1 with candles in milliseconds, oldest first', async () => {
    const to = Math.floor(Date.now() / 1000)
    const query = { symbol: 'BTC/USDT', period: '1min', from: String(to - 3600), to: String(to) }
    const answer = await call('GET', '/currency/new_timeshar', { query })
    expect(answer.code).toBe(1)
    expect(answer.msg).toBeTypeOf('string')
    const row = fields({
      time: 'integer',
      open: 'decimal',
      high: 'decimal',
      low: 'decimal',
      close: 'decimal',
      volume: 'decimal',
    })
    expect(faults(answer.data, listOf(row, 50), 'data')).toEqual([])
    const times = (answer.data as { time: number }[]).map((candle) => candle.time)
    expect(times).toEqual([...times].sort((left, right) => left - right))
    expect(times[0]).toBeGreaterThan(1e12)
  })

  it.each(['1H', '1day', '1week', '1mon', '1Y', '5min', '15min', '30min', '60min', '1D', '1W', '1M'])(
    'candles answer to the period %s',
    async (period) => {
      const query = { symbol: 'BTC/USDT', period, from: '1700000000', to: '1702000000' }
      expect((await call('GET', '/currency/new_timeshar', { query })).code).toBe(1)
    },
  )

  it('candles answer to seconds with a fraction, as a division of milliseconds leaves it', async () => {
    const asked = (to: string) =>
      call('GET', '/currency/new_timeshar', { query: { symbol: 'BTC/USDT', period: '1min', from: '1700000000', to } })
    expect(await asked('1700000600.987')).toEqual(await asked('1700000600'))
  })

  it('a chart of nothing listed answers code -1 with a sentence', async () => {
    const query = { symbol: 'XXX/USDT', period: '1min', from: '1', to: '2', lang: 'jp' }
    expect(await call('GET', '/currency/new_timeshar', { query })).toEqual({
      code: -1,
      msg: '該当する取引ペアが見つかりません。',
      data: [],
    })
  })

  it('a refusal comes in the language asked for, eight ways, in body and in query', async () => {
    const sentences = new Set<unknown>()
    for (const lang of LANGUAGES) {
      const inBody = await call('POST', '/news/detail', { form: { id: '999999', lang } })
      expect(await call('POST', '/news/detail', { query: { id: '999999', lang } })).toEqual(inBody)
      expect(inBody.type).toBe('error')
      sentences.add(inBody.message)
    }
    // The two Chinese sentences are written alike.
    expect(sentences.size).toBe(LANGUAGES.length - 1)
    expect(await call('POST', '/news/detail', { form: { id: '999999' } })).toEqual({
      type: 'error',
      message: 'This article does not exist.',
    })
  })

  it('what a withdrawal costs and its least amount are the same in the list of currencies and for each of them', async () => {
    const { currency: rows } = await ok<{ currency: { id: number; name: string; rate: string; min_number: string }[] }>(
      'GET',
      '/currency/list',
    )
    const { token } = await register('Costa')
    expect(Number(rows.find(({ name }) => name === 'USDT')?.min_number)).toBeGreaterThan(0)
    for (const { id, rate, min_number } of rows) {
      const own = await ok('POST', '/wallet/get_info', { form: { currency: String(id) }, token })
      expect(own).toMatchObject({ rate, min_number })
    }
  })

  it('every path of the contract that this version promises is declared, and walked above', () => {
    const promised = (
      'getSetting getSiteConfig sms_mail sms_send user/check_email user/check_mobile user/register user/forget user/login user/logout ' +
      'user/changePassword user/changeFundPassword safe/update_password safe/mobile safe/email user/uploadHeadPortrait ' +
      'user/editNickname upload user/info real/state user/real mailMessage/getList mailMessage/getCount mailMessage/detail news/index_pop news/list news/detail menu faq contactus aboutus operational_compliance area_code currency/list ' +
      'currency/legales currency/quotation_new currency/user_currency_list optional/add optional/del optional/list ' +
      'wallet/list wallet/detail wallet/legal_log wallet/change wallet/hzhistory wallet/getRateCurrency coin/trade coin/list ' +
      'wallet/get_info wallet/get_in_address wallet/charge_req wallet/out recharge/log user/withdraw/list user/wallet/save ' +
      'user/wallet/list user/cash_save user/cash_info user/cash_save_international user/cash_info_international ' +
      'user/getTransferList user/getTransferFee user/Transfer ' +
      'lever/deal lever/submit lever/dealall lever/my_trade lever/close lever/setstop lever/batch_close lever/cancel'
    ).split(' ')
    const walked = new Set(CASES.map(({ path }) => path.slice(1)))
    expect(promised.filter((path) => !walked.has(path))).toEqual([])
    const declared = routes.map(({ path }) => path.slice(1))
    // The NFT market has its own walks: tests/nft/browse.rooms.test.ts and tests/nft/market.rooms.test.ts.
    const isWalked = (path: string) =>
      walked.has(path) || path === 'currency/new_timeshar' || /^(?:v1|bind_box)\//.test(path)
    expect(declared.filter((path) => !isWalked(path))).toEqual([])
  })
})

/** An upload as if by Alice. */
async function ownVoucher(): Promise<string> {
  const id = 'voucher-of-alice-12345'
  await env.DB.prepare(
    "INSERT OR IGNORE INTO upload (id, user_id, is_public, content_type, byte_count, created_at) VALUES (?, ?, 0, 'image/jpeg', 1, 1)",
  )
    .bind(id, alice.userId)
    .run()
  return `/uploads/${id}`
}

/** A verified user whose pay password is the login password, and whose addresses have waited long enough. */
async function makeReadyToWithdraw(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('UPDATE user SET review_status = 2, pay_password_hash = password_hash WHERE id = ?').bind(
      alice.userId,
    ),
    env.DB.prepare('UPDATE saved_address SET changed_at = 1 WHERE user_id = ?').bind(alice.userId),
  ])
}

async function lastId(table: 'deposit' | 'withdrawal' | 'saved_address'): Promise<string> {
  const row = await env.DB.prepare(`SELECT max(id) AS id FROM ${table}`).first<{ id: number }>()
  return String(row?.id ?? 0)
}

const vipLevel = fields({
  level: 'integer',
  volume_min: 'decimal8',
  fee_discount: 'decimal8',
  rebate_share: 'decimal8',
})
const ownCoupon = fields({
  ref: 'filled',
  coupon_id: 'integer',
  kind: oneOf('trial_bonus'),
  amount: 'decimal',
  currency_name: oneOf('USDT'),
  state: oneOf('used'),
  granted_at: 'integer',
  expires_at: 'integer',
  saved: 'decimal8',
})
const offeredCoupon = fields({
  coupon_id: 'integer',
  kind: oneOf('fee_discount', 'trial_bonus', 'rate_boost'),
  left: 'integer',
  claim_until: 'integer',
  use_within_days: 'integer',
})

let bonusRef = ''

/** A bonus of 5 USDT that Dave claims by its code, and another coupon on the list. */
async function makeBonus(): Promise<string> {
  const now = Date.now()
  const form = {
    kind: 'trial_bonus',
    code: 'TRIAL-5',
    share: '',
    days: 0,
    amount: '5',
    assetId: Number(USDT),
    stock: 10,
    useWithinDays: 7,
    claimFrom: now - 1,
    claimUntil: now + 60_000,
    isListed: true,
    isWelcome: false,
  } as const
  const made = await makeCoupon(form)
  await makeCoupon({ ...form, code: null })
  bonusRef = `coupon:${made.ok ? made.value.couponId : 0}:${dave.userId}`
  return form.code
}

/** Beyond the contract. */
const V1_CASES: readonly Case[] = [
  {
    method: 'GET',
    path: '/v1/messages/preferences',
    isPrivate: true,
    shape: listOf(fields({ kind: 'filled', channels: listOf(oneOf('mail', 'sms', 'push')) }), 10),
  },
  {
    method: 'PUT',
    path: '/v1/messages/preferences',
    isPrivate: true,
    fields: () => ({ message_kind: 'deposit_passed', mail: '0', sms: '1', push: '0' }),
    shape: 'sentence',
  },
  {
    method: 'PUT',
    path: '/v1/messages/quiet-hours',
    isPrivate: true,
    fields: () => ({ quiet: '1', quiet_from: '22:00', quiet_until: '07:00', time_zone: 'Asia/Tokyo' }),
    shape: 'sentence',
  },
  {
    method: 'GET',
    path: '/v1/messages/quiet-hours',
    isPrivate: true,
    shape: fields({ quiet_from: 'filled', quiet_until: 'filled', time_zone: 'filled' }),
  },
  { method: 'POST', path: '/v1/messages/read-all', isPrivate: true, shape: 'sentence' },
  { method: 'DELETE', path: '/v1/messages', isPrivate: true, shape: 'sentence' },
  { method: 'GET', path: '/v1/time', shape: fields({ server_time: 'integer' }) },
  {
    method: 'GET',
    path: '/v1/pairs',
    shape: listOf(
      fields({
        symbol: 'filled',
        is_tradable: 'boolean',
        price_tick: 'decimal',
        quantity_lot: 'decimal',
        quantity_min: 'decimal',
        quantity_max: 'decimal',
        notional_min: 'decimal',
        price_band: 'decimal',
        open_orders_max: 'integer',
      }),
      13,
    ),
  },
  {
    method: 'GET',
    path: '/v1/fees',
    shape: listOf(fields({ symbol: 'filled', maker: 'decimal', taker: 'decimal' }), 13),
  },
  {
    method: 'GET',
    path: '/v1/quotes',
    shape: listOf(
      fields({
        symbol: 'filled',
        price: 'decimal',
        change: 'percent',
        bid: 'decimal',
        ask: 'decimal',
        is_stale: 'boolean',
      }),
      13,
    ),
  },
  {
    method: 'GET',
    path: '/v1/book',
    fields: () => ({ symbol: 'BTC-USDT', limit: '5' }),
    shape: fields({
      symbol: oneOf('BTC-USDT'),
      at: 'integer',
      bids: listOf(listOf('decimal', 2), 1),
      asks: listOf(listOf('decimal', 2), 1),
    }),
  },
  {
    method: 'POST',
    path: '/v1/order',
    isPrivate: true,
    fields: () => ({ symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.001', client_order_id: 'mine-1' }),
    shape: v1Order,
  },
  {
    method: 'GET',
    path: '/v1/trades',
    fields: () => ({ symbol: 'BTC/USDT' }),
    shape: listOf(
      fields({ trade_no: 'integer', at: 'integer', price: 'decimal', quantity: 'decimal', side: oneOf('buy', 'sell') }),
      1,
    ),
  },
  { method: 'GET', path: '/v1/order', isPrivate: true, fields: () => ({ client_order_id: 'mine-1' }), shape: v1Order },
  {
    method: 'GET',
    path: '/v1/orders',
    isPrivate: true,
    fields: () => ({ stage: 'filled' }),
    shape: fields({ list: listOf(v1Order, 1), count: 'integer', page: 'integer', limit: 'integer' }),
  },
  {
    method: 'GET',
    path: '/v1/fills',
    isPrivate: true,
    shape: fields({
      list: listOf(
        fields({
          trade_no: 'integer',
          order_id: 'integer',
          price: 'decimal',
          quantity: 'decimal',
          fee: 'decimal',
          fee_currency: 'filled',
        }),
        1,
      ),
      count: 'integer',
    }),
  },
  {
    method: 'DELETE',
    path: '/v1/orders',
    isPrivate: true,
    fields: () => ({ symbol: 'BTC-USDT' }),
    shape: fields({ order_ids: listOf('integer') }),
  },
  { method: 'GET', path: '/v1/vip', shape: listOf(vipLevel, 6) },
  {
    method: 'GET',
    path: '/v1/fee-schedule',
    isPrivate: true,
    shape: fields({
      level: vipLevel,
      next_level: vipLevel,
      volume: 'decimal8',
      coupon: orNull('filled'),
      pairs: listOf(fields({ symbol: 'filled', maker: 'decimal8', taker: 'decimal8' }), 13),
    }),
  },
  {
    method: 'GET',
    path: '/v1/team',
    isPrivate: true,
    shape: fields({ list: listOf('filled', 0), count: 'integer', page: 'integer', limit: 'integer' }),
  },
  {
    method: 'GET',
    path: '/v1/rebates',
    isPrivate: true,
    shape: fields({ list: listOf('filled', 0), totals: listOf('filled', 0), count: 'integer' }),
  },
  {
    method: 'POST',
    path: '/v1/coupons/claim',
    isPrivate: true,
    fields: async () => ({ coupon_code: await makeBonus() }),
    shape: fields({ ref: 'filled', coupon_id: 'integer', is_new: 'boolean' }),
  },
  {
    method: 'POST',
    path: '/v1/coupons/use',
    isPrivate: true,
    fields: () => ({ ref: bonusRef }),
    shape: ownCoupon,
  },
  {
    method: 'GET',
    path: '/v1/coupons',
    isPrivate: true,
    shape: fields({ list: listOf(ownCoupon, 1), open: listOf(offeredCoupon, 1) }),
  },
]

let dave: Person

describe('every endpoint beyond the contract', () => {
  beforeAll(async () => {
    dave = await register('Dave')
  })

  it.each(V1_CASES)(
    '$method $path answers as its document says',
    async ({ method, path, shape, isPrivate, fields: make }) => {
      const sent = (await make?.()) ?? {}
      const isInQuery = method === 'GET' || method === 'DELETE'
      const message = await ok(method, path, {
        ...(isInQuery ? { query: sent } : { form: sent }),
        token: isPrivate ? dave.token : '',
      })
      expect(faults(message, shape)).toEqual([])
    },
  )
})

describe('what makes old clients stumble', () => {
  it('the first quote currency is USDT, and its first pair BTC with a price that has the decimals of the pair', async () => {
    const [first] = await ok<{ name: string; quotation: { currency_id: number; now_price: string }[] }[]>(
      'GET',
      '/currency/quotation_new',
    )
    expect(first?.name).toBe('USDT')
    expect(first?.quotation[0]?.currency_id).toBe(1)
    expect(first?.quotation[0]?.now_price).toMatch(/^\d+\.\d$/)
  })

  it('a setting that does not exist is null, not an error', async () => {
    expect(await ok('GET', '/getSetting', { query: { keyword: 'no_such_setting' } })).toBeNull()
  })

  it('"version" has one comma', async () => {
    const { value } = await ok<{ value: string }>('GET', '/getSetting', { query: { keyword: 'version' } })
    expect(value.split(',')).toHaveLength(2)
  })

  it('an unknown path answers the envelope, not a page', async () => {
    expect(await call('GET', '/no/such/thing', { query: { lang: 'fra' } })).toEqual({
      type: 'error',
      message: 'Cette adresse n’existe pas.',
    })
  })

  it('an empty token is nobody, told by the string "999"', async () => {
    expect(await call('POST', '/wallet/list', { token: '', form: { lang: 'zh' } })).toEqual({
      type: '999',
      message: '请先登录。',
    })
  })

  it('transfers read the last of two page parameters', async () => {
    const bob = await register('Bob')
    await ok('POST', '/wallet/change', {
      form: { currency_id: USDT, number: '1', from_field: 'change', to_field: 'micro' },
      token: bob.token,
    })
    const rows = await ok<{ current_page: number }>('GET', '/wallet/hzhistory?page=&page=1', { token: bob.token })
    expect(rows.current_page).toBe(1)
  })

  it('after logging out the same token answers "999"', async () => {
    const carol = await register('Carol')
    await ok('GET', '/user/logout', { token: carol.token })
    expect((await call('POST', '/wallet/list', { token: carol.token })).type).toBe('999')
    expect((await call('GET', '/user/info', { token: carol.token })).type).toBe('999')
  })
})

async function firstNewsId(): Promise<string> {
  const { list } = await ok<{ list: { id: number }[] }>('POST', '/news/list', { form: { c_id: '4' } })
  return String(list[0]?.id)
}

async function firstWatchId(): Promise<string> {
  const rows = await ok<{ id: number }[]>('GET', '/optional/list', { token: alice.token })
  return String(rows[0]?.id)
}

/** A sale open on any day with play money. */
async function openSale(): Promise<string> {
  const { list } = await ok<{ list: { id: number; time_status: number }[] }>('GET', '/project')
  return String(list.find(({ time_status: status }) => status === 2)?.id)
}

async function openOrderId(): Promise<string> {
  const rows = await ok<{ id: number }[]>('GET', '/coin/list', { query: { status: '1' }, token: alice.token })
  return String(rows[0]?.id)
}

/** A resting price: 5% below the market, on the grid. */
async function belowMarket(): Promise<string> {
  const [first] = await ok<{ quotation: { now_price: string }[] }[]>('GET', '/currency/quotation_new')
  return (Number(first?.quotation[0]?.now_price) * 0.95).toFixed(1)
}

/** Sets the mobile directly, as verification requires it; binding has its own tests. */
const bindMobile = ({ userId }: Person, mobile: string) =>
  env.DB.prepare('UPDATE user SET mobile = ? WHERE id = ?').bind(mobile, userId).run()

const leaveMessage = ({ userId }: Person) =>
  notify(env, userId, { kind: 'identity_passed', facts: { level: '1' }, ref: 'identity:1:passed' }, Date.now())

async function newestMessageId(): Promise<string> {
  const { list } = await ok<{ list: { id: number }[] }>('GET', '/mailMessage/getList', { token: alice.token })
  return String(list[0]?.id)
}

/** Alice is a verified professional client with something in her margin wallet, and sends four pictures. */
async function loanFields(): Promise<Record<string, string>> {
  await env.DB.prepare('UPDATE user SET review_status = 2, is_professional = 1 WHERE id = ?').bind(alice.userId).run()
  const grants = [{ assetId: 3, amount: '500000000000', wallet: 'margin' }] as const
  await callAccountAsSystem(env, alice.userId, { type: 'grant_demo', ref: 'margin', grants })
  const picture = await ok<string>('POST', '/upload', { body: pictureForm(makeJpeg()), token: alice.token })
  return {
    mechanism_id: '12',
    mechanism_name: 'USDT 30',
    mechanism_day: '30',
    mechanism_rate: '0.025',
    currency_code: 'USDT',
    amount: '1000000',
    interest: '7500',
    housing_img: picture,
    income_certificate_img: picture,
    bank_details_img: picture,
    id_img: picture,
  }
}
