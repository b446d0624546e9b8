// Tests don't depend on the shell's environment: `TZ=Pacific/Chatham npm test` gives the same run.

import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'

test('tests run in one time zone, one mode and one language', () => {
  expect(new Date(0).getTimezoneOffset()).toBe(0)
  expect(process.env['TZ']).toBe('UTC')
  expect(process.env['NODE_ENV']).toBe('test')
  expect(process.env['LANG']).toBe('C.UTF-8')
  expect(process.env['FORCE_COLOR']).toBeUndefined()
})

test('the environment of a deployment that the shell still names is not the local one', async () => {
  vi.stubEnv('CLOUDFLARE_ENV', 'production')
  vi.resetModules()
  const { configuredVariables } = await import('../../scripts/lib/runtime.mjs')
  expect(await configuredVariables()).toMatchObject({ QUOTES_SOURCE: 'simulator', DEMO_MODE: 'on' })
  vi.unstubAllEnvs()
})

test('a proxy that the shell names is not asked for addresses of this machine', async () => {
  const server = createServer((_, response) => response.end('served here')).listen(0, '127.0.0.1')
  await vi.waitUntil(() => server.listening)
  const { port } = server.address() as AddressInfo
  const run = JSON.stringify(new URL('../../scripts/lib/run.mjs', import.meta.url).href)
  const script = `await import(${run}); console.log(await (await fetch('http://127.0.0.1:${port}')).text())`
  const env = { ...process.env, NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  server.close()
  expect(stdout.trim()).toBe('served here')
})
