// Addresses of OAuth 2.1 that agents call themselves: registration, tokens, revocation. Errors are those of RFC 6749 and RFC 7591. The page
// on which the owner permits an agent is /oauth/authorize.

import { type Context, Hono } from 'hono'
import { type AgentTokens, exchangeCode, refreshTokens, revokeToken } from '#services/agents/grant'
import { registerClient } from '#services/agents/client'
import { resourceOf } from '#services/agents/place'
import { readBoundedBody } from '#session/bounded-body'
import { weighAddress } from '../caller-weight'
import { parseJson } from '../input'

type Asked = Context<{ Bindings: Env }>

const BODY_KB = 16
/** Tokens are rare. */
const WEIGHT = 5

export const oauth = new Hono<{ Bindings: Env }>()
  .post('/register', (context) => withBody(context, (body) => register(context, body)))
  .post('/token', (context) => withForm(context, (form) => token(context, form)))
  .post('/revoke', (context) =>
    withForm(context, async (form) => {
      await revokeToken(context.env, form.get('token') ?? '')
      return write(200, {})
    }),
  )

function register({ env }: Asked, body: string): Response {
  const client = registerClient(env, parseJson(body))
  if (typeof client === 'string') return failed(client)
  return write(201, {
    client_id: client.id,
    client_name: client.name,
    redirect_uris: client.redirects,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
}

async function token({ env, req }: Asked, form: URLSearchParams): Promise<Response> {
  const field = (name: string) => form.get(name) ?? ''
  const resource = form.get('resource')
  if (resource !== null && resource !== resourceOf(req.raw)) return failed('invalid_target')
  const clientId = field('client_id')
  switch (field('grant_type')) {
    case 'authorization_code': {
      const asked = { code: field('code'), verifier: field('code_verifier'), redirect: field('redirect_uri'), clientId }
      return tokensOr(await exchangeCode(env, asked))
    }
    case 'refresh_token':
      return tokensOr(await refreshTokens(env, { refresh: field('refresh_token'), clientId }))
    default:
      return failed('unsupported_grant_type')
  }
}

const tokensOr = (tokens: AgentTokens | null): Response =>
  tokens
    ? write(200, {
        access_token: tokens.access,
        token_type: 'Bearer',
        expires_in: tokens.seconds,
        refresh_token: tokens.refresh,
        scope: tokens.scopes.join(' '),
      })
    : failed('invalid_grant')

async function withBody(context: Asked, answer: (body: string) => Response | Promise<Response>): Promise<Response> {
  const { env, req } = context
  const weighed = weighAddress(env, req.raw, { weight: WEIGHT, now: Date.now() })
  if (!weighed.ok) return write(429, { error: 'slow_down' }, { 'Retry-After': weighed.refusal.facts['seconds'] ?? '1' })
  const body = await readBoundedBody(req.raw, BODY_KB)
  return body ? answer(new TextDecoder().decode(body)) : failed('invalid_request')
}

/** A field sent twice is refused: two readers could take different ones. */
const withForm = (context: Asked, answer: (form: URLSearchParams) => Promise<Response>): Promise<Response> =>
  withBody(context, (body) => {
    const form = new URLSearchParams(body)
    const names = [...form.keys()]
    return names.length === new Set(names).size ? answer(form) : failed('invalid_request')
  })

const failed = (error: string): Response => write(400, { error })

const write = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
