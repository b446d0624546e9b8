// The agents' door over HTTP: the protocol, every tool, a grant from its code to its end, and hundreds of calls that must not succeed.

import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { routes } from '#api/app'
import type { AgentLimits } from '#domain/agent'
import { isTool, toolName } from '../../server/api/mcp/tools'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { listAgentActs } from '#services/security/api-keys'
import { verifySession } from '#session/session'
import { refusalCodes } from '#services/words'
import { type Person, join, ok, seed } from '../api/client'
import type { Fields } from '../api/bad-input-fields'
import { program, signed, ask as askSigned } from '../keys/client'
import { LONG } from '../kit/long'
import {
  REDIRECT,
  type Rpc,
  type Tokens,
  ask,
  callTool,
  exchange,
  fetchTokens,
  permit,
  refresh,
  register,
  rpc,
} from './agent'

vi.setConfig({ testTimeout: LONG ? 1_200_000 : 120_000, hookTimeout: 60_000 })

/** Examples of every endpoint's fields. */
const EXAMPLES: Readonly<Record<string, Fields>> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Readonly<Record<string, Fields>>>('../*/bad-input.ts', { eager: true, import: 'ENDPOINTS' }),
  ),
)
/** USDT. */
const LIMITS: AgentLimits = { orderMax: '100000000', dayMax: '250000000' }
const TOOLS = new Map(routes.filter(isTool).map((route) => [toolName(route), route]))

let alice: Person
let bob: Person
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
})

const grantOf = async (
  owner: Person,
  limits: AgentLimits | null = null,
): Promise<Tokens & { readonly clientId: string; readonly keyId: string }> => {
  const grant = await permit(owner, { limits })
  const tokens = await exchange(grant)
  const [body = ''] = tokens.access_token.split('.')
  const { keyId } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { keyId: string }
  return { ...tokens, clientId: grant.clientId, keyId }
}
const endGrant = (owner: Person, keyId: string) =>
  callAccountAsSystem(env, owner.userId, { type: 'remove_api_key', keyId })

test('the protocol: versions, notifications, errors, and what is no request', async () => {
  const begun = await rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} })
  expect(begun.result).toMatchObject({ protocolVersion: '2025-06-18', capabilities: { tools: {} } })
  expect((await rpc('initialize', { protocolVersion: '1999-01-01' })).result).toMatchObject({
    protocolVersion: '2025-11-25',
  })
  expect(await rpc('ping')).toMatchObject({ status: 200, result: {} })
  expect(await rpc('resources/list')).toMatchObject({ status: 200, error: { code: -32601 } })
  expect(await callTool('post_v1_orders')).toMatchObject({ status: 200, error: { code: -32602 } })
  expect(await rpc('tools/list', { cursor: 'x' })).toMatchObject({ error: { code: -32602 } })
  const post = (body: string, headers = {}) => ask('/mcp', { method: 'POST', body, headers })
  expect((await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202)
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  for (const body of ['', '{', `[${ping}]`, '{}', '7', 'null', ping.replace('1,', 'null,'), ping.replace('2.0', '1.0')])
    expect({ body, status: (await post(body)).status }).toEqual({ body, status: 400 })
  expect((await post(ping, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400)
  expect((await post(' '.repeat(70_000))).status).toBe(413)
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await ask('/mcp', { method })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
  }
  expect((await post(ping, { Origin: 'http://cm.test' })).status).toBe(200)
  // A name of another site that leads to the visitor's own machine.
  expect((await post(ping, { Origin: 'http://cm.test', 'CF-Connecting-IP': '127.0.0.1' })).status).toBe(403)
})

