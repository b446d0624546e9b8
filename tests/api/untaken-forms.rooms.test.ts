// Page forms of all products refuse fields that their kind does not take by name, as /v1 does. A product page with a form needs a row.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { guardPage } from '#session/page-guard'
import { SERVER_WORDS } from '../../locales/list'
import { ORIGIN, type Person, join, seed } from './client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Action = (args: unknown) => Promise<unknown>
const modules = import.meta.glob<{ readonly action?: Action }>(
  '../../app/routes/{alerts,trade,orders,assets,buy,coupons,copy,earn,faucet,game,ieo,loans,nft,quiz}{,.*,_.*}/data.server.ts',
  { eager: true },
)
const pageOf = (file: string): string => /routes\/(.+)\/data\.server/.exec(file)?.[1] ?? ''
const actions = new Map(
  Object.entries(modules).flatMap(([file, { action }]) => (action ? [[pageOf(file), action] as const] : [])),
)

/** Fields that limit a loss somewhere: form name and /v1 name. */
const LIMITS = {
  price: 'price',
  quantity: 'quantity',
  budget: 'quote_amount',
  trigger: 'trigger_price',
  trail: 'trail_amount',
  takeProfit: 'take_profit',
  stopLoss: 'stop_loss',
  stopLimitPrice: 'stop_limit_price',
  worstPrice: 'worst_price',
  isPostOnly: 'post_only',
  lots: 'lots',
  amount: 'amount',
  stake: 'stake',
  step: 'step',
  marginMax: 'margin_max',
  orderMax: 'order_max',
  lossMax: 'loss_max',
  penalty: 'penalty',
  noSuchLimit: 'no_such_limit',
} as const
type Limit = keyof typeof LIMITS

const spot = (kind: string, more: Record<string, string> = {}) => ({
  intent: 'place',
  side: 'buy',
  sizeIn: 'base',
  kind,
  ...more,
})
const open = (kind: string) => ({ intent: 'open', direction: 'long', kind, leverage: '10', mode: 'cross', lots: '1' })
const exits = ['takeProfit', 'stopLoss'] as const
const inQuote = { sizeIn: 'quote' }

