// Two operators at once, and restores of different backups after each other: nothing is mixed, and whoever came too late is told.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Entry, readSite } from '../../scripts/lib/backup-site.mjs'
import { type Person, join, seed } from '../api/client'
import { ask, backUp, deleteEverything, from, restore, site, stateOf } from './operators'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let alice: Person
let bob: Person
const people = () => [alice, bob]

/** Entries up to the first of that name. */
async function until(entries: AsyncGenerator<Entry>, name: string): Promise<Entry[]> {
  const read: Entry[] = []
  for (;;) {
    const { value, done } = await entries.next()
    if (done) return read
    read.push(value)
    if (value.name === name) return read
  }
}

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
})

describe('a site', () => {
  it('is not mixed of two restores at once: the later one holds, and the earlier one is refused', async () => {
    const older = await backUp()
    await deleteEverything()
    await restore(older)
    const before = await Promise.all(people().map(stateOf))
    const newer = await backUp()
    await deleteEverything()
    const overtaken: typeof site.ask = async (path, body) => {
      if (path === '/restore/directory') await restore(newer)
      return site.ask(path, body)
    }
    await expect(restore(older, { ...site, ask: overtaken })).rejects.toThrow('another restore began')
    expect(await Promise.all(people().map(stateOf))).toEqual(before)
    const parts = [{ kind: 'Account', name: String(alice.userId), text: '{}\n', no: 0 }]
    await expect(ask('/restore/rooms', { restore: 1, parts })).rejects.toThrow('another restore began')
    await expect(ask('/restore/directory', { restore: 1, text: '' })).rejects.toThrow('another restore began')
  })

  it('has every part once, also when calls arrive again after later ones, or when its rooms are awake', async () => {
    const entries = await backUp()
    const before = await Promise.all(people().map(stateOf))
    await deleteEverything()
    const filled: object[] = []
    const again: typeof site.ask = async (path, body) => {
      const answer = await site.ask(path, body)
      if (path === '/restore/rooms') filled.push(body)
      if (path === '/restore/rooms' || path === '/restore/wake')
        for (const call of filled) await site.ask('/restore/rooms', call)
      return answer
    }
    await restore(entries, { ...site, ask: again })
    expect(await Promise.all(people().map(stateOf))).toEqual(before)
    await expect(join('After')).resolves.toBeDefined()
  })

  it.each(['/restore/directory', '/restore/open'])(
    'has nothing of another backup whose restore was broken off before %s',
    async (brokenOffAt) => {
      const older = await backUp()
      const late = await join(`Late${brokenOffAt.length}`)
      const newer = await backUp()
      await deleteEverything()
      const ask: typeof site.ask = (path, body) =>
        path === brokenOffAt ? Promise.reject(new Error('broken off')) : site.ask(path, body)
      await expect(restore(newer, { ...site, ask })).rejects.toThrow('broken off')
      await restore(older)
      // Another person gets the number, and an account of its own.
      const other = await join(`Other${brokenOffAt.length}`)
      expect(other.userId).toBe(late.userId)
      const { balances } = await stateOf(other)
      expect(balances).toEqual((await stateOf(await join(`Next${brokenOffAt.length}`))).balances)
      expect((await backUp()).length).toBeGreaterThan(older.length)
    },
  )

  it('that two backups read at once gives the later one whole, and the earlier one says that it is not', async () => {
    const first = readSite(site)
    for await (const { name } of from(await until(first, 'directory'))) expect(name).not.toBe('end')
    const readOn = async () => {
      for (let isDone = false; !isDone;) isDone = (await first.next()).done === true
    }
    let told: unknown
    const ask: typeof site.ask = async (path, body) => {
      if (path === '/directory') told = await readOn().catch((error: unknown) => error)
      return site.ask(path, body)
    }
    const second = await until(readSite({ ...site, ask }), 'end')
    expect(String(told)).toContain('another backup began')
    expect(second.at(-1)?.name).toBe('end')
    await env.DB.prepare("UPDATE user SET nickname = nickname || '' WHERE id = 0").run()
  })
})
