// Alerts on their page: reached from the market list and the chart, set, refused beside the field, removed; and seen at the desk.

import { beforeAll, expect, test } from 'vitest'
import { atWork } from '../kit/desk'
import { type Person, Visitor, openPerson } from '../kit/visitor'

let alice: Person

beforeAll(async () => {
  alice = await openPerson()
})

test('the market list and the charts lead to the form of their pair, guests by the login', async () => {
  const form = '/alerts?symbol=BTC-USDT'
  for (const path of ['/market', '/trade/spot/BTC-USDT', '/trade/futures/BTC-USDT'])
    expect([path, (await alice.open(path)).link('Set an alert for BTC/USDT')]).toEqual([path, form])
  expect((await alice.open('/market')).link('Price alerts')).toBe('/alerts')
  const guest = await new Visitor().open(form)
  expect(guest.path).toBe(`/login?returnTo=${encodeURIComponent(form)}&notice=please_log_in`)
})

test('Alice sets an alert of each kind that she can, and removes one', async () => {
  let page = await alice.open('/alerts?symbol=ETH-USDT')
  expect(page.heading).toBe('Price alerts')
  expect(page.field('Pair')).toBe('ETH-USDT')
  // The price of the moment is filled in.
  expect(Number(page.field('Price'))).toBeGreaterThan(0)
  page = await page.form('Set the alert').fill({ Price: '1' }).send()
  expect(page.main).toContain('ETH/USDT · Falls to 1')
  page = await page.click('Move')
  page = await page.form('Set the alert').fill({ Pair: 'BTC-USDT', Percentage: '2.5', Span: '4' }).send()
  expect(page.main).toContain('BTC/USDT · Moves by 2.5% within 4 h')

  const price = ((Number((await alice.open('/alerts?symbol=BTC-USDT')).field('Price')) || 0) * 0.95).toFixed(1)
  const ticket = await alice.open('/trade/spot/BTC-USDT?side=buy&kind=limit')
  await ticket.form('Buy BTC').fill({ price, quantity: '0.01' }).send()
  page = await (await alice.open('/alerts?kind=fill')).press('Set the alert')
  expect(page.main).toMatch(/BTC\/USDT · Order \d+ is filled/)

  page = await page.click('Liquidation')
  expect(page.main).toContain('You have no position.')
  const open = page.marked('data-alert').length
  page = await page.press(/^Remove alert/, 0)
  expect(page.main).toContain('Removed')
  expect(page.marked('data-alert')).toHaveLength(open)
})

test('what is wrong is said beside its field', async () => {
  let page = await alice.open('/alerts?kind=move&symbol=BTC-USDT')
  page = await page.form('Set the alert').fill({ Percentage: '60' }).send()
  expect(page.problemAt('Percentage')).toBe('Enter a percentage between 0.1% and 50%.')
  expect(page.field('Percentage')).toBe('60')
  page = await alice.open('/alerts?symbol=BTC-USDT')
  page = await page.form('Set the alert').fill({ Price: '60000.123' }).send()
  expect(page.problemAt('Price')).not.toBe('')
})

test('her alerts are at the desk, under her account', async () => {
  const account = await atWork('rita').open(`/admin/users/${alice.userId}`)
  const page = await account.click('Alerts')
  expect(page.heading).toBe(`Alerts of user ${alice.userId}`)
  expect(page.main).toContain('Falls to 1')
  expect(page.main).toContain('Removed')
})
