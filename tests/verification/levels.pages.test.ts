// Identity verification pages: each level's limits and pending state.

import { expect, test } from 'vitest'
import { openPerson } from '../kit/visitor'

test('Dan is told what to bind first, what each level allows, and that level 2 waits for level 1', async () => {
  const dan = await openPerson()
  const page = await dan.open('/pages/setting/real')
  expect(page.path).toBe('/settings/identity')
  expect(page.main).toContain('Link both an email address and a mobile number before you apply.')
  expect(
    page.rows.map((row) => row.join(' ')).filter((row) => /Advanced \(Lv2\).*500 BTC.*1,000,000 USDT/.test(row)),
  ).toHaveLength(1)
  const advanced = await dan.open('/settings/identity/advanced')
  expect(advanced.main).toContain('Advanced verification opens once you have passed basic verification.')
})