/** Page, form fields, and the limits accepted with them. */
const FORMS: readonly (readonly [page: string, form: Record<string, string>, takes: readonly Limit[]])[] = [
  ['trade.spot.$symbol', spot('limit'), ['price', 'quantity', 'isPostOnly', ...exits]],
  ['trade.spot.$symbol', spot('limit', inQuote), ['price', 'budget', 'isPostOnly', ...exits]],
  ['trade.spot.$symbol', spot('market'), ['quantity', ...exits]],
  ['trade.spot.$symbol', spot('market', inQuote), ['budget', ...exits]],
  ['trade.spot.$symbol', spot('market', { plan: 'stop' }), ['quantity', 'trigger']],
  ['trade.spot.$symbol', spot('limit', { plan: 'stop' }), ['quantity', 'trigger', 'price']],
  ['trade.spot.$symbol', spot('market', { plan: 'take_profit' }), ['quantity', 'trigger']],
  ['trade.spot.$symbol', spot('limit', { plan: 'take_profit' }), ['quantity', 'trigger', 'price']],
  ['trade.spot.$symbol', spot('market', { plan: 'trailing' }), ['quantity', 'trail']],
  ['trade.spot.$symbol', spot('market', { plan: 'trailing', trailIn: 'percent' }), ['quantity', 'trail']],
  [
    'trade.spot.$symbol',
    spot('limit', { plan: 'oco' }),
    // The form has no stop limit price: the OCO stop is a market order.
    ['quantity', 'trigger', 'price'],
  ],
  ...['trade.spot.$symbol', 'orders'].flatMap((page) => [
    [page, { intent: 'amend', orderNo: '1' }, ['price', 'quantity']] as const,
    [page, { intent: 'cancel', orderNo: '1' }, []] as const,
    [page, { intent: 'cancel_all' }, []] as const,
    [page, { intent: 'cancel_conditional', orderNo: '1' }, []] as const,
  ]),
  ['trade.futures.$symbol', open('market'), ['worstPrice', ...exits]],
  ['trade.futures.$symbol', open('limit'), ['price', ...exits]],
  ['trade.futures.$symbol', open('stop'), ['price', ...exits]],
  ...['trade.futures.$symbol', 'orders_.futures'].flatMap((page) => [
    [page, { intent: 'close', position_id: '1' }, ['lots']] as const,
    [page, { intent: 'close_many' }, []] as const,
    [page, { intent: 'close_many', symbol: 'BTC-USDT', direction: 'long' }, []] as const,
    [page, { intent: 'reverse', position_id: '1' }, []] as const,
    [page, { intent: 'cancel', position_id: '1' }, []] as const,
    [page, { intent: 'stops', position_id: '1' }, exits] as const,
    [page, { intent: 'margin', position_id: '1', take: 'false' }, ['amount']] as const,
  ]),
  ['trade.options.$symbol', { direction: 'rise', seconds: '60' }, ['stake']],
  ['alerts', { intent: 'price', symbol: 'BTC-USDT' }, ['price']],
  ['alerts', { intent: 'move', symbol: 'BTC-USDT', percent: '5', hours: '1' }, []],
  ['alerts', { intent: 'fill', order_id: '1' }, []],
  ['alerts', { intent: 'liquidation', position_id: '1', percent: '5' }, []],
  ['alerts', { intent: 'remove', alert_id: '1' }, []],
  ['game', { intent: 'play', seed_no: '1', client_seed: 'x', chance: '50' }, ['stake']],
  ['game', { intent: 'renew' }, []],
  ['quiz.$id', { intent: 'bet', option: '1' }, ['stake']],
  ['quiz.$id', { intent: 'object', reason: 'no' }, []],
  ['loans._index', { term: '1', margin: '1' }, ['amount']],
  ['loans.$id', { intent: 'withdraw' }, []],
  ['loans.$id', { intent: 'part' }, ['amount']],
  ['loans.$id', { intent: 'all' }, []],
  ['earn.lock.$id', { version: '1' }, ['amount']],
  ['earn.lock.orders.$id', { intent: 'redeem' }, ['penalty']],
  ['earn.lock.orders.$id', { intent: 'renew' }, []],
  ['earn.invest.$id', { shares: '1', days: '7' }, []],
  ['ieo.$id', { pay: 'USDT' }, ['amount']],
  ['nft.artworks_.$id_.bid', { lot_id: '1' }, ['amount']],
  ['nft.artworks_.$id_.buy', { lot_id: '1' }, []],
  ['nft.artworks_.$id_.resell', { mode: 'fixed' }, ['amount']],
  ['nft.artworks_.$id_.resell', { mode: 'auction' }, ['amount', 'step']],
  ['nft.artworks.$id._index', { intent: 'open' }, []],
  ['nft.mine._index', { intent: 'pay', id: '1' }, []],
  ['nft.mine._index', { intent: 'open', id: '1' }, []],
  ['nft.mine.create', { kind: 'image', work_name: 'x' }, []],
  ['nft.apply', { nickname: 'x' }, []],
  ['copy.apply', { nickname: 'x' }, []],
  [
    'copy.traders.$id.follow',
    { kind: 'lots', number: '1', agree: 'true', intent: 'follow' },
    ['marginMax', 'orderMax', 'lossMax'],
  ],
  ['copy.traders.$id.follow', { intent: 'stop', copies: 'keep' }, []],
  ['copy.mine', { intent: 'hold', position_id: '1' }, []],
  ['copy.mine', { intent: 'stop_trading' }, []],
  ['buy._index', { quote: 'x' }, []],
  ['buy.orders_.$id', { step: 'cancel' }, []],
  ['assets.convert', { from: '3', to: '1' }, ['amount', 'step']],
  ['assets.transfer', { assetId: '3', from: 'change', to: 'lever' }, ['amount', 'step']],
  ['assets.withdraw', { asset: '3', kind: 'address', payee: '1' }, ['amount', 'step']],
  ['assets.deposit._index', { asset: '3', network: 'TRC20' }, ['amount']],
  ['assets.deposit.bank', { asset: '3' }, ['amount']],
  ['assets.requests.$id', {}, []],
  ['coupons', { intent: 'code', coupon_code: 'x' }, []],
  ['coupons', { intent: 'claim', coupon_id: '1' }, []],
  ['coupons', { intent: 'use', ref: 'x' }, []],
]

