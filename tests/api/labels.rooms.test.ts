// Refusals name a field by what it means in its own endpoint, where another endpoint has a field of the same name.

import { beforeAll, expect, test } from 'vitest'
import { join, refused, seed } from './client'

beforeAll(seed)

test('wallets of a transfer, sizes and leaves of the log are not called times', async () => {
  const { token } = await join('Lena')
  const form = { asset: 'USDT', amount: '1', from: 'change', to: 'lever' }
  expect(await refused('POST', '/v1/transfer', { form: { ...form, from: 'nowhere' }, token })).toContain(
    'Source wallet',
  )
  const { to: _to, ...without } = form
  expect(await refused('POST', '/v1/transfer', { form: without, token })).toContain('Target wallet')
  expect(await refused('GET', '/v1/log/consistency?from=x&to=1')).toContain('Earlier size')
  expect(await refused('GET', '/v1/log/consistency?from=1')).toContain('Later size')
  expect(await refused('GET', '/v1/log/leaves?from=x')).toContain('leaf')
})
