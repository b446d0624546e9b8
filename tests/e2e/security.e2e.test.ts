// Securing an account in a browser: profile and picture, pay password, authenticator app, second step at login, a passkey of a virtual
// authenticator, sessions. On localhost, because passkeys belong to a name and 127.0.0.1 is none.

import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { PHONE, giveAuthenticator, openBrowser } from '../kit/browser'
import { longTest } from '../kit/long'
import { PASSWORD, type Visitor, openVisitor, readCode, register } from './visitor'

const PAY = 'staple of payments'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const localhost = (): string => inject('appUrl').replace('127.0.0.1', 'localhost')

async function openHere(options: Parameters<typeof openVisitor>[2] = {}): Promise<Visitor> {
  const visitor = await openVisitor(browser, 'en', { baseURL: localhost(), ...options })
  const cookies = [
    { name: 'cm_language', value: 'en', url: localhost() },
    { name: 'cm_terminal', value: 'k0', url: localhost() },
  ]
  await visitor.page.context().addCookies(cookies)
  return visitor
}

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

async function setPayPassword(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.goto('/settings/security/pay-password')
  await press(page, 'Send code')
  await page.getByText('Verification code sent').waitFor()
  await page.fill('[name=own_code]', await readCode(visitor))
  await page.fill('[name=password]', PAY)
  await page.fill('[name=password_again]', PAY)
  await press(page, 'Save')
  await page.waitForURL(/\/settings\/security(?:\?saved)?$/)
}

async function logIn({ page, email }: Visitor): Promise<void> {
  await page.goto('/login')
  await page.fill('[name=account]', email)
  await page.fill('[name=password]', PASSWORD)
  await press(page, 'Log in')
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/settings/security/sessions')
  await press(page, 'Log out everywhere')
  await page.waitForURL('**/login?**')
}

/** A picture that a browser can draw, as a camera's file. */
const pictureOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const context = canvas.getContext('2d')
    context?.fillRect(0, 0, 32, 32)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

longTest('Hana shows her picture and her name: the file leaves her browser as a JPEG, and others see it', async () => {
  const hana = await openHere({ viewport: PHONE })
  const { page, errors } = hana
  await register(hana, '/settings/profile')
  const buffer = Buffer.from(await pictureOf(page), 'base64')
  await page.setInputFiles('[name=avatar]', { name: 'hana.png', mimeType: 'image/png', buffer })
  await page.getByAltText('Preview of the chosen image').waitFor()
  await press(page, 'Use this picture')
  const shown = main(page).locator('form img[src^="/uploads/"]')
  await shown.waitFor()
  const picture = await page.request.get(localhost() + ((await shown.getAttribute('src')) ?? ''))
  expect(picture.headers()['content-type']).toBe('image/jpeg')

  await page.fill('[name=nickname]', '!')
  await press(page, 'Save')
  await page.getByText('The nickname must have 2 to 10 characters').waitFor()
  await page.fill('[name=nickname]', 'Hana')
  await page.fill('[name=signature]', 'Slow and steady')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await press(page, 'Save')
  await saved
  await page.locator('.toast').filter({ hasText: 'Settings saved.' }).last().waitFor()
  await page.reload()
  expect(await page.inputValue('[name=signature]')).toBe('Slow and steady')
  expect(errors).toEqual([])
})

test('Kenta sets a pay password and an app; at the next login the app is asked, and a passkey does for both', async () => {
  const kenta = await openHere()
  const { page, errors } = kenta
  await register(kenta)
  await setPayPassword(kenta)

  await page.goto('/settings/security/authenticator')
  await page.fill('[name=pay_password]', 'not that one')
  await press(page, 'Set up')
  await page.getByText('The withdrawal password is incorrect.').waitFor()
  await page.fill('[name=pay_password]', PAY)
  await press(page, 'Set up')
  const secret = ((await main(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.fill('[name=code]', app.generate())
  await press(page, 'Check code and turn on')
  await main(page).getByRole('list', { name: 'Recovery codes' }).waitFor()
  expect(await main(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10)

  await logOut(page)
  await logIn(kenta)
  await page.waitForURL('**/login/verify?**')
  await page.fill('[name=code]', '000000')
  await press(page, 'Log in')
  await page.getByText('This code is incorrect or was already used.').waitFor()
  // The current code may have been used for the setup, so the next one is used.
  await page.fill('[name=code]', app.generate({ timestamp: Date.now() + 30_000 }))
  await press(page, 'Log in')
  await page.waitForURL('**/assets')

  await giveAuthenticator(page)
  await page.goto('/settings/security/passkeys')
  await page.fill('[name=name]', 'Laptop')
  await main(page).getByRole('radio', { name: 'Withdrawal password' }).check({ force: true })
  await page.fill('[name=pay_password]', PAY)
  await press(page, 'Add a passkey')
  expect(await main(page).locator('ul [name=name]').inputValue()).toBe('Laptop')

  // The virtual device answers as soon as the account's field offers its passkey.
  await logOut(page)
  await page.goto('/login')
  await page.waitForURL('**/assets')

  // In a browser without that offer the button does the same.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await logOut(page)
  await page.goto('/login')
  await press(page, 'Log in with a passkey')
  await page.waitForURL('**/assets')

  await page.goto('/settings/security/sessions')
  await page.getByText('This device').waitFor()
  await page.getByText(/Chrome, \w+/).waitFor()
  expect(errors).toEqual([])
})
