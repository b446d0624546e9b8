// Addresses that programs know of every site.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import worker from '../../server/worker'
import { ORIGIN } from '../api/client'

const ask = (path: string) =>
  worker.fetch(new Request(`${ORIGIN}/.well-known/${path}`, { redirect: 'manual' }), env, createExecutionContext())

it('security.txt says whom to tell, and until when that is good', async () => {
  const answer = await ask('security.txt')
  const fields = new Map((await answer.text()).split('\n').map((line) => line.split(': ') as [string, string]))
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(fields.get('Contact')).toBe(`${ORIGIN}/contact`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})

it('a password manager is led to where the password is changed', async () => {
  const answer = await ask('change-password')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings/security/password'])
})
