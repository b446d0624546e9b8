// Lists for stories, loaded through the operators' endpoint as the command does it.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type ListEntry, indexEntries } from '#domain/screening/list'
import { HAN } from '../../scripts/lib/han-table.mjs'
import worker from '../../server/worker'

export const entryOf = (uid: string, name: string, addresses: readonly string[] = []): ListEntry => ({
  ...{ uid, kind: 'person', names: [name], births: ['1971'], countries: ['RU'], addresses: [...addresses] },
})

export const call = (step: string, body: unknown, token = env.BACKUP_TOKEN) =>
  worker.fetch(
    new Request(`http://cm.test/operator/screening${step}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }),
    env,
    createExecutionContext(),
  )

let files = 0
export const headOf = (entries: readonly ListEntry[], differs: object = {}) => ({
  ...{ source: 'ofac', published: '2026-11-20', digest: (files += 1).toString(16).padStart(64, '0') },
  ...{ entries: entries.length, keys: indexEntries(entries, HAN).size, isShrunk: false },
  ...differs,
})

/** Begins and fills a list; `end` puts it in force. */
export async function startList(entries: readonly ListEntry[], differs: object = {}): Promise<number> {
  const started = await call('/start', headOf(entries, differs))
  expect(started.status).toBe(200)
  const { id } = await started.json<{ id: number }>()
  const part = { id, entries: entries.map((entry, at) => [at + 1, entry]), keys: [...indexEntries(entries, HAN)] }
  expect((await call('/part', part)).status).toBe(200)
  return id
}

export async function load(entries: readonly ListEntry[], differs: object = {}): Promise<number> {
  const id = await startList(entries, differs)
  expect((await call('/end', { id })).status).toBe(200)
  return id
}
