// Attacks on the agents' door: around the limits, on renewals, and on the notes that the owner reads.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { weighCaller } from '#api/caller-weight'
import { agentRoutes } from '#api/agents'
import type { AgentLimits } from '#domain/agent'
import { ADDRESS_WEIGHT_MAX } from '#domain/request-weight'
import type { AccountRpc } from '#party/protocol/account'
import { callAccount } from '#services/account-room'
import { readAgent, refreshTokens } from '#services/agents/grant'
import { seal } from '#services/agents/sealed'
import { loadCatalogue } from '#services/catalogue'
import { addApiKey, listAgentActs, listApiKeys } from '#services/security/api-keys'
import { placeOrder } from '#services/spot'
import { type Session, verifySession } from '#session/session'
import { order, story } from '../account/stage'
import { ORIGIN, PASSWORD, type Person, join, ok, refused, seed } from '../api/client'
import { ask, callTool, exchange, permit, refresh, rpc } from './agent'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** USDT. */
const LIMITS: AgentLimits = { orderMax: '100000000', dayMax: '250000000' }

let alice: Person
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

type Asked = Pick<AccountRpc, 'asUser' | 'asKey' | 'asSystem'>

/** This site, whose Account rooms are asked through these. */
function siteWith(change: (room: Asked) => Partial<Asked>): Env {
  const get = (id: DurableObjectId): Asked => {
    const room = env.Account.get(id) as unknown as Asked
    const plain: Asked = {
      asUser: (...said) => room.asUser(...said),
      asKey: (...said) => room.asKey(...said),
      asSystem: (...said) => room.asSystem(...said),
    }
    return { ...plain, ...change(plain) }
  }
  const Account = { idFromName: (name: string) => env.Account.idFromName(name), get }
  return new Proxy(env, { get: (site, name) => (name === 'Account' ? Account : Reflect.get(site, name)) as unknown })
}

/** Rooms restart once: the first call is carried out, and its answer is lost. */
function restartingOnce(): Env {
  let isLost = false
  const lose = async (answer: Promise<string>): Promise<string> => {
    await answer
    if (isLost) return answer
    isLost = true
    throw Object.assign(new Error('the room restarted'), { retryable: true })
  }
  return siteWith((room) => ({
    asKey: (...said) => lose(room.asKey(...said)),
    asSystem: (...said) => lose(room.asSystem(...said)),
  }))
}

async function tradingAgent(owner: Person): Promise<{ readonly token: string; readonly session: Session }> {
  const { access_token: token } = await exchange(await permit(owner, { limits: LIMITS }))
  const { userId = 0, keyId = '' } = readAgent(env, token) ?? {}
  const key = {
    ...({ keyId, weight: 1, scope: 'trade', address: 'local', requestId: crypto.randomUUID() } as const),
    ...({ timestamp: Date.now(), recvWindow: 5_000, signature: '', text: '', isProven: true, isAgent: true } as const),
  }
  return { token, session: { userId, sessionId: keyId, key } }
}

async function purchase(usdt: number) {
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const price = Math.floor(Number(quote?.price) * 0.97)
  return { symbol: 'BTC-USDT', side: 'buy', price: String(price), quantity: (usdt / price).toFixed(5) } as const
}

async function actsOf(owner: Person): Promise<readonly (readonly [string, unknown])[]> {
  const session = await verifySession(env, owner.token, Date.now())
  const acts = session && (await listAgentActs(env, session))
  if (!acts?.ok) throw new Error('a login')
  return acts.value.map(({ command, outcome }) => [command, outcome === 'ok' ? 'ok' : outcome?.code])
}

const codeOf = (text = '{}'): unknown => (JSON.parse(text) as { code?: string }).code

test('an order whose answer is lost when its room restarts is counted and noted once', async () => {
  const bea = await join('Bea')
  const { token, session } = await tradingAgent(bea)
  const form = { ...(await purchase(99)), kind: 'limit' } as const
  const placed = await placeOrder(restartingOnce(), session, { commandId: 'lost', form, country: '' })
  expect(placed).toMatchObject({ ok: true })
  const again = await callTool('post_v1_order', await purchase(99), token)
  expect(again.result?.isError).toBeUndefined()
  const third = await callTool('post_v1_order', await purchase(99), token)
  expect(codeOf(third.result?.content?.[0]?.text)).toBe('agent_day_above_max')
  expect((await actsOf(bea)).map(([, outcome]) => outcome)).toEqual(['agent_day_above_max', 'ok', 'ok'])
})

test('a renewal whose answer is lost when the room restarts goes on, and a second use still ends the grant', async () => {
  const grant = await permit(alice)
  const first = await exchange(grant)
  const asked = { refresh: first.refresh_token, clientId: grant.clientId }
  const renewed = await refreshTokens(restartingOnce(), asked)
  expect(renewed).not.toBeNull()
  const next = await refresh(grant.clientId, renewed?.refresh ?? '')
  expect(next.error).toBeUndefined()
  expect(await refreshTokens(env, asked)).toBeNull()
  expect((await rpc('ping', {}, { token: next.access_token })).status).toBe(401)
})

