// Order amend form: a refusal appears beside its field.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { callAccount } from '#services/account-room'
import { orderAnswer, runOrderForm } from '../../app/forms/order-actions.server'
import { ORIGIN, seed } from '../api/client'
import { enter, value } from '../funds/customers'

beforeAll(() => seed())

const ORDER = {
  symbol: 'BTC-USDT',
  clientOrderId: null,
  side: 'buy',
  kind: 'limit',
  ticks: 600_000,
  lots: 100,
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  selfTrade: 'cancel_newest',
} as const

test('Ines types no number, or far too many figures, and hears it beside where she typed it', async () => {
  const ines = await enter('Ines')
  await callAccount(env, ines, { type: 'place_spot_orders', commandId: 'one-to-amend', orders: [ORDER] })
  const { rows } = value(
    await callAccount(env, ines, { type: 'spot_orders', symbol: null, stage: null, page: 1, limit: 1 }),
  )
  const amend = async (price: string, quantity: string) => {
    const form = new FormData()
    const fields = { intent: 'amend', language: 'en', orderNo: String(rows[0]?.orderNo), price, quantity }
    for (const [name, text] of Object.entries(fields)) form.set(name, text)
    const outcome = await runOrderForm(env, ines, { form, symbol: null, language: 'en', country: '' })
    const { problem } = orderAnswer(new Request(ORIGIN, { headers: { 'Accept-Language': 'en' } }), form, outcome)
    return `${problem?.isAboutPrice ? 'price' : 'quantity'} ${problem?.code}: ${problem?.text}`
  }
  expect(await amend('abc', '0.001')).toMatch(/^price amount_malformed: .*USDT/)
  expect(await amend('9'.repeat(18), '0.001')).toMatch(/^price amount_too_large: /)
  expect(await amend('6000', 'abc')).toMatch(/^quantity amount_malformed: .*BTC/)
  expect(await amend('6000', '9'.repeat(18))).toMatch(/^quantity amount_too_large: /)
  expect(await amend('0.001', '0.001')).toMatch(/^price price_off_tick: /)
})
