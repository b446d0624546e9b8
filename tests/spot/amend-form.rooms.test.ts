// Order amend form: a refusal appears beside its field.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { callAccount } from '#services/account-room'
import { orderAnswer, runOrderForm } from '../../app/forms/order-actions.server'
import { ORIGIN, seed } from '../api/client'
import { stop } from '../conditional/ticks'
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

/** Sends the form for an order; answers the field beside which a refusal stands, its code and its text. */
const amender =
  (person: Awaited<ReturnType<typeof enter>>, orderNo: number | undefined) =>
  async (price: string, quantity: string): Promise<string> => {
    const form = new FormData()
    const fields = { intent: 'amend', language: 'en', orderNo: String(orderNo), price, quantity }
    for (const [name, text] of Object.entries(fields)) form.set(name, text)
    const outcome = await runOrderForm(env, person, { form, symbol: null, language: 'en', country: '' })
    const { problem } = orderAnswer(new Request(ORIGIN, { headers: { Cookie: 'cm_language=en' } }), form, outcome)
    return `${problem?.isAboutPrice ? 'price' : 'quantity'} ${problem?.code}: ${problem?.text}`
  }

test('Ines types no number, or far too many figures, and hears it beside where she typed it', async () => {
  const ines = await enter('Ines')
  await callAccount(env, ines, { type: 'place_spot_orders', commandId: 'one-to-amend', orders: [ORDER] })
  const { rows } = value(
    await callAccount(env, ines, { type: 'spot_orders', symbol: null, stage: null, page: 1, limit: 1 }),
  )
  const amend = amender(ines, rows[0]?.orderNo)
  expect(await amend('abc', '0.001')).toMatch(/^price amount_malformed: .*USDT/)
  expect(await amend('9'.repeat(18), '0.001')).toMatch(/^price amount_too_large: /)
  expect(await amend('6000', 'abc')).toMatch(/^quantity amount_malformed: .*BTC/)
  expect(await amend('6000', '9'.repeat(18))).toMatch(/^quantity amount_too_large: /)
  expect(await amend('0.001', '0.001')).toMatch(/^price price_off_tick: /)
})

test('Otto moves an entry past its own stop-loss or take-profit, and hears beside the price which of them it passes', async () => {
  const otto = await enter('Otto')
  const placed = value(
    await callAccount(env, otto, {
      ...stop({ kind: 'attached', stopSteps: 575_000, profitSteps: 590_000, lots: 0 }),
      type: 'place_conditional',
      commandId: 'an-entry',
      entry: { ...ORDER, ticks: 580_000 },
    }),
  )
  const amend = amender(otto, placed.conditional.linkedNo ?? undefined)
  expect(await amend('57000', '0.001')).toBe(
    'price conditional_entry_past_stop_loss: This price passes the order’s own stop-loss at 57,500.0.',
  )
  expect(await amend('59500', '0.001')).toBe(
    'price conditional_entry_past_take_profit: This price passes the order’s own take-profit at 59,000.0.',
  )
})