test('every tool is an endpoint that reads, and answers with what its schema says or a refusal of the list', async () => {
  const { access_token: token } = await grantOf(alice, LIMITS)
  const { result } = await rpc('tools/list', {}, { token })
  const tools = result?.tools ?? []
  expect(tools.map(({ name }) => name)).toEqual([...TOOLS.keys()])
  expect(tools.length).toBeGreaterThan(60)
  const codes = new Set<string>(refusalCodes())
  const answered: string[] = []
  for (const { name, inputSchema, outputSchema, annotations } of tools) {
    expect(name).toMatch(/^(?:get|post|delete)_v1_[\w-]{1,100}$/)
    const route = TOOLS.get(name)
    const reads = route?.method === 'GET'
    expect([outputSchema.type, annotations.readOnlyHint, annotations.destructiveHint]).toEqual([
      'object',
      reads,
      !reads,
    ])
    const examples = EXAMPLES[`${route?.method} ${route?.path}`] ?? {}
    const fields = Object.fromEntries(inputSchema.required.map((field) => [field, examples[field]?.valid]))
    const answer = await callTool(name, fields, token)
    expect({ name, status: answer.status, error: answer.error }).toEqual({ name, status: 200, error: undefined })
    if (answer.result?.isError) {
      const { code } = JSON.parse(answer.result.content?.[0]?.text ?? '') as { code: string }
      expect({ name, isListed: codes.has(code) }).toEqual({ name, isListed: true })
      expect(['internal_error', 'route_not_found', 'field_not_taken']).not.toContain(code)
    } else if (route) {
      const { issues = [] } = v.safeParse(route.output, answer.result?.structuredContent?.message)
      expect({ name, issues }).toEqual({ name, issues: [] })
      answered.push(name)
    }
    expect(await callTool(name, { ...fields, nobodys: '1' }, token)).toMatchObject({ result: { isError: true } })
  }
  expect(answered.length).toBeGreaterThan(50)
  for (const name of ['get_v1_balances', 'get_v1_orders', 'get_v1_quotes']) expect(answered).toContain(name)
})

test('an agent that nobody permitted is told where to ask', async () => {
  const answer = await callTool('get_v1_balances')
  expect(answer.status).toBe(401)
  const [, address = ''] =
    /resource_metadata="http:\/\/cm\.test([^"]+)"/.exec(answer.headers.get('WWW-Authenticate') ?? '') ?? []
  const resource = await (await ask(address)).json<{ resource: string; authorization_servers: string[] }>()
  expect(resource).toMatchObject({ resource: 'http://cm.test/mcp', authorization_servers: ['http://cm.test'] })
  expect(await (await ask('/.well-known/oauth-authorization-server')).json()).toMatchObject({
    ...{ issuer: 'http://cm.test', code_challenge_methods_supported: ['S256'] },
    ...{ registration_endpoint: 'http://cm.test/oauth/register', token_endpoint: 'http://cm.test/oauth/token' },
  })
  expect((await callTool('get_v1_quotes', { symbol: 'BTC-USDT' })).result?.isError).toBeUndefined()
})

/** Balances without their values, which follow the price. */
const amountsOf = (balances: unknown) =>
  (balances as readonly Readonly<Record<string, unknown>>[]).map(({ usdt_value: _value, ...amounts }) => amounts)

test('a grant reads its own account, is renewed, and ends at once', async () => {
  const grant = await permit(alice)
  const tokens = await exchange(grant, { resource: 'http://cm.test/mcp' })
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'read' })
  const balances = await callTool('get_v1_balances', {}, tokens.access_token)
  const own = await ok('GET', '/v1/balances', { token: alice.token })
  expect(amountsOf(balances.result?.structuredContent?.message)).toEqual(amountsOf(own))
  const renewed = await refresh(grant.clientId, tokens.refresh_token)
  expect((await rpc('ping', {}, { token: renewed.access_token })).status).toBe(200)
  expect(
    (await ask('/oauth/revoke', { method: 'POST', body: new URLSearchParams({ token: renewed.refresh_token }) }))
      .status,
  ).toBe(200)
  for (const token of [tokens.access_token, renewed.access_token])
    for (const method of ['ping', 'tools/list', 'initialize'])
      expect((await rpc(method, {}, { token })).status).toBe(401)
  expect((await callTool('get_v1_balances', {}, renewed.access_token)).status).toBe(401)
  expect(await refresh(grant.clientId, renewed.refresh_token)).toEqual({ error: 'invalid_grant' })
})

/** What a limit order below the market is asked with. */
async function orderOf(usdt: number, symbol = 'BTC-USDT', side = 'buy') {
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol } })
  const price = Math.floor(Number(quote?.price) * (side === 'buy' ? 0.97 : 1.03))
  return { symbol, side, price: String(price), quantity: (usdt / price).toFixed(5) }
}
const openOrders = async (person: Person) =>
  (await ok<{ count: number }>('GET', '/v1/orders', { token: person.token, query: { stage: 'open' } })).count
