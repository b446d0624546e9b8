// A program with an API key, as one outside is: it signs what it sends, over HTTP.

import { createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type KeyKind, type KeyScope, keyIdOf, keySecret, textToSign } from '#domain/api-key'
import { DAY_MS } from '#domain/time'
import { statusOf } from '#api/status'
import { callAccountAsSystem } from '#services/account-room'
import { type Sent, send } from '../api/client'

export interface Program {
  readonly id: string
  readonly sign: (text: string) => Promise<string>
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

interface KeyFacts {
  readonly kind: KeyKind
  readonly scopes: readonly KeyScope[]
  readonly addresses?: readonly string[]
  readonly expiresAt?: number
}

let made = 0

/** A program with a key of its own, made without the page. */
export async function program(userId: number, { kind, scopes, addresses = [], expiresAt }: KeyFacts): Promise<Program> {
  const id = keyIdOf(hmac, env.SESSION_SECRET, userId, (made += 1).toString(16).padStart(32, '0'))
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('Ed25519 makes pairs')
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  const key = {
    id,
    name: 'a program',
    kind,
    publicKey: kind === 'ed25519' ? Buffer.from(raw).toString('hex') : '',
    scopes,
    addresses,
    expiresAt: expiresAt ?? Date.now() + DAY_MS,
  }
  await callAccountAsSystem(env, userId, { type: 'add_api_key', key })
  const secret = keySecret(hmac, env.SESSION_SECRET, id)
  return {
    id,
    sign: async (text) =>
      kind === 'hmac'
        ? hmac(secret, text)
        : Buffer.from(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text))).toString(
            'base64',
          ),
  }
}

/** A signed request before it is sent, so that a test can change any part of it. */
export interface Signed {
  readonly method: string
  /** Below /api, with the query. */
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

let last = 0
interface Wishes {
  readonly json?: unknown
  readonly timestamp?: number
  readonly recvWindow?: number
  readonly commandId?: string
}

export async function signed(
  { id, sign }: Program,
  method: string,
  path: string,
  { json, timestamp, recvWindow = 5_000, commandId = '' }: Wishes = {},
): Promise<Signed> {
  const body = json === undefined ? '' : JSON.stringify(json)
  // Two requests of the same content have different times.
  last = Math.max(last + 1, Date.now() - 500)
  const at = timestamp ?? last
  const text = textToSign({ timestamp: at, recvWindow, method, path: `/api${path}`, commandId, body })
  return {
    method,
    path,
    body,
    headers: {
      'Api-Key': id,
      'Api-Timestamp': String(at),
      'Api-Recv-Window': String(recvWindow),
      'Api-Signature': await sign(text),
      ...(commandId !== '' && { 'Idempotency-Key': commandId }),
      ...(body !== '' && { 'Content-Type': 'application/json' }),
    },
  }
}

/** `code` is "ok", or the refusal's. */
export interface Told {
  readonly code: string
  readonly message: unknown
}

export async function ask({ method, path, headers, body }: Signed, from?: string): Promise<Told> {
  const sent: Sent = {
    headers: { ...headers, ...(from && { 'CF-Connecting-IP': from }) },
    ...(body !== '' && { body }),
  }
  const answer = await send(method, path, sent)
  const told: unknown = await answer.json()
  if (answer.status === 200) {
    // The old wire tells a failure by a sentence alone.
    const { type, message } = told as { type: string; message: unknown }
    return { code: type === 'ok' ? 'ok' : String(message), message }
  }
  const { code, status } = told as { code: string; status: number }
  // A failure is told as problem details, with the status of its code.
  expect({ status: answer.status, type: answer.headers.get('Content-Type') }).toEqual({
    status,
    type: 'application/problem+json; charset=utf-8',
  })
  expect(told).toEqual({
    type: `urn:cm:refusal:${code}`,
    title: code.replaceAll('_', ' '),
    status: statusOf(code),
    code,
    detail: expect.any(String),
    facts: expect.any(Object),
  })
  return { code, message: told }
}
