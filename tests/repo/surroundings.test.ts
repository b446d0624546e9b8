// Tests don't depend on the shell's environment: `TZ=Pacific/Chatham npm test` gives the same run.

import { expect, test } from 'vitest'

test('tests run in one time zone, one mode and one language', () => {
  expect(new Date(0).getTimezoneOffset()).toBe(0)
  expect(process.env['TZ']).toBe('UTC')
  expect(process.env['NODE_ENV']).toBe('test')
  expect(process.env['LANG']).toBe('C.UTF-8')
  expect(process.env['FORCE_COLOR']).toBeUndefined()
})
