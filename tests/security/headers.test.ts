// Headers of a page: what it may run and load, who may frame it, and that nobody keeps it.

import { expect, it } from 'vitest'
import { registerClient } from '#services/agents/client'
import { securePage } from '../../server/security-headers'

// The only environment variables read here.
const env = { ENVIRONMENT: 'production', SESSION_SECRET: 'of this site' } as Env
const sent = (headers: Headers, path = '/') =>
  securePage(new Response('', { headers }), { env, nonce: 'n', url: new URL(path, 'https://cm.test') })
const keptAs = (type: string | null, said?: string): string | null => {
  const headers = new Headers({ ...(type && { 'Content-Type': type }), ...(said && { 'Cache-Control': said }) })
  return sent(headers).headers.get('Cache-Control')
}

it.each([
  ['/contact', 'SAMEORIGIN', "frame-ancestors 'self'"],
  ['/support', 'SAMEORIGIN', "frame-ancestors 'self'"],
  ['/support/chat', 'SAMEORIGIN', "frame-ancestors 'self'"],
  ['/game', 'SAMEORIGIN', "frame-ancestors 'self'"],
  ['/game/verify', 'SAMEORIGIN', "frame-ancestors 'self'"],
  ['/games', 'DENY', "frame-ancestors 'none'"],
  ['/contacts', 'DENY', "frame-ancestors 'none'"],
  ['/assets/withdraw', 'DENY', "frame-ancestors 'none'"],
  ['/', 'DENY', "frame-ancestors 'none'"],
])('%s may be framed: %s', (path, options, ancestors) => {
  const { headers } = sent(new Headers({ 'Content-Type': 'text/html' }), path)
  expect(headers.get('X-Frame-Options')).toBe(options)
  expect(headers.get('Content-Security-Policy')).toContain(ancestors)
  expect(headers.get('Content-Security-Policy')).toContain('wss://cm.test')
})

it('a page runs and styles only what carries its nonce, and is sent to no other place', () => {
  const policy = sent(new Headers({ 'Content-Type': 'text/html' })).headers.get('Content-Security-Policy') ?? ''
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]))
  expect(Object.fromEntries(rules)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self' 'nonce-n'",
    'style-src': "'self' 'nonce-n'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
  })
})

it('the form of the consent page leads to a registered address, and to no other that its address names', () => {
  const client = registerClient(env, { redirect_uris: ['https://agent.example/back', 'http://127.0.0.1/'] })
  const id = typeof client === 'string' ? client : client.id
  const formAction = (asked: Readonly<Record<string, string>>) => {
    const path = `/oauth/authorize?${new URLSearchParams(asked).toString()}`
    const policy = sent(new Headers({ 'Content-Type': 'text/html' }), path).headers.get('Content-Security-Policy')
    return policy?.split('; ').find((rule) => rule.startsWith('form-action'))
  }
  const own = "form-action 'self'"
  const registered = { client_id: id, redirect_uri: 'https://agent.example/back' }
  expect(formAction(registered)).toBe(`${own} https://agent.example`)
  expect(formAction({ ...registered, redirect_uri: 'http://127.0.0.1:7777/' })).toBe(`${own} http://127.0.0.1:7777`)
  expect(formAction({ ...registered, redirect_uri: 'https://evil.example/back' })).toBe(own)
  expect(formAction({ ...registered, client_id: `${id}x` })).toBe(own)
  expect(formAction({ redirect_uri: 'https://evil.example/' })).toBe(own)
})

it('A page is never kept', () => {
  expect(keptAs('text/html; charset=utf-8')).toBe('no-store')
})

it('Data of a page is for its own browser, and asked for again', () => {
  expect(keptAs('text/x-script; charset=utf-8')).toBe('private, no-cache')
  expect(keptAs('application/json')).toBe('private, no-cache')
  expect(keptAs(null)).toBe('private, no-cache')
})

it('An answer that says by itself how it is kept is left alone', () => {
  expect(keptAs('text/csv', 'private, no-store')).toBe('private, no-store')
  expect(keptAs('text/html', 'public, max-age=60')).toBe('public, max-age=60')
})

it.each([
  ['/', []],
  ['/support', []],
  ['/support/chatter', []],
  ['/location', []],
  ['/support/chat', ['microphone=(self)']],
  ['/support/chat/', ['microphone=(self)']],
  ['/location/choose', ['geolocation=(self)']],
])('%s may use no feature of the browser but %j', (path, permitted) => {
  const { headers } = sent(new Headers({ 'Content-Type': 'text/html' }), path)
  const permissions = (headers.get('Permissions-Policy') ?? '').split(', ')
  expect(permissions.filter((each) => !each.endsWith('=()'))).toEqual(permitted)
  const features = permissions.map((each) => each.split('=')[0])
  expect(features).toEqual(expect.arrayContaining(['camera', 'microphone', 'geolocation', 'usb', 'payment']))
})
