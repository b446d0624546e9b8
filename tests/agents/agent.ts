// An agent of somebody else's making: registers, gets a code for what the owner permits, and calls tools, over HTTP.

import { createHash, randomBytes } from 'node:crypto'
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { AgentLimits } from '#domain/agent'
import { readClient } from '#services/agents/client'
import { grantAgent } from '#services/agents/grant'
import { verifySession } from '#session/session'
import worker from '../../server/worker'
import { ORIGIN, PASSWORD, type Person } from '../api/client'

export const REDIRECT = 'https://agent.example/callback'

/** One request; the address of each is its own. */
let callers = 0
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  callers += 1
  const headers = new Headers(init.headers)
  if (!headers.has('CF-Connecting-IP')) headers.set('CF-Connecting-IP', `10.7.${callers >> 8}.${callers & 255}`)
  const execution = createExecutionContext()
  const answer = await worker.fetch(new Request(ORIGIN + path, { ...init, headers }), env, execution)
  await waitOnExecutionContext(execution)
  return answer
}

export interface Rpc {
  readonly status: number
  readonly result?: {
    readonly content?: readonly { readonly text: string }[]
    readonly structuredContent?: { readonly message: unknown }
    readonly isError?: boolean
    readonly tools?: readonly Tool[]
    readonly [other: string]: unknown
  }
  readonly error?: { readonly code: number; readonly message: string }
  readonly headers: Headers
}

interface Tool {
  readonly name: string
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>>; readonly required: readonly string[] }
  readonly outputSchema: { readonly type: string }
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
}

/** A method of the protocol. */
export async function rpc(
  method: string,
  params: object = {},
  { token, headers = {} }: { readonly token?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Rpc> {
  const answer = await ask('/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { ...(await answer.json<object>()), status: answer.status, headers: answer.headers }
}

export const callTool = (name: string, fields: object = {}, token?: string): Promise<Rpc> =>
  rpc('tools/call', { name, arguments: fields }, token === undefined ? {} : { token })

export async function register(redirects: readonly string[] = [REDIRECT], name = 'An agent'): Promise<string> {
  const body = JSON.stringify({ client_name: name, redirect_uris: redirects, token_endpoint_auth_method: 'none' })
  const answer = await ask('/oauth/register', { method: 'POST', body })
  return (await answer.json<{ client_id: string }>()).client_id
}

export interface Grant {
  readonly clientId: string
  readonly code: string
  readonly verifier: string
}

/** What the owner permits on the consent page, which has a test of its own. */
export async function permit(
  owner: Person,
  { clientId, limits = null }: { readonly clientId?: string; readonly limits?: AgentLimits | null } = {},
): Promise<Grant> {
  const id = clientId ?? (await register())
  const [client, session] = [readClient(env, id), await verifySession(env, owner.token, Date.now())]
  if (!client || !session) throw new Error('a registered agent and a login')
  await env.DB.prepare('UPDATE user SET pay_password_hash = password_hash WHERE id = ?').bind(owner.userId).run()
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const proof = { payPassword: PASSWORD }
  const code = await grantAgent(env, session, {
    request: { client, redirect: REDIRECT, challenge },
    days: '30',
    limits,
    proof,
  })
  if (!code.ok) throw new Error(code.refusal.code)
  return { clientId: id, code: code.value, verifier }
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
  readonly error?: string
}

export async function fetchTokens(fields: Readonly<Record<string, string>>): Promise<Tokens> {
  const answer = await ask('/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })
  return answer.json<Tokens>()
}

export const exchange = ({ clientId, code, verifier }: Grant, more: Readonly<Record<string, string>> = {}) =>
  fetchTokens({
    ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier, redirect_uri: REDIRECT },
    ...more,
  })

export const refresh = (clientId: string, token: string, more: Readonly<Record<string, string>> = {}) =>
  fetchTokens({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more })
