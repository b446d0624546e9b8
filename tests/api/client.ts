// A client of the wire contract, as the old clients are: forms, a raw token in Authorization, `lang` among the fields.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { expect } from 'vitest'
import { routes } from '#api/app'
import worker from '../../server/worker'
import { seedStatements } from '#db/platform/seed/index'
import { person } from '../kit/person'

export const ORIGIN = 'http://cm.test'

export interface Sent {
  readonly query?: Readonly<Record<string, string>> | URLSearchParams
  readonly form?: Readonly<Record<string, string>> | URLSearchParams
  readonly json?: unknown
  readonly token?: string | undefined
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

export interface Answer {
  readonly type?: string
  readonly message?: unknown
  readonly code?: number
  readonly msg?: string
  readonly data?: unknown
}

let callers = 0

/**
 * Calls an endpoint and checks what all answers share: HTTP 200, uncacheable JSON, one of the two envelope forms, and after a success
 * the schema that the document shows.
 */
export async function call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const response = await send(method, path, sent)
  expect(response.status, path).toBe(200)
  expect(response.headers.get('Content-Type'), path).toMatch(/^application\/json/)
  expect(response.headers.get('Cache-Control'), path).toBe('no-store')
  // A page of another site reads it, unless a cookie came along.
  if (sent.headers?.['Origin'] && !sent.headers['Cookie'])
    expect(response.headers.get('Access-Control-Allow-Origin'), path).toBe('*')
  const answer: Answer = await response.json()
  if (answer.code === undefined) expect(['ok', 'error', '998', '999'], path).toContain(answer.type)
  if (answer.type === 'ok') expect([path, ...undescribed(method, path, answer.message)]).toEqual([path])
  if (answer.code === 1) expect([path, ...undescribed(method, path, answer.data)]).toEqual([path])
  return answer
}

/** Where an answer differs from its schema. Addresses of webhooks are not declared. */
function undescribed(method: string, address: string, message: unknown): string[] {
  const [path] = address.split('?')
  const route = routes.find((each) => each.path === path && [each.method, ...each.alsoBy].some((by) => by === method))
  const issues = route ? (v.safeParse(route.output, message).issues ?? []) : []
  return issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}

/** Calls the Worker's entry itself: the test runtime's own way in gets slower with every call, and these tests make thousands. */
export async function send(method: string, path: string, sent: Sent): Promise<Response> {
  const headers = new Headers(sent.headers)
  // Each call comes from an address of its own: limits per address are tested elsewhere.
  callers += 1
  if (!headers.has('CF-Connecting-IP'))
    headers.set('CF-Connecting-IP', `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`)
  if (sent.token !== undefined) headers.set('Authorization', sent.token)
  if (sent.key !== undefined) headers.set('Idempotency-Key', sent.key)
  if (sent.json !== undefined) headers.set('Content-Type', 'application/json')
  const query = new URLSearchParams(sent.query).toString()
  const body =
    sent.json !== undefined ? JSON.stringify(sent.json) : sent.form ? new URLSearchParams(sent.form) : sent.body
  const init = body === undefined ? { method, headers } : { method, headers, body }
  const request = new Request(`${ORIGIN}/api${path}${query ? `?${query}` : ''}`, init)
  // A real request also has its origin (`cf`), which no code here reads.
  const execution = createExecutionContext()
  const response = await worker.fetch(request, env, execution)
  // Work after the answer, such as mail, is finished before the next call.
  await waitOnExecutionContext(execution)
  return response
}

/** Fields as sloppy clients send them: duplicates (the last one counts), huge limits, empty and unknown fields. */
export function asClientsSend(sent: Readonly<Record<string, string>>): URLSearchParams {
  const pairs = Object.entries(sent).map(([name, value]) => [name, name === 'limit' ? '99999999' : value])
  const doubled = pairs.flatMap(([name = '', value]) => (value === '' ? [] : [[name, 'x']]))
  return new URLSearchParams([...doubled, ...pairs, ['nobodys', ''], ['h5', '1']])
}

/** Payload of a successful answer. */
export async function ok<Message = unknown>(method: string, path: string, sent: Sent = {}): Promise<Message> {
  const answer = await call(method, path, sent)
  expect({ path, type: answer.type, message: answer.type === 'ok' ? '' : answer.message }).toEqual({
    path,
    type: 'ok',
    message: '',
  })
  // The caller names the payload type.
  return answer.message as Message
}

/** Message of a refusal. */
export async function refused(method: string, path: string, sent: Sent = {}): Promise<string> {
  const answer = await call(method, path, sent)
  expect({ path, type: answer.type }).toEqual({ path, type: 'error' })
  return String(answer.message)
}

export const seed = () => env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))

export interface Person {
  readonly email: string
  readonly password: string
  readonly token: string
  readonly userId: number
}

export const PASSWORD = 'correct horse'

/** A logged-in user with play money and an empty inbox. Registration and login are tested by `register` and in tests/identity. */
export async function join(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`
  return { email, password: PASSWORD, ...(await person(email, PASSWORD)) }
}

/** Registers by the outbox code and logs in, through the API like a user. */
export async function register(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`
  await ok('POST', '/sms_mail', { form: { user_string: email, scene: 'register', lang: 'en' } })
  const code = await lastCode(email)
  const form = {
    user_string: email,
    code,
    password: PASSWORD,
    re_password: PASSWORD,
    extension_code: '',
    type: 'email',
  }
  await ok('POST', '/user/register', { form })
  const token = await ok<string>('POST', '/user/login', { form: { user_string: email, password: PASSWORD } })
  // Removes the login message, so that each person starts with an empty inbox.
  await ok('POST', '/v1/messages/read-all', { token })
  await ok('DELETE', '/v1/messages', { token })
  const info = await ok<{ id: number }>('GET', '/user/info', { token })
  return { email, password: PASSWORD, token, userId: info.id }
}

/** The six digits of a target's last message, as on the outbox page. */
export async function lastCode(target: string): Promise<string> {
  const row = await env.DB.prepare('SELECT body FROM outbox_message WHERE target = ? ORDER BY id DESC LIMIT 1')
    .bind(target)
    .first<{ body: string }>()
  return /\b(\d{6})\b/.exec(row?.body ?? '')?.[1] ?? ''
}