const codeOf = ({ result, error, status }: Rpc): string => {
  if (error) return String(status)
  const text = result?.content?.[0]?.text ?? ''
  return result?.isError ? (JSON.parse(text) as { code: string }).code : 'ok'
}

test('an agent trades within its limits, and its owner reads what it did', async () => {
  const dora = await join('Dora')
  const { access_token: token, keyId } = await grantOf(dora, LIMITS)
  const place = async (usdt: number, more = {}) =>
    codeOf(await callTool('post_v1_order', { ...(await orderOf(usdt)), ...more }, token))
  expect(await place(101)).toBe('agent_order_above_max')
  expect(await place(99)).toBe('ok')
  // A refused order counts nothing.
  for (let turn = 0; turn < 5; turn += 1) expect(await place(99, { quantity: '0.0000001' })).not.toBe('ok')
  expect(await place(99)).toBe('ok')
  expect(await place(99)).toBe('agent_day_above_max')
  expect(await openOrders(dora)).toBe(2)
  expect(codeOf(await callTool('delete_v1_orders', {}, token))).toBe('ok')
  expect(await openOrders(dora)).toBe(0)
  // Cancelled orders stay counted.
  expect(await place(99)).toBe('agent_day_above_max')
  const session = await verifySession(env, dora.token, Date.now())
  const acts = session && (await listAgentActs(env, session))
  const told = acts?.ok
    ? acts.value.map(({ name, command, outcome }) => [name, command, outcome === 'ok' ? 'ok' : outcome?.code])
    : []
  expect(told[0]).toEqual(['An agent', 'place_spot_orders', 'agent_day_above_max'])
  expect(told[1]).toEqual(['An agent', 'cancel_spot_orders', 'ok'])
  expect(told.at(-1)).toEqual(['An agent', 'place_spot_orders', 'agent_order_above_max'])
  await endGrant(dora, keyId)
  expect((await callTool('post_v1_order', await orderOf(10), token)).status).toBe(401)
})

test('a sale with a low price, an order without USDT or on margin, and commands that are no tools are not taken', async () => {
  const finn = await join('Finn')
  const { access_token: token, keyId } = await grantOf(finn, { orderMax: '1000000000', dayMax: '1000000000' })
  const sale = await orderOf(950, 'BTC-USDT', 'sell')
  const low = String(Math.floor(Number(sale.price) * 0.97))
  const sell = (fields: object) => callTool('post_v1_order', { ...sale, ...fields }, token)
  // Of 950 USDT at its price, but more at the highest price that the band allows.
  expect(codeOf(await sell({ price: low, quantity: (990 / Number(low)).toFixed(5) }))).toBe('agent_order_above_max')
  expect(codeOf(await sell({ kind: 'market', price: '', quantity: '0.5' }))).toBe('agent_order_above_max')
  expect(codeOf(await sell({ wallet: 'margin' }))).toBe('key_not_taken')
  expect(await openOrders(finn)).toBe(0)
  // The Account itself refuses what no tool offers, under a genuine token.
  const key = {
    keyId,
    weight: 1,
    scope: 'trade',
    address: 'local',
    requestId: 'r',
    timestamp: Date.now(),
    recvWindow: 5_000,
    signature: '',
    text: '',
    isProven: true,
    isAgent: true,
  } as const
  const session = { userId: finn.userId, sessionId: keyId, key }
  const asked = { type: 'cancel_all_after', commandId: 'c-1', owner: 'agent', timeoutMs: 60_000 } as const
  expect(await callAccount(env, session, asked)).toMatchObject({ refusal: { code: 'key_not_taken' } })
  const moving = { ...session, key: { ...key, scope: 'transfer', requestId: 's' } } as const
  expect(await callAccount(env, moving, asked)).toMatchObject({ refusal: { code: 'key_scope_missing' } })
})

test('of many orders at the same instant no more than the day allows are placed', async () => {
  const gita = await join('Gita')
  const { access_token: token } = await grantOf(gita, LIMITS)
  const order = await orderOf(60)
  const answers = await Promise.all(Array.from({ length: 20 }, () => callTool('post_v1_order', order, token)))
  expect(answers.filter((answer) => codeOf(answer) === 'ok')).toHaveLength(4)
  expect(await openOrders(gita)).toBe(4)
})

