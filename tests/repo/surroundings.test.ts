// Tests don't depend on the shell's environment: `TZ=Pacific/Chatham npm test` gives the same run.

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
