// The address of the consent page: what an agent asks for, and the address that leads back to the agent.

import { hasRedirect, hostOf, readClient } from './client'
import type { AgentRequest } from './grant'
import { originOf, resourceOf } from './place'

export interface AskedByAgent extends AgentRequest {
  /** Given back to the agent as it came. */
  readonly state: string | null
  /** Of the address that the answer goes to. */
  readonly host: string
}

/** Null for an invalid request: its redirect address may be an attacker's. */
export function readAsked(env: Env, request: Request): AskedByAgent | null {
  const { searchParams } = new URL(request.url)
  const field = (name: string) => (searchParams.getAll(name).length === 1 ? (searchParams.get(name) ?? '') : '')
  const client = readClient(env, field('client_id'))
  const redirect = field('redirect_uri')
  const challenge = field('code_challenge')
  const isWhole =
    field('response_type') === 'code' &&
    field('code_challenge_method') === 'S256' &&
    /^[\w-]{43}$/.test(challenge) &&
    (!searchParams.has('resource') || field('resource') === resourceOf(request))
  if (!client || !isWhole || !hasRedirect(client, redirect)) return null
  return { client, redirect, challenge, state: searchParams.get('state'), host: hostOf(redirect) }
}

/** Leads back to the agent. `iss` tells it who answers (RFC 9207). */
export function addressBack(
  request: Request,
  { redirect, state }: AskedByAgent,
  answer: { readonly code: string } | { readonly error: 'access_denied' },
): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', originOf(request))
  return url.href
}