test('a second use of a code ends the grant, and of a refresh token once the new tokens were used', async () => {
  const grant = await permit(alice)
  const first = await exchange(grant)
  expect(await exchange(grant)).toEqual({ error: 'invalid_grant' })
  expect((await callTool('get_v1_balances', {}, first.access_token)).status).toBe(401)
  const other = await grantOf(alice)
  const renewed = await refresh(other.clientId, other.refresh_token)
  expect((await callTool('get_v1_balances', {}, renewed.access_token)).status).toBe(200)
  expect(await refresh(other.clientId, other.refresh_token)).toEqual({ error: 'invalid_grant' })
  expect((await callTool('get_v1_balances', {}, renewed.access_token)).status).toBe(401)
  expect(await refresh(other.clientId, renewed.refresh_token)).toEqual({ error: 'invalid_grant' })
})

test('of two uses of a code at the same instant at most one gets tokens', async () => {
  const grant = await permit(alice)
  const answers = await Promise.all([exchange(grant), exchange(grant), exchange(grant)])
  expect(answers.filter(({ error }) => error === undefined).length).toBeLessThanOrEqual(1)
})

test('a grant ends with a changed password, as other keys do', async () => {
  const cleo = await join('Cleo')
  const { access_token: token } = await grantOf(cleo)
  expect((await callTool('get_v1_balances', {}, token)).status).toBe(200)
  await callAccountAsSystem(env, cleo.userId, { type: 'end_all_sessions' })
  expect((await callTool('get_v1_balances', {}, token)).status).toBe(401)
})

test('addresses of agents are HTTPS, or HTTP on the own machine with any port', async () => {
  const registered = async (redirect: string) => {
    const body = JSON.stringify({ client_name: 'A', redirect_uris: [redirect] })
    return (await ask('/oauth/register', { method: 'POST', body })).status
  }
  for (const redirect of [REDIRECT, 'http://127.0.0.1/callback', 'http://localhost:5000/x?y=1', 'http://[::1]:1/'])
    expect({ redirect, status: await registered(redirect) }).toEqual({ redirect, status: 201 })
  const wrong = [
    'http://agent.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/callback',
    `${REDIRECT}#x`,
    'https://a:b@agent.example/',
    `${REDIRECT}/${'x'.repeat(300)}`,
    'http://127.0.0.1.evil.example/',
    '',
  ]
  for (const redirect of wrong)
    expect({ redirect, status: await registered(redirect) }).toEqual({ redirect, status: 400 })
  for (const body of ['', '[]', '{}', '{"redirect_uris":[]}', '{"redirect_uris":"x"}'])
    expect((await ask('/oauth/register', { method: 'POST', body })).status).toBe(400)
})

