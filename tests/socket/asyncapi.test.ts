// The AsyncAPI document: valid by its own parser, and of the same operations and channels as the room's.

import { Parser } from '@asyncapi/parser'
import { expect, test } from 'vitest'
import { describeSocket } from '../../server/socket/asyncapi'
import { EVENTS } from '../../server/socket/messages'
import { CHANNELS, OPERATION_NAMES, OWN_OPERATIONS, ROUTES } from '../../server/socket/operations'
import { longTest } from '../kit/long'

// Its rules take ten seconds.
longTest('the parser of AsyncAPI finds nothing wrong with it', { timeout: 60_000 }, async () => {
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(describeSocket()))
  // 0 an error, 1 a warning; 2 and 3 are advice.
  expect(diagnostics.filter(({ severity }) => Number(severity) <= 1)).toEqual([])
  expect(document?.version()).toBe('3.0.0')
})

test('its operations are those of the room, and what each channel tells', () => {
  expect(Object.keys(describeSocket()['operations'] as object).sort()).toEqual(
    [
      ...OPERATION_NAMES.map((name) => name.replaceAll('.', '_')),
      ...[...CHANNELS, 'ping'].map((name) => `tell_${name}`),
    ].sort(),
  )
})

test('every trading operation is an endpoint that takes keys, and every channel has a message', () => {
  expect([...ROUTES.values()].map(({ scope }) => scope)).toEqual(Array.from(ROUTES, () => 'trade'))
  expect(OPERATION_NAMES).toHaveLength(Object.keys(OWN_OPERATIONS).length + ROUTES.size)
  expect(Object.keys(EVENTS).sort()).toEqual([...CHANNELS, 'ping'].sort())
})
