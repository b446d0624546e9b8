// /health for load balancers, /health?full for probes.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { noteSweep } from '#db/platform/sweep-run'
import { forgetIsolateCaches } from '#domain/isolate-cache'
import worker from '../../server/worker'
import { seed } from '../api/client'

beforeAll(async () => {
  await seed()
})
beforeEach(forgetIsolateCaches)

async function health(from: Partial<Env> = {}) {
  const request = new Request('http://cm.test/health?full')
  const answer = await worker.fetch(request, { ...env, ...from }, createExecutionContext())
  return { status: answer.status, ...(await answer.json<{ parts: object }>()) }
}

test('says that the sweep is missing, then that everything works, then that the sweep is late', async () => {
  expect(await health()).toMatchObject({ status: 503, parts: { directory: true, sweep: false, prices: true } })
  await noteSweep(env.DB, { at: Date.now(), failed: 0 })
  forgetIsolateCaches()
  expect(await health()).toEqual({ status: 200, isUp: true, parts: { directory: true, sweep: true, prices: true } })
  await env.DB.prepare('UPDATE sweep_run SET at = at - 180001').run()
  // Answers are cached for a few seconds.
  expect(await health()).toMatchObject({ status: 200 })
  forgetIsolateCaches()
  expect(await health()).toMatchObject({ status: 503, parts: { sweep: false } })
})

test('says that the directory does not answer', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fail = () => {
    throw new Error('no')
  }
  const broken = { prepare: fail } as unknown as D1Database
  expect(await health({ DB: broken })).toMatchObject({ status: 503, parts: { directory: false } })
  log.mockRestore()
})
