// Parameters of the Binance Spot dialect as a stranger may send them.

import { expect, test } from 'vitest'
import { readSent } from '#api/binance/parameters'

const sentAs = (names: readonly string[]) =>
  readSent(new Request('http://cm.test/binance/api/v3/order', { method: 'POST', body: names.join('&') }))
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `a${number}`)

test('a body with ten thousand names is refused before they are compared with each other', async () => {
  const many = await sentAs([...numbered(10_000), 'a1'])
  expect(many).toMatchObject({ ok: false, fault: { code: -1101, msg: 'Too many parameters sent for this endpoint.' } })
  expect(await sentAs(numbered(100))).toMatchObject({ ok: true })
  expect(await sentAs([...numbered(50), 'a1'])).toMatchObject({
    ok: false,
    fault: { code: -1101, msg: "Duplicate values for parameter 'a1' detected." },
  })
})
