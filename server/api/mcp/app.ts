// /mcp: the Model Context Protocol for agents, by Streamable HTTP without sessions or streams (revision 2025-11-25). A tool runs as the
// endpoint that it is made from: what reads an account, its Account judges by the agent's key.

import { Hono } from 'hono'
import { RECV_WINDOW_PRESET_MS } from '#domain/api-key'
import { logError } from '#lib/log-line'
import { roundText } from '#domain/log/leaf'
import type { Outcome, Refusal } from '#domain/outcome'
import type { KeyProof } from '#party/protocol/api-key'
import { checkSession } from '#services/account-room'
import { type Agent, readAgent } from '#services/agents/grant'
import { originOf } from '#services/agents/place'
import { loadBrand } from '#services/brand'
import { newestRound } from '#services/quotes'
import { refusalText } from '#services/words'
import { readBoundedBody } from '#session/bounded-body'
import { clientAddress, clientIp, isOwnMachine } from '#session/client-ip'
import { placeOf } from '#session/place'
import { type Session, hasSameOrigin } from '#session/session'
import { type Visitor, asHttp } from '../../socket/visitor'
import { routes } from '../app'
import { weighAddress } from '../caller-weight'
import { JsonText, problemOf } from '../envelope'
import { languageOf, parseJson, readJsonFields } from '../input'
import { isOrder, judged } from '../respond'
import type { Route } from '../route'
import { challenge } from './metadata'
import { describeTool, isTool, toolName } from './tools'

const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26']

const TOOLS = new Map(routes.filter(isTool).map((route) => [toolName(route), route]))

let described: readonly { readonly route: Route; readonly tool: object }[] | undefined
/** Trading tools are shown to agents that trade. */
const listTools = ({ agent }: Caller) =>
  (described ??= [...TOOLS.values()].map((route) => ({ route, tool: describeTool(route) })))
    .filter(({ route }) => route.method === 'GET' || agent?.trades)
    .map(({ tool }) => tool)

/** Of JSON-RPC. */
const ERRORS = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 } as const

interface Rpc {
  readonly id: string | number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Caller: an agent with a valid token, or anonymous. */
interface Caller {
  readonly env: Env
  readonly request: Request
  readonly visitor: Visitor
  readonly agent: Agent | null
  readonly later: (work: Promise<unknown>) => void
}

export const mcp = new Hono<{ Bindings: Env }>()

mcp.post('/', async ({ env, executionCtx, req: { raw: request } }) => {
  // Protects operators of a local site from pages of other sites in the same browser, also with DNS rebinding.
  if (request.headers.has('Origin') && (!hasSameOrigin(request) || isRebound(env, request)))
    return failure(403, ERRORS.request, 'Cross-site request')
  const version = request.headers.get('MCP-Protocol-Version')
  if (version !== null && !VERSIONS.includes(version))
    return failure(400, ERRORS.request, `Supported protocol versions: ${VERSIONS.join(', ')}`)
  const authorization = request.headers.get('Authorization')
  const token = /^Bearer +([\w.-]+)$/i.exec(authorization ?? '')?.[1]
  const agent = token === undefined ? null : readAgent(env, token)
  if (authorization !== null && !agent) return unauthorized(request, 'invalid_token')
  const body = await readBoundedBody(request)
  if (!body) return failure(413, ERRORS.request, 'Too large')
  const message = parseJson(new TextDecoder().decode(body))
  if (message === undefined) return failure(400, ERRORS.parse, 'No JSON')
  const visitor = { address: clientAddress(request), country: placeOf(request).country, language: 'en' } as const
  const later = (work: Promise<unknown>) => executionCtx.waitUntil(work)
  return answer({ env, request, visitor, agent, later }, message)
})
mcp.all('/', () => failure(405, ERRORS.request, 'Send a POST', { Allow: 'POST' }))
mcp.onError((error) => {
  logError('a tool failed', error)
  return failure(500, ERRORS.internal, 'Something went wrong on our side')
})

const isRebound = (env: Env, request: Request): boolean =>
  isOwnMachine(env, clientIp(request)) && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(request.url).hostname)

async function answer(caller: Caller, message: unknown): Promise<Response> {
  const rpc = readRpc(message)
  if (rpc === null) return failure(400, ERRORS.request, 'No request of JSON-RPC 2.0')
  // Notifications and answers need none.
  if (rpc === 'unanswered') return new Response(null, { status: 202 })
  const { name } = rpc.params
  const route = rpc.method === 'tools/call' && typeof name === 'string' ? TOOLS.get(name) : undefined
  if (route) return callTool(caller, rpc, route)
  const weighed = weigh(caller, 1)
  if (!weighed.ok) return refusedByHttp(caller, weighed.refusal)
  // A grant that ended is said at once.
  if (caller.agent) {
    const check = await checkSession(caller.env, sessionOf(caller, caller.agent, { scope: null, weight: 1 }))
    if (!check.ok) return refusedByHttp(caller, check.refusal)
  }
  switch (rpc.method) {
    case 'initialize':
      return result(rpc, await initialize(caller, rpc.params['protocolVersion']))
    case 'ping':
      return result(rpc, {})
    case 'tools/list':
      return rpc.params['cursor'] === undefined
        ? result(rpc, { tools: listTools(caller) })
        : error(rpc, ERRORS.params, 'There is one page of tools')
    case 'tools/call':
      return error(rpc, ERRORS.params, 'Unknown tool')
    default:
      return error(rpc, ERRORS.method, 'Unknown method')
  }
}

