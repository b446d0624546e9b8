// The connection state shown by a page with several channels.

import { expect, test } from 'vitest'
import { isStaleLink, leastLive } from '../../app/live/channel'

test('a page is as live as the worst of its channels', () => {
  expect(leastLive('live', 'live')).toBe('live')
  expect(leastLive('live', 'polling')).toBe('polling')
  expect(leastLive('connecting', 'polling')).toBe('connecting')
  expect(leastLive('delayed', 'connecting')).toBe('delayed')
  expect(leastLive('delayed', 'offline', 'live')).toBe('offline')
})

test('what is late or not heard at all is stale; what is polled, or only just opened, is not', () => {
  expect((['live', 'polling', 'connecting', 'delayed', 'offline'] as const).filter(isStaleLink)).toEqual([
    'delayed',
    'offline',
  ])
})
