// Which commands and endpoints an agent has.

import { expect, test } from 'vitest'
import { routes } from '#api/app'
import { FEATURES } from '../../party/account/features'
import { isTool } from '../../server/api/mcp/tools'

test('of the commands of an account an agent runs these alone, by these endpoints', () => {
  const commands = FEATURES.flatMap(({ commands }) =>
    Object.entries(commands).flatMap(([name, command]) => ('agentValues' in command ? [name] : [])),
  )
  expect(commands.sort()).toEqual(['cancel_spot_order', 'cancel_spot_orders', 'place_spot_orders'])
  const tools = routes.filter((route) => isTool(route) && route.method !== 'GET')
  expect(tools.map(({ method, path, scope }) => `${scope} ${method} ${path}`)).toEqual([
    'trade POST /v1/order',
    'trade DELETE /v1/order',
    'trade DELETE /v1/orders',
  ])
})
