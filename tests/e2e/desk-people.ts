// The desk's people in a browser: they come by their link, log in with the code of their app, and take and decide reviews.

import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { inject } from 'vitest'
import desk from '../../locales/en/desk.json'
import { type OpenedPage, giveAuthenticator, openPage } from '../kit/browser'
import type { DeskTokens } from '../kit/desk-sessions'

const PASSWORD = 'a long night shift'
const STEP_MS = 30_000

/** The app's current code, or its next one: each is valid once. */
export const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

async function openDesk(browser: Browser, baseURL: string): Promise<OpenedPage> {
  const opened = await openPage(browser, { baseURL })
  await opened.page.context().addCookies([{ name: 'cm_language', value: 'en', url: baseURL }])
  opened.page.setDefaultTimeout(20_000)
  return opened
}

/** Uses a link and logs in, with a passkey of a virtual authenticator in place of an app. Passkeys belong to a name and 127.0.0.1 is none. */
export async function joinDeskByPasskey(
  browser: Browser,
  { link, email }: { link: string; email: string },
): Promise<OpenedPage> {
  const opened = await openDesk(browser, inject('appUrl').replace('127.0.0.1', 'localhost'))
  const { page } = opened
  await giveAuthenticator(page)
  await page.goto(link)
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=again]', 'something else')
  await page.click('button:has-text("Join with a passkey")')
  await page.locator('[role=alert]').first().waitFor()
  await page.fill('[name=again]', PASSWORD)
  await page.click('button:has-text("Join with a passkey")')
  await page.waitForURL('**/admin/login?done=enrolled')
  await loginByPasskey(page, email)
  await page.waitForURL(/\/admin$/)
  return opened
}

export async function loginByPasskey(page: Page, email: string): Promise<void> {
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', PASSWORD)
  await page.click('button:has-text("Log in with a passkey instead")')
}

/** Uses a link and logs in. */
export async function joinDesk(
  browser: Browser,
  { link, email }: { link: string; email: string },
): Promise<OpenedPage> {
  const opened = await openDesk(browser, inject('appUrl'))
  const { page } = opened
  await page.goto(link)
  const secret = (await page.locator('code').textContent())?.trim() ?? ''
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=again]', PASSWORD)
  await page.fill('[name=code]', codeOf(secret))
  await page.click('button[type=submit]')
  await page.waitForURL('**/admin/login?done=enrolled')
  await page.getByText('Your access is set up. Log in now.').waitFor()
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=code]', codeOf(secret, Date.now() + STEP_MS))
  await page.click('button[type=submit]')
  await page.waitForURL(/\/admin$/)
  return opened
}

/** A browser window of a logged-in staff member. */
export async function openAtWork(browser: Browser, who: keyof DeskTokens): Promise<OpenedPage> {
  const opened = await openDesk(browser, inject('appUrl'))
  await opened.page
    .context()
    .addCookies([{ name: 'cm_staff', value: inject('deskTokens')[who], url: inject('appUrl') }])
  return opened
}

/** Opens the first waiting review of a queue, optionally of one customer. */
export async function openFirst(page: Page, kind: string, whose = ''): Promise<void> {
  await page.goto(`/admin/queue/${kind}`)
  const link = page.locator('tr', { hasText: whose }).locator('a[href^="/admin/reviews/"]')
  await link.first().click()
  await page.waitForURL('**/admin/reviews/*')
}

/** The same, claimed and decided. */
export async function decideFirst(
  page: Page,
  kind: string,
  verdict: 'Approve' | 'Reject',
  { reason = '', whose = '' }: { readonly reason?: string; readonly whose?: string } = {},
): Promise<void> {
  await openFirst(page, kind, whose)
  await page.click(`button:has-text("${desk.claim}")`)
  await page.getByText('is now assigned to you').waitFor()
  // Without a choice the form names the missing field.
  await page.click('button:has-text("Submit decision")')
  await page.getByText('Choose whether to approve or reject.').waitFor()
  await page.getByLabel(verdict, { exact: true }).check({ force: true })
  if (reason) await page.locator('form:has([name=verdict]) [name=reason]').fill(reason)
  await page.click('button:has-text("Submit decision")')
  await page.waitForURL(/done=(?:seconding|decided|owed|refused)/)
}