/** Pages whose fields have names of their own; those of the others have the names of /v1. */
const OWN_NAMES = /^(?:trade\.spot|orders$|assets|buy|ieo|earn\.invest|nft\.artworks_\.\$id_\.bid)/

/** Pages whose forms place no order. */
const WITHOUT = new Map([
  ['assets', 'hides and shows amounts'],
  ['buy.checkout', 'stands for the page of a payment provider'],
  ['faucet', 'stands for a chain, and gives play money'],
])

const { fields: names, refusals } = SERVER_WORDS.en
const wordOf = (field: string): string => Object.entries(names).find(([name]) => name === field)?.[1] ?? field
const sentenceOf = (field: string): string => refusals.field_not_taken.replace('{{field}}', wordOf(field))

let alice: Person
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

async function answerTo(page: string, fields: Record<string, string>): Promise<string> {
  const headers = {
    Origin: ORIGIN,
    Accept: 'text/html',
    Cookie: `cm_session=${alice.token}; cm_language=en`,
  }
  const body = new URLSearchParams({ ...fields, language: 'en', commandId: crypto.randomUUID() })
  const path = `/${page.replaceAll('.', '/')}`
  const admitted = await guardPage(new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body }), env)
  if (admitted instanceof Response) throw new Error(`the form was refused with ${admitted.status}`)
  const id = page === 'assets.requests.$id' ? 'd1' : '1'
  const context = { env, ctx: { waitUntil: () => undefined }, place: { country: '', city: '' } }
  const action = actions.get(page)
  if (!action) throw new Error(`${page} has no form`)
  try {
    return JSON.stringify(await action({ request: admitted, params: { symbol: 'BTC-USDT', id }, context }))
  } catch (thrown) {
    // Pages without a message slot answer 400 with the refusal code.
    if (thrown instanceof Response && thrown.status === 400) return thrown.text()
    if (thrown instanceof Response) return `led to ${thrown.headers.get('Location') ?? ''}`
    throw thrown
  }
}

it.each(FORMS)('%s with %j takes %j and refuses every other limit by its name', async (page, form, takes) => {
  for (const [name, named] of Object.entries(LIMITS)) {
    const sent = OWN_NAMES.test(page) ? name : named
    if (sent in form) continue
    const answer = await answerTo(page, { ...form, [sent]: '1' })
    const isRefused = answer.includes(sentenceOf(named)) || answer === 'field_not_taken'
    expect({ name, answer, isRefused }).toMatchObject({ isRefused: !takes.includes(name as Limit) })
  }
})

it('a word that is none of a field’s choices is refused by that field’s name', async () => {
  const malformed = (field: string) => refusals.field_malformed.replace('{{field}}', wordOf(field))
  const sent: readonly (readonly [page: string, form: Record<string, string>, field: string])[] = [
    ['trade.spot.$symbol', spot('stop_limit'), 'kind'],
    ['trade.spot.$symbol', { ...spot('market'), side: 'short' }, 'side'],
    ['trade.futures.$symbol', open('trailing'), 'kind'],
    ['trade.futures.$symbol', { ...open('market'), direction: 'buy' }, 'direction'],
    ['trade.options.$symbol', { direction: 'up', seconds: '60', stake: '1' }, 'direction'],
    ['copy.traders.$id.follow', { kind: 'percent', number: '1', agree: 'true', intent: 'follow' }, 'kind'],
    ['orders', { intent: 'close', orderNo: '1' }, 'intent'],
  ]
  for (const [page, form, field] of sent) expect(await answerTo(page, form)).toContain(malformed(field))
})

it('every page of a product that takes a form has a row', () => {
  const rows = new Set([...FORMS.map(([page]) => page), ...WITHOUT.keys()])
  expect([...actions.keys()].filter((page) => !rows.has(page))).toEqual([])
  expect([...rows].filter((page) => !WITHOUT.has(page) && !actions.has(page))).toEqual([])
})