test('an answer of a renewal that never came is given again within a minute, if nobody has used its tokens', async () => {
  const grant = await permit(alice)
  const { refresh_token: first } = await exchange(grant)
  const lost = await refresh(grant.clientId, first)
  const again = await refresh(grant.clientId, first)
  expect(again).toMatchObject({ refresh_token: lost.refresh_token, scope: 'read' })
  expect((await rpc('ping', {}, { token: again.access_token })).status).toBe(200)
  // The token before that one is a copy by now.
  const next = await refresh(grant.clientId, again.refresh_token)
  expect(await refresh(grant.clientId, first)).toMatchObject({ error: 'invalid_grant' })
  expect((await rpc('ping', {}, { token: next.access_token })).status).toBe(401)
})

test('after a minute the refresh token before ends the grant, though nobody has used the new tokens', async () => {
  const grant = await permit(alice)
  const { refresh_token: first } = await exchange(grant)
  const renewed = await refresh(grant.clientId, first)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 60_001)
  expect(await refresh(grant.clientId, first)).toMatchObject({ error: 'invalid_grant' })
  clock.mockRestore()
  expect(await refresh(grant.clientId, renewed.refresh_token)).toMatchObject({ error: 'invalid_grant' })
})

test('an agent asks by its tool, and its owner alone approves or refuses, at the API', async () => {
  const [gina, hugo] = [await join('Gina'), await join('Hugo')]
  const limits = { ...LIMITS, askAbove: '0' }
  const { access_token: token } = await exchange(await permit(gina, { limits }))
  const waits = async () => {
    const answer = await callTool('post_v1_order', await purchase(90), token)
    const problem = JSON.parse(answer.result?.content?.[0]?.text ?? '{}') as {
      code: string
      facts: { request: string }
    }
    expect([answer.result?.isError, problem.code]).toEqual([true, 'agent_must_wait'])
    return problem.facts.request
  }
  const ask = { request_id: await waits() }
  const read = async () => {
    const answer = await callTool('get_v1_agents_request', ask, token)
    return answer.result?.structuredContent?.message
  }
  expect(await read()).toMatchObject({ state: 'waiting', side: 'buy', symbol: 'BTC-USDT', order_id: null })
  // Of Hugo, of the agent, and with a word more.
  for (const path of ['/v1/agents/approve', '/v1/agents/refuse']) {
    expect(await refused('POST', path, { form: ask, token: hugo.token })).toMatch(/no such request/)
    expect(
      await rpc('tools/call', { name: `post${path.replaceAll('/', '_')}`, arguments: ask }, { token }),
    ).toMatchObject({ error: { code: -32602 } })
    expect(await refused('POST', path, { form: { ...ask, quantity: '1' }, token: gina.token })).toMatch(/quantity/i)
  }
  const form = { form: ask, token: gina.token }
  const approved = await ok<{ order_id: number }>('POST', '/v1/agents/approve', form)
  expect(approved).toMatchObject({ state: 'approved', request_id: Number(ask.request_id) })
  expect(await read()).toMatchObject({ state: 'approved', order_id: approved.order_id })
  const orders = await ok<{ list: { order_id: number }[] }>('GET', '/v1/orders', { token: gina.token })
  expect(orders.list.map(({ order_id: id }) => id)).toEqual([approved.order_id])
  expect(await refused('POST', '/v1/agents/approve', form)).toMatch(/This request is over/)
  const other = { form: { request_id: await waits() }, token: gina.token }
  expect(await ok('POST', '/v1/agents/refuse', other)).toMatchObject({ state: 'refused', order_id: null })
  const { list } = await ok<{ list: { state: string }[] }>('GET', '/v1/agents/requests', { token: gina.token })
  expect(list.map(({ state }) => state)).toEqual(['refused', 'approved'])
  expect(await ok('GET', '/v1/agents/request', { query: other.form, token: gina.token })).toMatchObject(list[0] ?? {})
})

test('a request whose pair is delisted meanwhile is refused by its owner, and shown', async () => {
  const owner = await join('Ida')
  const { access_token: token } = await exchange(await permit(owner, { limits: { ...LIMITS, askAbove: '0' } }))
  await callTool('post_v1_order', await purchase(90), token)
  const list = (isListed: number) =>
    env.DB.prepare("UPDATE asset SET is_listed = ? WHERE code = 'BTC'").bind(isListed).run()
  await list(0)
  try {
    // Of the catalogue as it is now, which another database object reads anew.
    const DB = {
      prepare: (text: string) => env.DB.prepare(text),
      batch: (all: D1PreparedStatement[]) => env.DB.batch(all),
    }
    const site = { ...env, DB: DB as unknown as D1Database } satisfies Env
    expect((await loadCatalogue(site)).pairs.some(({ symbol }) => symbol === 'BTC-USDT')).toBe(false)
    const [, refusing] = agentRoutes
    const session = await verifySession(env, owner.token, Date.now())
    const facts = { fields: { request_id: '1' }, byKey: { session }, commandId: 'one', language: 'en' }
    const more = { setCookie: () => undefined, later: () => undefined }
    const request = new Request('http://cm.test/api/v1/agents/refuse', { method: 'POST' })
    expect(await refusing?.handle(request, site, { ...facts, ...more } as never)).toMatchObject({
      ok: true,
      value: { state: 'refused', symbol: 'BTC-USDT' },
    })
  } finally {
    await list(1)
  }
})

