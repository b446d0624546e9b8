// Messages and identity verification in a browser, with and without scripts.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { openVisitor, register, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const bell = (page: Page) => page.getByRole('banner').locator('a[href="/messages"]')

/** Buys by the form, at market. */
async function buy(page: Page): Promise<void> {
  await page.goto('/trade/spot/BTC-USDT?side=buy&kind=market')
  await page.fill('[name=quantity]', '0.01')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page.getByText(/Filled: 0\.01000 BTC/).waitFor()
}

describe('messages', () => {
  test('Alice buys on a phone: the bell counts one message, she reads it, and later reads it in Japanese', async () => {
    const alice = await openVisitor(browser, 'en', { viewport: PHONE })
    const { page, errors } = alice
    await register(alice)
    await waitForLiveMarket(page)
    await buy(page)
    // Live: here by the account's channel, on the next page by the bell's channel.
    await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor()
    await page.goto('/faq')
    await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor()

    await bell(page).click()
    await page.waitForURL('**/messages')
    const message = page.getByRole('main').getByRole('link', { name: /Buy order filled: BTC\/USDT/ })
    await message.click()
    await page.getByText(/You bought 0\.01 BTC for [\d.,]+ USDT, before fees\./).waitFor()
    await page.getByRole('link', { name: 'Messages', exact: true }).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'View details' }).getAttribute('href')).toBe(
      '/orders?list=order_history',
    )

    await page.context().addCookies([{ name: 'cm_language', value: 'jp', url: inject('appUrl') }])
    await page.goto('/messages/all')
    await page.getByRole('link', { name: /BTC\/USDTの買い注文が約定しました/ }).waitFor()
    // The terminal was left during its order request.
    expect(errors.filter((error) => !error.startsWith('AbortError'))).toEqual([])
  })

  longTest(
    'a message that comes while Bob looks at the list appears by itself; he marks all as read and deletes them',
    async () => {
      const bob = await openVisitor(browser, 'en', { viewport: DESKTOP })
      const { page, errors } = bob
      await register(bob, '/messages/all')
      await page.getByText('No messages yet.').waitFor()

      const other = await page.context().newPage()
      await buy(other)
      await other.close()
      await page
        .getByRole('main')
        .getByRole('link', { name: /Buy order filled/ })
        .waitFor()
      await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor()

      await page.getByTitle('More actions').click()
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await page.getByRole('link', { name: 'Messages', exact: true }).waitFor()
      await page.getByRole('navigation', { name: 'Message types' }).getByRole('link', { name: 'Security' }).click()
      await page.getByText('No messages yet.').waitFor()
      await page.goto('/messages/all')
      await page.getByTitle('More actions').click()
      await page.getByRole('button', { name: 'Delete read' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete read' }).click()
      await page.getByText('No messages yet.').waitFor()
      expect(errors).toEqual([])
    },
  )
})

longTest('a choice of messages that had no answer stays on the page, which says so, and is sent again', async () => {
  const mia = await openVisitor(browser, 'en', { viewport: PHONE })
  const { page } = mia
  await register(mia, '/settings/notifications')
  const mail = page.locator('input[name=mail][value=deposit_passed]')
  await mail.uncheck()
  await page.route('**/settings/notifications.data*', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The server did not respond.').waitFor()
  expect(await mail.isChecked()).toBe(false)
  await page.unroute('**/settings/notifications.data*')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').first().waitFor()
})

describe('identity verification', () => {
  longTest.each(
    inTurn('998', [
      ['a phone', PHONE],
      ['a desktop', DESKTOP],
    ] as const),
  )(
    'an answer of type 998 is said on %s, and then the page of verification opens and leads back',
    async (_, viewport) => {
      const eve = await openVisitor(browser, 'en', { viewport })
      const { page } = eve
      await register(eve)
      const refusal = { type: '998', message: 'Please verify your identity first.' }
      await page.route('**/api/user/info*', (route) => route.fulfill({ json: refusal }))
      await page.goto('/faq?from=test')
      await page.getByText(refusal.message).waitFor()
      await page.waitForURL((url) => url.pathname === '/settings/identity')
      expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/faq?from=test')
    },
  )
})
