// Dollars by bank transfer in a browser, on a phone and on a desktop: identity first, then account and reference, with two approvers.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import funds from '../../locales/en/funds.json'
import { BANK } from '../../scripts/lib/bank.mjs'
import { DESKTOP, type OpenedPage, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { decideFirst, openAtWork, openFirst } from './desk-people'
import { bindMobile, press, sendPassport } from './identity-forms'
import { type Visitor, openVisitor, register } from './visitor'

const PAGE = '/assets/deposit/bank'

let browser: Browser
let rita: OpenedPage, fiona: OpenedPage
beforeAll(async () => {
  browser = await openBrowser()
  rita = await openAtWork(browser, 'rita')
  fiona = await openAtWork(browser, 'fiona')
})
afterAll(() => browser.close())

describe.each(inTurn('bank', [PHONE, DESKTOP]))('Alice at $width px', (viewport) => {
  let alice: Visitor
  beforeAll(async () => {
    alice = await openVisitor(browser, 'en', { viewport })
    await register(alice, '/settings')
  })

  longTest('is shown no account before level 1, and comes back to it when Rita has approved her passport', async () => {
    const { page } = alice
    await bindMobile(alice)
    await page.goto(PAGE)
    await page.getByText(funds.bank_unverified).waitFor()
    expect(await page.getByText(BANK.deposit_bank_account).count()).toBe(0)
    await page.getByRole('link', { name: funds.verify }).click()
    await page.waitForURL('**/settings/identity?**')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(PAGE)
    await sendPassport(page)
    await decideFirst(rita.page, 'identity', 'Approve', { whose: alice.email })
    await page.goto(PAGE)
    await page.getByText(BANK.deposit_bank_account).waitFor()
  })

  longTest(
    'reads account and reference, tells of 1,500 dollars, and has 1,500 USDT when two people have found them',
    async () => {
      const { page } = alice
      await page.goto(PAGE)
      for (const text of Object.values(BANK)) await page.getByText(text, { exact: true }).waitFor()
      const reference = (await page.getByText(/^CM\d{6,}$/).textContent()) ?? ''
      await page.getByText(funds.bank_cap.replace('{{cap}}', '2,000')).waitFor()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await page.fill('[name=amount]', '1500')
      const buffer = await page.screenshot({ type: 'jpeg' })
      await page.setInputFiles('[name=picture]', { name: 'slip.jpg', mimeType: 'image/jpeg', buffer })
      await page.locator('form img').first().waitFor()
      await press(page, funds.tell_send)
      await page.waitForURL('**/assets/requests/d*')

      await openFirst(rita.page, 'deposit', alice.email)
      await rita.page.getByText(reference).first().waitFor()
      await decideFirst(rita.page, 'deposit', 'Approve', { whose: alice.email })
      await rita.page.getByText('A second person must approve too').waitFor()
      await decideFirst(fiona.page, 'deposit', 'Approve', { whose: alice.email })
      await fiona.page.getByText('Decided and carried out').waitFor()
      await page.getByTestId('request-state').getByText('Completed', { exact: true }).waitFor({ timeout: 60_000 })
      await page.goto('/assets/bills')
      await page
        .getByText(/^\+1,500(?:\.0+)?(?: USDT)?$/)
        .first()
        .waitFor()
      for (const { errors } of [alice, rita, fiona]) expect(errors).toEqual([])
    },
  )
})