test('a second agent of the same name gets a number, so that its acts are told apart', async () => {
  const owner = await join('Jo')
  for (let count = 0; count < 3; count += 1) await permit(owner)
  const session = await verifySession(env, owner.token, Date.now())
  const keys = session && (await listApiKeys(env, session))
  const names = keys?.ok ? keys.value.map(({ name }) => name).sort() : []
  const [first = ''] = names
  expect(names).toEqual([first, `${first} 2`, `${first} 3`])
})

test('what an agent tried beyond its permission is noted', async () => {
  const cara = await join('Cara')
  const { token } = await tradingAgent(cara)
  const tried = await callTool('post_v1_order', { ...(await purchase(50)), wallet: 'margin' }, token)
  expect(codeOf(tried.result?.content?.[0]?.text)).toBe('key_not_taken')
  expect(await actsOf(cara)).toEqual([['place_spot_orders', 'key_not_taken']])
})

test('acts that change nothing hide no order from the owner', async () => {
  const fay = await join('Fay')
  const { token } = await tradingAgent(fay)
  expect((await callTool('post_v1_order', await purchase(99), token)).result?.isError).toBeUndefined()
  for (let count = 0; count < 60; count += 1) await callTool('delete_v1_orders', {}, token)
  const acts = await actsOf(fay)
  expect(acts).toHaveLength(51)
  expect(acts.at(-1)).toEqual(['place_spot_orders', 'ok'])
})

test('an agent places no order that a market would take without an index price', async () => {
  const dina = await join('Dina')
  const { session } = await tradingAgent(dina)
  const place = (commandId: string, terms: object) =>
    callAccount(env, session, { type: 'place_spot_orders', commandId, orders: [order({ side: 'sell', ...terms })] })
  expect(await place('without', { ticks: 60_000 })).toMatchObject({ ok: false, refusal: { code: 'key_not_taken' } })
})

story('that an order needs an index price reaches its market', async (stage) => {
  await stage.place(order({ lots: 100, needsIndex: true }), order({ lots: 100 }))
  const sent = stage.clerk.commands.map((command) => command.type === 'submit' && command.needsIndex)
  expect(sent).toEqual([true, undefined])
})

test('of an owner who logs out everywhere meanwhile no key is made', async () => {
  const eve = await join('Eve')
  const session = await verifySession(env, eve.token, Date.now())
  if (!session) throw new Error('a login')
  await env.DB.prepare('UPDATE user SET pay_password_hash = password_hash WHERE id = ?').bind(eve.userId).run()
  const site = siteWith((room) => ({
    asSystem: async (request, ...rest) => {
      if (request.includes('"add_api_key"')) await room.asSystem('{"type":"end_all_sessions"}')
      return room.asSystem(request, ...rest)
    },
  }))
  const wishes = { name: 'k', kind: 'hmac', publicKey: '', scopes: ['read'], addresses: '', days: '7' } as const
  const made = await addApiKey(site, session, { wishes, proof: { payPassword: PASSWORD } })
  expect(made).toMatchObject({ ok: false, refusal: { code: 'session_ended' } })
})

test('an access token that has expired ends no grant', async () => {
  const { access_token: token } = await exchange(await permit(alice))
  const { keyId } = readAgent(env, token) ?? {}
  const revoke = (shown: string) =>
    ask('/oauth/revoke', { method: 'POST', body: new URLSearchParams({ token: shown }) })
  await revoke(seal(env, 'access', { keyId, until: Date.now() - 1, trades: false }))
  expect((await rpc('ping', {}, { token })).status).toBe(200)
  await revoke(token)
  expect((await rpc('ping', {}, { token })).status).toBe(401)
})

test('a tool whose name is no text is unknown', async () => {
  for (const name of [{ toString: 1, valueOf: 2 }, ['get_v1_balances'], 7, null])
    expect(await rpc('tools/call', { name })).toMatchObject({ status: 200, error: { code: -32602 } })
})

test('a session lifts no limit of the addresses of tokens', async () => {
  const headers = { 'CF-Connecting-IP': '10.99.0.1' }
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  await weighCaller(env, new Request(ORIGIN, { headers }), { weight: ADDRESS_WEIGHT_MAX, now })
  const asked = { method: 'POST', headers: { ...headers, Authorization: alice.token } }
  for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke'])
    expect({ path, status: (await ask(path, { ...asked, body: '' })).status }).toEqual({ path, status: 429 })
  clock.mockRestore()
})
