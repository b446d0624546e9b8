// Grants of agents (OAuth 2.1: authorization code with PKCE, rotated refresh tokens). A grant is an API key of the kind "agent": its Account
// judges each request, and its owner removes it. The code is the refresh token of generation 0, so a second use of either ends the grant:
// of a refresh token when the tokens that it was exchanged for were used, or a minute later.

import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import { type KeyDays, type KeyScope, keyExpiry } from '#domain/api-key'
import type { AgentLimits } from '#domain/agent'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { isSameText } from '#domain/same-text'
import type { OwnerProof } from '#domain/security'
import { MINUTE_MS } from '#domain/time'
import type { NewKey } from '#party/protocol/api-key'
import type { Session } from '#session/session'
import { callAccountAsSystem } from '../account-room'
import { type AddKeyRefusal, addProvenKey } from '../security/api-keys'
import { noticeChange } from '../security/notice'
import type { AgentClient } from './client'
import { seal, unseal } from './sealed'

const CODE_LIFE_MS = 5 * MINUTE_MS
const ACCESS_LIFE_MS = 15 * MINUTE_MS

const code = v.object({
  keyId: v.string(),
  until: v.number(),
  /** End of the grant. */
  grantUntil: v.number(),
  challenge: v.string(),
  redirect: v.string(),
  client: v.string(),
})
const refresh = v.object({ keyId: v.string(), generation: v.number(), client: v.string() })
const access = v.object({
  keyId: v.string(),
  until: v.number(),
  trades: v.boolean(),
  generation: v.optional(v.number(), 0),
})

/** What an agent asks its owner for, read from the address of the consent page. */
export interface AgentRequest {
  readonly client: AgentClient
  readonly redirect: string
  readonly challenge: string
}

export interface AgentTokens {
  readonly access: string
  readonly refresh: string
  readonly seconds: number
  readonly scopes: readonly KeyScope[]
}

export interface AgentWishes {
  readonly days: KeyDays
  /** Null: it reads only. */
  readonly limits: AgentLimits | null
}

/** Upper bound of a limit, so that sums stay exact. */
const LIMIT_MAX = 10n ** 15n

/** Which orders the owner approves: none, each, or those that count more than an amount. */
export const ASKS = ['always', 'above', 'off'] as const

/** Limits in USDT, from text. */
export function readLimits(text: {
  readonly orderMax: string
  readonly dayMax: string
  readonly ask: (typeof ASKS)[number] | undefined
  readonly askAbove: string
  /** Empty: no limit. */
  readonly lossMax: string
}): Outcome<AgentLimits> {
  const [order, day] = [parseAmount(USDT, text.orderMax.trim()), parseAmount(USDT, text.dayMax.trim())]
  if (!order.ok || order.value <= 0n || order.value > LIMIT_MAX)
    return refuse('field_malformed', { field: 'agent_order_max' })
  if (!day.ok || day.value < order.value || day.value > LIMIT_MAX)
    return refuse('field_malformed', { field: 'agent_day_max' })
  const loss = text.lossMax.trim() === '' ? null : parseAmount(USDT, text.lossMax.trim())
  if (loss && (!loss.ok || loss.value <= 0n || loss.value > LIMIT_MAX))
    return refuse('field_malformed', { field: 'agent_loss_max' })
  const limits = {
    ...{ orderMax: encodeAmount(order.value), dayMax: encodeAmount(day.value) },
    ...(loss?.ok && { lossMax: encodeAmount(loss.value) }),
  }
  switch (text.ask) {
    case 'always':
      return done({ ...limits, askAbove: '0' })
    case 'off':
      return done(limits)
    case 'above': {
      const above = parseAmount(USDT, text.askAbove.trim())
      if (!above.ok || above.value <= 0n || above.value >= order.value)
        return refuse('field_malformed', { field: 'agent_ask_above' })
      return done({ ...limits, askAbove: encodeAmount(above.value) })
    }
    case undefined:
      return refuse('field_malformed', { field: 'agent_ask' })
  }
}
const USDT = { scale: 6, code: 'USDT' }