async function initialize({ env, request }: Caller, asked: unknown): Promise<object> {
  const { name } = await loadBrand(env)
  return {
    protocolVersion: VERSIONS.find((version) => version === asked) ?? VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'cm', title: name, version: '1', websiteUrl: originOf(request) },
    instructions:
      'Market data needs no login. Tools of the own account need the permission of its owner. Amounts and prices are exact decimal text; times are milliseconds.',
  }
}

async function callTool(caller: Caller, rpc: Rpc, route: Route): Promise<Response> {
  const { env, visitor, later } = caller
  const fields = readJsonFields(rpc.params['arguments'] ?? {})
  if (!fields) return error(rpc, ERRORS.params, '`arguments` is an object')
  if (route.isPrivate && !caller.agent) return unauthorized(caller.request)
  const weighed = route.isPrivate ? null : weigh(caller, route.weight)
  if (weighed && !weighed.ok) return refusedByHttp(caller, weighed.refusal)
  const language = languageOf(fields)
  const byKey = route.isPrivate && caller.agent ? { session: sessionOf(caller, caller.agent, route) } : null
  const facts = { fields, byKey, commandId: null, language, later, setCookie: () => undefined }
  const http = asHttp(visitor, route)
  // Read before the outcome exists, so that the caller holds it first.
  const round = isOrder(route, http) ? await newestRound(env) : null
  const outcome = await judged(env, byKey, await route.handle(http, env, facts))
  if (outcome.ok)
    return result(rpc, { ...succeeded(outcome.value), ...(round && { _meta: { 'cm/round': roundText(round) } }) })
  if (HTTP_REFUSALS.has(outcome.refusal.code)) return refusedByHttp(caller, outcome.refusal)
  const problem = problemOf(outcome.refusal, refusalText(language, outcome.refusal))
  return result(rpc, { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true })
}

function succeeded(value: unknown) {
  const text = value instanceof JsonText ? value.text : JSON.stringify(value ?? null)
  return { content: [{ type: 'text', text }], structuredContent: { message: JSON.parse(text) as unknown } }
}

/** Refusals that a client mends by a new token, or by waiting. */
const HTTP_REFUSALS = new Set([
  'key_unknown',
  'key_expired',
  'signature_wrong',
  'key_scope_missing',
  'too_many_requests',
])

function refusedByHttp({ request }: Caller, { code, facts }: Refusal): Response {
  if (code === 'too_many_requests')
    return failure(429, ERRORS.request, 'Too many requests', { 'Retry-After': facts['seconds'] ?? '1' })
  if (code !== 'key_scope_missing') return unauthorized(request, 'invalid_token')
  return failure(403, ERRORS.request, code, { 'WWW-Authenticate': challenge(request, 'insufficient_scope') })
}

const unauthorized = (request: Request, reason?: string): Response =>
  failure(401, ERRORS.request, 'The owner of the account must permit it first', {
    'WWW-Authenticate': challenge(request, reason),
  })

/** The agent's key in the place of a session: its Account judges it within each call. */
function sessionOf(
  { visitor }: Caller,
  { userId, keyId, generation }: Agent,
  { scope, weight }: { readonly scope?: KeyProof['scope']; readonly weight: number },
): Session {
  const key: KeyProof = {
    ...{ keyId, weight, scope: scope ?? null, address: visitor.address, requestId: crypto.randomUUID() },
    ...{ timestamp: Date.now(), recvWindow: RECV_WINDOW_PRESET_MS, signature: '', text: '' },
    ...{ isProven: true, isAgent: true, generation },
  }
  return { userId, sessionId: keyId, key }
}

const weigh = ({ env, request }: Caller, weight: number): Outcome<unknown> =>
  weighAddress(env, request, { weight, now: Date.now() })

function readRpc(message: unknown): Rpc | 'unanswered' | null {
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return null
  const { id, method, params = {} } = message
  if (typeof method !== 'string') return 'result' in message || 'error' in message ? 'unanswered' : null
  if (id === undefined) return 'unanswered'
  if ((typeof id !== 'string' && typeof id !== 'number') || !isObject(params)) return null
  return { id, method, params }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const result = ({ id }: Rpc, value: object): Response => write(200, { jsonrpc: '2.0', id, result: value })
const error = ({ id }: Rpc, code: number, message: string): Response =>
  write(200, { jsonrpc: '2.0', id, error: { code, message } })
const failure = (status: number, code: number, message: string, headers?: Record<string, string>): Response =>
  write(status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers)

const write = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
