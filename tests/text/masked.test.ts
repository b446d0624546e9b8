// Masking of amounts on a screen that others may see.

import { expect, test } from 'vitest'
import { hideAvailable } from '../../app/text/masked'

test('a refusal keeps what is needed and hides what there is; one that names nothing of the kind stays as it is', () => {
  const facts = { asset: 'USDT', available: '60644.58', needed: '70000' }
  expect(hideAvailable({ code: 'insufficient_available', facts }).facts).toEqual({ ...facts, available: '••••••' })
  const other = { code: 'price_off_tick', facts: { bound: '0.1', nearest: '60000', asset: 'USDT' } }
  expect(hideAvailable(other)).toEqual(other)
})
