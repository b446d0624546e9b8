// The AsyncAPI document has the operations and channels of the room. `npm run api:lint` validates it.

import { expect, test } from 'vitest'
import { describeSocket } from '../../server/socket/asyncapi'
import { EVENTS } from '../../server/socket/messages'
import { CHANNELS, OPERATION_NAMES, OWN_OPERATIONS, ROUTES } from '../../server/socket/operations'

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
