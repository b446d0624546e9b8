// Form entries of an English visitor for verification: mobile number, and the document of level 1.

import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Visitor, readCode } from './visitor'

export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

export async function bindMobile(visitor: Visitor): Promise<void> {
  const { page, email } = visitor
  const national = `90${randomInt(10_000_000, 99_999_999)}`
  await page.goto('/settings/security/mobile?country=JP')
  await page.fill('[name=account]', `0${national}`)
  await page.getByRole('main').locator('button[value=send_code]').click()
  await page.getByText('Verification code sent').waitFor()
  await page.fill('[name=code]', await readCode({ page, email: `+81${national}` }))
  // The form shows an earlier code's confirmation, and the address got a code before, at registration.
  const registered = await readCode({ page, email })
  await page.getByRole('main').locator('button[value=send_own_code]').click()
  await expect.poll(() => readCode({ page, email })).not.toBe(registered)
  await page.fill('[name=own_code]', await readCode({ page, email }))
  await press(page, 'Save')
  await page.waitForURL(/\/settings\/security(?:\?saved)?$/)
}

/** Fills the level 1 page. */
export async function sendPassport(page: Page): Promise<void> {
  await page.selectOption('[name=country]', 'JP')
  await page.getByLabel('Passport').check({ force: true })
  await page.fill('[name=name]', 'Alice Liddell')
  await page.fill('[name=card_id]', `TK${randomInt(1_000_000, 9_999_999)}`)
  await press(page, 'Submit')
  await page.getByText('We are checking your details.').waitFor()
}
