// Private events through an existing client's library after real actions: a position opened and closed, an option settled, a mail. By
// socket and by polling only; another logged-in user gets none of them.

import connect, { type ClientSocket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type RegisteredUser, registerUser } from '../crash/traders'
import { type StartedApp, startApp } from '../kit/miniflare'

const NAMES = ['lever_trade', 'lever_closed', 'closed_microorder', 'mail_message'] as const
type Name = (typeof NAMES)[number]

interface Payload {
  readonly type: string
  readonly [field: string]: unknown
}

let app: StartedApp
let owner: RegisteredUser
let other: RegisteredUser
const sockets: ClientSocket[] = []

beforeAll(async () => {
  app = await startApp()
  const database = await app.miniflare.getD1Database('DB')
  // The shortest duration that the desk can set.
  await database.prepare("UPDATE option_duration SET seconds = 5 WHERE symbol = 'BTC-USDT' AND seconds = 30").run()
  owner = await registerUser(app, 'owner')
  other = await registerUser(app, 'other')
  for (const to_field of ['lever', 'micro'])
    await post('/api/wallet/change', { currency_id: '3', number: '500', from_field: 'change', to_field })
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app?.stop()
})

async function post(path: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const headers = { Authorization: owner.token }
  const answer = await fetch(app.url + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const { type, message } = await answer.json<{ type: string; message: unknown }>()
  expect(type, `${path}: ${JSON.stringify(message)}`).toBe('ok')
  return message
}

/** A logged-in user's client with its received events. */
async function listen({ userId, token }: RegisteredUser, transports: readonly string[], as = userId) {
  const socket = connect(app.url, { transports, forceNew: true, query: { token } })
  sockets.push(socket)
  const heard: Record<Name, Payload[]> = { lever_trade: [], lever_closed: [], closed_microorder: [], mail_message: [] }
  for (const name of NAMES) socket.on(name, (payload: Payload) => heard[name].push(payload))
  await expect.poll(() => socket.connected).toBe(true)
  socket.emit('login', as)
  return heard
}

test('contracts, options and mail are told to their user, in the shape that existing clients read, and to nobody else', async () => {
  const own = [await listen(owner, ['websocket']), await listen(owner, ['polling'])]
  // Two of them claim to be the owner, which their session doesn't prove.
  const strangers = [
    await listen(other, ['websocket']),
    await listen(other, ['websocket'], owner.userId),
    await listen(other, ['polling'], owner.userId),
  ]
  const order = { symbol: 'BTC-USDT', direction: 'long', kind: 'market', mode: 'cross', leverage: '20', lots: '10' }
  const stake = { symbol: 'BTC-USDT', direction: 'rise', seconds: '5', stake: '10' }
  const [position, option] = await Promise.all([
    post('/api/v1/futures/order', order) as Promise<{ position_id: number }>,
    post('/api/v1/options/order', stake) as Promise<{ order_id: number }>,
  ])
  const isOpenIn = ({ trades_cur }: Payload) =>
    (JSON.parse(String(trades_cur)) as { id: number }[]).some(({ id }) => id === position.position_id)
  for (const { lever_trade } of own) await expect.poll(() => lever_trade.some(isOpenIn)).toBe(true)
  await post('/api/v1/futures/close', { position_id: String(position.position_id) })
  // A login sends a mail.
  await post('/api/user/login', { user_string: 'owner@example.com', password: PASSWORD })

  for (const heard of own) {
    await expect.poll(() => heard.lever_closed).toEqual([{ type: 'lever_closed', id: [position.position_id] }])
    await expect.poll(() => heard.closed_microorder.length).toBe(1)
    await expect.poll(() => heard.mail_message.length).toBeGreaterThan(0)
    await expect.poll(() => heard.lever_trade.at(-1)?.['trades_cur']).toBe('[]')
    expectShapes(heard, { position: position.position_id, option: option.order_id }, isOpenIn)
  }
  for (const heard of strangers) expect(heard).toEqual({ lever_trade: [], lever_closed: [], closed_microorder: [], mail_message: [] }) // prettier-ignore
})

const DECIMAL = /^-?\d+\.\d+$/

function expectShapes(
  heard: Readonly<Record<Name, readonly Payload[]>>,
  ids: { readonly position: number; readonly option: number },
  isOpenIn: (payload: Payload) => boolean,
): void {
  const standing = heard.lever_trade.find(isOpenIn) ?? { type: 'none' }
  const figures = 'profits_all caution_money_all origin_caution_money_all caution_money origin_caution_money profits'
  for (const name of figures.split(' ')) expect(standing[name], name).toMatch(DECIMAL)
  expect(Object.keys(standing).sort()).toEqual(
    [...figures.split(' '), 'hazard_rate', 'trades_all', 'trades_cur', 'trades_entrust', 'type'].sort(),
  )
  expect([standing.type, standing['trades_entrust']]).toEqual(['lever_trade', '[]'])
  expect(Number(standing['hazard_rate'])).toBeGreaterThan(0)
  expect(standing['trades_all']).toBe(standing['trades_cur'])
  const [row] = JSON.parse(String(standing['trades_cur'])) as Record<string, unknown>[]
  expect(row).toMatchObject({ id: ids.position, type: 1, currency: 1, legal: 3, symbol: 'BTC/USDT', multiple: 20, share: 10 }) // prettier-ignore
  for (const name of 'price update_price caution_money trade_fee profits number'.split(' '))
    expect(row?.[name], name).toMatch(DECIMAL)

  const [ended] = heard.closed_microorder
  expect(Object.keys(ended ?? {}).sort()).toEqual(['data', 'type'])
  const data = ended?.['data'] as Record<string, unknown>
  expect(data).toMatchObject({ id: ids.option, type: 1, seconds: 5, status: 3 })
  expect(Number(data['number'])).toBe(10)
  for (const name of ['open_price', 'end_price', 'fact_profits']) expect(Number(data[name]), name).not.toBeNaN()
  const way = Math.sign(Number(data['end_price']) - Number(data['open_price']))
  expect([data['profit_result'], Math.sign(Number(data['fact_profits']))]).toEqual([way, way])
  for (const mail of heard.mail_message) expect(mail).toEqual({ type: 'mail_message', period: true })
}
