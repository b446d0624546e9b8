// The operator's desk in a browser: an admin comes by a link, hires two people, and a customer's correction takes both of them.

import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type OpenedPage, PHONE, openBrowser, openPage } from '../support/browser'
import { FIRST_ADMIN } from '../support/first-admin'
import { openVisitor, register } from './visitor'

const PASSWORD = 'a long night shift'
const STEP_MS = 30_000
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

async function openDesk(): Promise<OpenedPage> {
  const opened = await openPage(browser, { baseURL: inject('appUrl') })
  await opened.page.context().addCookies([{ name: 'cm_language', value: 'en', url: inject('appUrl') }])
  opened.page.setDefaultTimeout(20_000)
  return opened
}

/** A code is good once: the next one is another. */
const untilNextCode = () => new Promise((resolve) => setTimeout(resolve, STEP_MS - (Date.now() % STEP_MS) + 1_000))

/** Uses a link and logs in. */
async function join(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link)
  const secret = (await page.locator('code').textContent())?.trim() ?? ''
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=again]', PASSWORD)
  await page.fill('[name=code]', codeOf(secret))
  await page.click('button[type=submit]')
  await page.waitForURL('**/admin/login')
  await untilNextCode()
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=code]', codeOf(secret))
  await page.click('button[type=submit]')
  await page.waitForURL(/\/admin$/)
}

async function invite(admin: Page, name: string): Promise<{ link: string; email: string }> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@cm.example`
  await admin.goto('/admin/staff')
  await admin.fill('[name=email]', email)
  await admin.fill('[name=name]', name)
  await admin.locator('select[name=role]').last().selectOption('finance')
  await admin.click('button:has-text("Make a link")')
  return { link: (await admin.getByTestId('invite-link').textContent()) ?? '', email }
}

describe('the desk', () => {
  test('is not there for customers, and takes two people for a correction', async () => {
    const alice = await openVisitor(browser, 'en')
    await register(alice)
    await alice.page.goto('/admin')
    expect(new URL(alice.page.url()).pathname).toBe('/admin/login')

    const admin = await openDesk()
    await join(admin.page, inject('deskLink'), FIRST_ADMIN)
    const [fiona, frank] = [await openDesk(), await openDesk()]
    for (const [{ page }, name] of [
      [fiona, 'Fiona'],
      [frank, 'Frank'],
    ] as const) {
      const { link, email } = await invite(admin.page, name)
      await join(page, link, email)
    }

    await fiona.page.goto('/admin/users')
    await fiona.page.fill('[name=text]', alice.email)
    await fiona.page.click('button:has-text("Search")')
    await fiona.page.locator('tbody a').first().click()
    await fiona.page.fill('[name=amount]', '25')
    await fiona.page.locator('form:has([name=amount]) [name=reason]').fill('Credited to somebody else.')
    await fiona.page.locator('select[name=assetId]').selectOption({ label: 'USDT' })
    await fiona.page.click('button:has-text("Ask a second person")')
    await fiona.page.getByText('waits for a second person').waitFor()

    await fiona.page.goto('/admin/queue/correction')
    await fiona.page.locator('tbody a').first().click()
    await fiona.page.getByText('You have decided').waitFor()

    await frank.page.goto('/admin/queue/correction')
    await frank.page.locator('tbody a').first().click()
    await frank.page.click('button:has-text("Take it")')
    await frank.page.getByText('in your hands').waitFor()
    await frank.page.getByLabel('Approve').check({ force: true })
    await frank.page.click('button:has-text("Send the decision")')
    await frank.page.getByText('Decided and carried out').waitFor()

    await alice.page.goto('/assets/bills')
    await alice.page.getByText('Correction').first().waitFor()
    for (const { errors } of [admin, fiona, frank]) expect(errors).toEqual([])

    await admin.page.goto('/admin/audit?check=1')
    await admin.page.getByText('all sound').waitFor()
    await admin.page.setViewportSize(PHONE)
    for (const path of ['/admin', '/admin/users', '/admin/reports', '/admin/sheets/pairs', '/admin/audit']) {
      await admin.page.goto(path)
      const width = await admin.page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, path).toBeLessThanOrEqual(PHONE.width)
    }
  })
})
