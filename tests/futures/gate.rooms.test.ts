// In a country where a product is closed, positions can't be opened but always closed.

import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { join, ok, refused, seed } from '../api/client'

it('a country that is closed opens nothing, and closes what there is', async () => {
  await seed()
  const { token } = await join('Alice')
  await ok('POST', '/wallet/change', {
    form: { from_field: 'change', to_field: 'lever', currency_id: '3', number: '500' },
    token,
  })
  // Test requests have no country.
  await env.DB.prepare("UPDATE product_gate SET is_open = 0 WHERE product = 'futures' AND country = 'ZZ'").run()
  const form = { symbol: 'BTC-USDT', direction: 'long', lots: '1', leverage: '10' }
  expect(await refused('POST', '/v1/futures/order', { form, token })).toBe(
    'This is temporarily not offered in your area. You can always close and withdraw.',
  )
  expect(await ok('POST', '/v1/futures/close-many', { token })).toEqual({ closed: [], refused: [] })
  expect(await ok('GET', '/v1/futures/positions', { token })).toMatchObject({ list: [], available: '500.000000' })
})
