// Log lines: one JSON object each, with the trace of the request, and without anything that could name a person or open a door.

import { expect, test, vi } from 'vitest'
import { logError, logWarning, scrub } from '../../server/lib/log-line'
import { currentTrace, newTrace, underTrace } from '../../server/lib/trace'

function linesOf(work: () => void): Record<string, unknown>[] {
  const said: string[] = []
  const spies = (['error', 'warn'] as const).map((way) =>
    vi.spyOn(console, way).mockImplementation((text: unknown) => void said.push(String(text))),
  )
  work()
  for (const spy of spies) spy.mockRestore()
  return said.map((text) => JSON.parse(text) as Record<string, unknown>)
}

test('a line has its level, its text and the trace of its request, and none outside one', () => {
  const trace = newTrace()
  const [inside, outside] = linesOf(() => {
    underTrace(trace, () => logWarning('user 7: the account could not be counted'))
    logError('later')
  })
  expect(inside).toMatchObject({ level: 'warning', trace, text: 'user 7: the account could not be counted' })
  expect(outside).toMatchObject({ level: 'error', trace: null })
})

test('a trace that a caller made up is replaced', () => {
  expect(underTrace('no trace of ours', currentTrace)).toMatch(/^[0-9a-f]{16}$/)
  const trace = newTrace()
  expect(underTrace(trace, currentTrace)).toBe(trace)
})

test.each([
  ['mail to ann.o+1@example.co.jp failed', 'mail to <mail> failed'],
  ['SMS to +81 90-1234-5678', 'SMS to <phone>'],
  ['from 203.0.113.9 and 2001:db8::1', 'from <ip> and <ip>'],
  ['Authorization: Bearer abc.def', 'Authorization: <token>'],
  ['GET https://user:pass@node.example/path?key=1 failed', 'GET <address> failed'],
  ['session eyJhbGciOiJI.eyJzdWIi.c2ln', 'session <token>'],
  ['token 0123456789abcdef0123456789abcdef0123456789', 'token <token>'],
  [
    'Failed query: insert into "user" ("email") values (?)\nparams: ann@example.com,Ann Other',
    'Failed query: insert into "user" ("email") values (?)\nparams: …',
  ],
  ['order 12 of BTC-USDT at 10:20:30 closed', 'order 12 of BTC-USDT at 10:20:30 closed'],
])('%s', (text, written) => {
  expect(scrub(text)).toBe(written)
})

test('a failure is written with its kind and the places it came through, its message and its causes scrubbed', () => {
  const cause = new TypeError('no answer from ann@example.com')
  const [line] = linesOf(() => logError('it failed', new Error('for 203.0.113.9', { cause })))
  expect(line?.['failure']).toMatchObject({
    name: 'Error',
    text: 'for <ip>',
    cause: { name: 'TypeError', text: 'no answer from <mail>' },
  })
  expect(JSON.stringify(line)).not.toMatch(/example\.com|203\.0/)
  expect(JSON.stringify(line)).toContain('log-line.test.ts')
})