test('hundreds of hostile calls: none is carried out', async () => {
  const possessions = async () => {
    const balances = await ok<{ held: string; total: string }[]>('GET', '/v1/balances', { token: alice.token })
    const { count } = await ok<{ count: number }>('GET', '/v1/orders', { token: alice.token })
    return [count, ...balances.map(({ held, total }) => [held, total])]
  }
  const before = await possessions()
  const live = await grantOf(alice)
  const ended = await grantOf(alice)
  await endGrant(alice, ended.keyId)
  const foreign = await grantOf(bob)
  const trading = await grantOf(alice, LIMITS)
  const hmac = await program(alice.userId, { kind: 'hmac', scopes: ['read', 'trade', 'transfer'] })
  const stranger = await register(['https://stranger.example/'])
  const waiting = await permit(alice)
  let refused = 0
  const isRefused = (what: unknown, isSo: boolean) => {
    expect({ what, isSo }).toEqual({ what, isSo: true })
    refused += 1
  }
  const [body = '', mark = ''] = live.access_token.split('.')
  const rewritten = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const tokens: readonly ((round: number) => string)[] = [
    (round) => `${body}.${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}${'x'.repeat(round % 2)}`,
    (round) => `${body.slice(0, round)}${body.slice(round + 1)}.${mark}`,
    () => `${rewritten({ keyId: hmac.id, until: Date.now() + 1e9 })}.${mark}`,
    () => `${rewritten({ keyId: live.keyId, until: Date.now() + 1e9 })}.${mark}`,
    () => live.refresh_token,
    () => waiting.code,
    () => live.clientId,
    () => ended.access_token,
    () => alice.token,
    () => hmac.id,
    () => 'x',
  ]
  const writing = routes.filter(
    ({ method, path, isPrivate }) => path.startsWith('/v1/') && isPrivate && method !== 'GET',
  )
  const pollution = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'key', 'userId', 'session']
  const rounds = LONG ? 40 : 10
  for (let round = 0; round < rounds; round += 1) {
    for (const token of tokens) {
      const shown = token(round)
      isRefused(shown, (await callTool('get_v1_balances', {}, shown)).status === 401)
    }
    // A reader trades by no tool, and no other command is one, whatever it is called.
    const route = writing[round % writing.length]
    if (!route) continue
    const name = toolName(route)
    isRefused(name, (await callTool(name, {}, live.access_token)).error !== undefined)
    isRefused(name, (await callTool(name.replace('_v1_', '_'), {}, live.access_token)).error?.code === -32602)
    // A token is none of the API, of the socket's key or of a session.
    const { method, path } = route
    for (const Authorization of [live.access_token, `Bearer ${live.access_token}`]) {
      const api = await ask(`/api${path}`, {
        method,
        headers: { Authorization, 'Content-Type': 'application/json' },
        ...(method !== 'DELETE' && { body: '{}' }),
      })
      isRefused(path, (await api.json<{ type: string }>()).type !== 'ok')
    }
    const asKey = { ...hmac, id: live.keyId }
    isRefused('signature', (await askSigned(await signed(asKey, 'GET', '/v1/balances'))).code === 'signature_wrong')
    for (const field of pollution) {
      const fields = JSON.parse(`{"${field}":"1"}`) as object
      isRefused(field, (await callTool('get_v1_balances', fields, live.access_token)).result?.isError === true)
    }
    for (const fields of [[], 'x', 7]) {
      const answer = await rpc(
        'tools/call',
        { name: 'get_v1_balances', arguments: fields },
        { token: live.access_token },
      )
      isRefused(fields, answer.error?.code === -32602)
    }
    for (const Origin of ['https://evil.example', 'null', 'http://cm.test.evil.example'])
      isRefused(Origin, (await rpc('ping', {}, { token: live.access_token, headers: { Origin } })).status === 403)
    for (const [index, usdt] of [101, 1_000, 1e9].entries()) {
      const code = codeOf(await callTool('post_v1_order', await orderOf(usdt), trading.access_token))
      isRefused([index, code], code !== 'ok')
      isRefused(usdt, (await callTool('post_v1_order', await orderOf(usdt), live.access_token)).status === 403)
    }
    // Codes and refresh tokens with a wrong part. None of these ends the grant of the code.
    const wrongs: readonly Readonly<Record<string, string>>[] = [
      { code_verifier: 'x'.repeat(43 + round) },
      { code_verifier: '' },
      { code_verifier: waiting.verifier.slice(1) },
      { redirect_uri: 'https://stranger.example/' },
      { redirect_uri: `${REDIRECT}?x=${round}` },
      { client_id: stranger },
      { client_id: '' },
      { code: `${waiting.code.slice(0, -1)}-` },
      { code: live.refresh_token },
      { code: live.access_token },
      { resource: 'https://other.example/mcp' },
      { grant_type: 'client_credentials' },
      { grant_type: 'password' },
    ]
    for (const wrong of wrongs) isRefused(wrong, (await exchange(waiting, wrong)).error !== undefined)
    for (const token of [foreign.access_token, waiting.code, live.access_token, live.clientId, 'x.y', ''])
      isRefused(token, (await refresh(live.clientId, token)).error === 'invalid_grant')
    isRefused('client', (await refresh(stranger, live.refresh_token)).error === 'invalid_grant')
    isRefused('ended', (await refresh(ended.clientId, ended.refresh_token)).error === 'invalid_grant')
    const twice = `grant_type=refresh_token&grant_type=refresh_token&client_id=${live.clientId}&refresh_token=${live.refresh_token}`
    const answer = await ask('/oauth/token', { method: 'POST', body: twice })
    isRefused('twice', answer.status === 400)
  }
  expect(refused).toBeGreaterThanOrEqual(LONG ? 1_000 : 400)
  expect(await possessions()).toEqual(before)
  // The foreign grant reads its own account alone; what was attacked still works.
  expect((await callTool('get_v1_orders', {}, foreign.access_token)).status).toBe(200)
  expect((await exchange(waiting)).error).toBeUndefined()
  expect(
    (await fetchTokens({ grant_type: 'refresh_token', client_id: live.clientId, refresh_token: live.refresh_token }))
      .error,
  ).toBeUndefined()
})
