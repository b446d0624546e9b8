import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnApp } from '../support/miniflare'

test('a server that is killed starts again on the same data and the same port', async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-crash-'))
  const first = await spawnApp({ persistDir })
  expect((await fetch(`${first.url}/api/time`)).ok).toBe(true)
  await first.kill()
  await expect(fetch(`${first.url}/api/time`)).rejects.toThrow()
  const second = await spawnApp({ persistDir, port: Number(new URL(first.url).port) })
  expect((await fetch(`${second.url}/api/time`)).ok).toBe(true)
  await second.stop()
  await rm(persistDir, { recursive: true, force: true })
})