/** Authorization code for the agent, after the owner's step-up proof. */
export async function grantAgent(
  env: Env,
  session: Session,
  { request, days, limits, proof }: AgentWishes & { readonly request: AgentRequest; readonly proof: OwnerProof },
): Promise<Outcome<string, AddKeyRefusal>> {
  const now = Date.now()
  const until = now + CODE_LIFE_MS
  const { client, redirect, challenge } = request
  // Lives no longer than the code until the agent fetches its tokens.
  const key: Omit<NewKey, 'id'> = {
    ...{ name: client.name, kind: 'agent', publicKey: '', addresses: [], expiresAt: until },
    ...(limits ? { scopes: ['read', 'trade'], limits } : { scopes: ['read'] }),
  }
  const added = await addProvenKey(env, session, { key, proof })
  if (!added.ok) return added
  const content = { keyId: added.value, until, grantUntil: keyExpiry(days, now), challenge, redirect }
  return done(seal(env, 'code', { ...content, client: nameOf(env, client.id) }))
}

/** Null for any wrong part. */
export async function exchangeCode(
  env: Env,
  asked: { readonly code: string; readonly verifier: string; readonly redirect: string; readonly clientId: string },
): Promise<AgentTokens | null> {
  const read = unseal(env, 'code', code, asked.code)
  if (!read || read.until <= Date.now() || !isSameText(read.client, nameOf(env, asked.clientId))) return null
  if (read.redirect !== asked.redirect || !/^[\w.~-]{43,128}$/.test(asked.verifier)) return null
  const shown = createHash('sha256').update(asked.verifier).digest('base64url')
  if (!isSameText(shown, read.challenge)) return null
  const { keyId, client, grantUntil } = read
  return renew(env, { keyId, client, generation: 0, expiresAt: grantUntil })
}

export function refreshTokens(
  env: Env,
  asked: { readonly refresh: string; readonly clientId: string },
): Promise<AgentTokens | null> {
  const read = unseal(env, 'refresh', refresh, asked.refresh)
  if (!read || !isSameText(read.client, nameOf(env, asked.clientId))) return Promise.resolve(null)
  return renew(env, read)
}

async function renew(
  env: Env,
  { client, ...named }: v.InferOutput<typeof refresh> & { readonly expiresAt?: number },
): Promise<AgentTokens | null> {
  const { keyId } = named
  const now = Date.now()
  const renewed = await callAccountAsSystem(env, ownerOf(keyId), {
    type: 'renew_agent_key',
    ...named,
    next: drawGeneration(),
  })
  if (renewed === 'reused') await noticeChange(env, ownerOf(keyId), 'api_key_removed', now)
  if (typeof renewed === 'string') return null
  const { generation, scopes, expiresAt } = renewed
  const until = Math.min(now + ACCESS_LIFE_MS, expiresAt)
  return {
    access: seal(env, 'access', { keyId, until, generation, trades: scopes.includes('trade') }),
    refresh: seal(env, 'refresh', { keyId, generation, client }),
    seconds: Math.floor((until - now) / 1000),
    scopes,
  }
}

/** Random, to recognise a repeated call. Never 0, the generation of the code. */
const drawGeneration = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) + 1

/** Ends the grant of a refresh token, or of an access token that is still good. Unknown tokens are none. */
export async function revokeToken(env: Env, token: string): Promise<void> {
  const keyId = (unseal(env, 'refresh', refresh, token) ?? readAgent(env, token))?.keyId
  if (keyId === undefined) return
  const { isRemoved } = await callAccountAsSystem(env, ownerOf(keyId), { type: 'remove_api_key', keyId })
  if (isRemoved) await noticeChange(env, ownerOf(keyId), 'api_key_removed', Date.now())
}

export interface Agent {
  readonly userId: number
  readonly keyId: string
  /** Tools that the agent sees. Its Account checks each call. */
  readonly trades: boolean
  readonly generation: number
}

/** Whose agent shows this access token; null for no token of this site, or an expired one. The Account says whether the grant still lives. */
export function readAgent(env: Env, token: string): Agent | null {
  const read = unseal(env, 'access', access, token)
  if (!read || read.until <= Date.now()) return null
  const { until: _until, ...agent } = read
  return { userId: ownerOf(read.keyId), ...agent }
}

/** The number in front of a key's id, which this site made. */
const ownerOf = (keyId: string): number => parseInt(keyId, 10)

/** A client's id can be long. */
const nameOf = ({ SESSION_SECRET }: Env, clientId: string): string =>
  createHmac('sha256', SESSION_SECRET).update(`agent client name\n${clientId}`).digest('base64url')
