// Accounts: registration by mobile and by invitation, refusals beside their fields, a forgotten password; and persistent settings. On phone
// and desktop.

import { randomInt } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser, waitUntilAlive } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import {
  PASSWORD,
  type Visitor,
  enterBeforeScripts,
  logOut,
  nextPage,
  openVisitor,
  readCode,
  register,
} from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const SIZES = [
  { name: 'a phone', viewport: PHONE },
  { name: 'a desktop', viewport: DESKTOP },
]

describe.each(inTurn('identity', SIZES))('on $name', ({ viewport }) => {
  test('Sakura registers by mobile: she picks the country, types the number as at home, and logs in with it again', async () => {
    const { page, errors } = await openVisitor(browser, 'jp', { viewport })
    const national = `90${randomInt(10_000_000, 99_999_999)}`
    await page.goto('/register')
    await chooseMobile(page, '携帯番号')
    expect(await areaButton(page).textContent()).toContain('+81')
    await chooseCountry(page, { search: 'タイ', name: /タイ/ })
    await expect.poll(() => areaButton(page).textContent()).toContain('+66')
    await chooseCountry(page, { search: '81', name: /日本/ })
    await page.fill('[name=mobile]', `0${national}`)
    await sendCode(page)
    await page.fill('[name=code]', await readCode({ page, email: `+81${national}` }))
    await page.fill('[name=password]', PASSWORD)
    await page.fill('[name=passwordAgain]', PASSWORD)
    await page.check('[name=consent]')
    await page.click('button.button-brand[value=register]')
    await page.waitForURL('**/trade/spot/BTC-USDT')

    await page.goto('/settings')
    await page.getByRole('main').getByRole('button', { name: 'ログアウト' }).click()
    await page.waitForURL('**/login?**')
    await chooseMobile(page, '携帯番号')
    await page.fill('[name=mobile]', `0${national}`)
    await page.fill('[name=password]', PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true }).click()
    await page.waitForURL('**/assets')
    await page.goto('/settings')
    await page.getByText(/\+81•••\d{4}/).waitFor()
    expect(errors).toEqual([])
  })

  longTest('Irene registers by e-mail with the invite code of a link, which is not lost on the way', async () => {
    const alice = await openVisitor(browser, 'en', { viewport })
    await register(alice)
    const answer = await alice.page.request.get('/api/user/info')
    const { message } = (await answer.json()) as { message: { extension_code: string } }

    const irene = await openVisitor(browser, 'en', { viewport })
    const { page } = irene
    await page.goto(`/register?code=${message.extension_code}`)
    expect(await page.inputValue('[name=inviteCode]')).toBe(message.extension_code)
    await page.getByText('Filled in from your invitation link.').waitFor()
    await page.fill('[name=account]', irene.email)
    await sendCode(page)
    expect(await page.inputValue('[name=inviteCode]')).toBe(message.extension_code)
    await page.fill('[name=code]', await readCode(irene))
    await page.fill('[name=password]', PASSWORD)
    await page.fill('[name=passwordAgain]', PASSWORD)
    await page.check('[name=consent]')
    await page.click('button.button-brand[value=register]')
    await page.waitForURL('**/trade/spot/BTC-USDT')
  })

  test('what is wrong is said beside each field at once, the first has the focus, and nothing typed is lost', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/register')
    await page.fill('[name=account]', 'jack')
    await page.fill('[name=code]', '12')
    await page.fill('[name=password]', PASSWORD)
    await page.fill('[name=passwordAgain]', 'another horse')
    await page.click('button.button-brand[value=register]')
    await page.getByRole('alert').nth(2).waitFor()
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(3)
    await hasFocus(page, 'account')
    expect(await page.inputValue('[name=passwordAgain]')).toBe('another horse')
    await page.fill('[name=account]', 'jack@example.com')
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2)
  })

  longTest('countries that cannot be loaded take nothing away that was typed, and are asked for again', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport })
    await page.route('**/areas', (route) => route.abort())
    await page.goto('/register')
    await chooseMobile(page, 'Mobile')
    await waitUntilAlive(page)
    await page.fill('[name=mobile]', '9012345678')
    await page.fill('[name=password]', PASSWORD)
    await areaButton(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Could not load this').waitFor()
    await page.unroute('**/areas')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('combobox').fill('Thailand')
    await dialog.getByRole('option', { name: /Thailand/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => areaButton(page).textContent()).toContain('+66')
    expect(await page.inputValue('[name=mobile]')).toBe('9012345678')
    expect(await page.inputValue('[name=password]')).toBe(PASSWORD)
    expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  })

  longTest(
    'a reload takes nothing away that was typed but passwords and the code; who registers leaves nothing behind',
    async () => {
      const lou = await openVisitor(browser, 'en', { viewport })
      const { page } = lou
      await page.goto('/register')
      await page.fill('[name=account]', lou.email)
      await page.fill('[name=code]', '123456')
      await page.fill('[name=password]', PASSWORD)
      await page.reload()
      await expect.poll(() => page.inputValue('[name=account]')).toBe(lou.email)
      for (const name of ['code', 'password']) expect(await page.inputValue(`[name=${name}]`)).toBe('')
      const kept = async () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
      expect(await kept()).not.toContain(PASSWORD)
      expect(await kept()).not.toContain('123456')
      // Also by mobile, keeping the number.
      await page.locator('[name=by][value=mobile]').check({ force: true })
      await page.fill('[name=mobile]', '9012345678')
      await page.reload()
      await page.locator('[name=mobile]:visible').waitFor()
      await expect.poll(() => page.inputValue('[name=mobile]')).toBe('9012345678')
      await page.locator('[name=by][value=email]').check({ force: true })
      await sendCode(page)
      await page.fill('[name=code]', await readCode(lou))
      await page.fill('[name=password]', PASSWORD)
      await page.fill('[name=passwordAgain]', PASSWORD)
      await page.check('[name=consent]')
      await page.click('button.button-brand[value=register]')
      await page.waitForURL('**/trade/spot/BTC-USDT')
      await expect.poll(() => kept()).not.toContain(lou.email)
    },
  )

  test('a wrong code is told by the server beside the code, and the passwords stay', async () => {
    const kate = await openVisitor(browser, 'en', { viewport })
    const { page } = kate
    await page.goto('/register')
    await page.fill('[name=account]', kate.email)
    await sendCode(page)
    const right = await readCode(kate)
    await page.fill('[name=code]', right === '000000' ? '111111' : '000000')
    await page.fill('[name=password]', PASSWORD)
    await page.fill('[name=passwordAgain]', PASSWORD)
    await page.check('[name=consent]')
    await page.click('button.button-brand[value=register]')
    await page.getByRole('alert').waitFor()
    await hasFocus(page, 'code')
    expect(await page.inputValue('[name=password]')).toBe(PASSWORD)
    // The outbox link stays visible; it belongs to this address only.
    await page.locator('main a[href="/outbox"]').waitFor()
    await page.fill('[name=account]', `other-${kate.email}`)
    await page.locator('main a[href="/outbox"]').waitFor({ state: 'detached' })
    await page.fill('[name=account]', kate.email)
    await page.fill('[name=code]', right)
    await page.click('button.button-brand[value=register]')
    await page.waitForURL('**/trade/spot/BTC-USDT')
  })

  longTest('Tab leads from the account to the password, and only then to what helps who forgot it', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/login')
    await page.focus('[name=account]')
    await page.keyboard.press('Tab')
    await hasFocus(page, 'password')
  })

  longTest('after a code was sent the button counts down, and another address may ask at once', async () => {
    const liam = await openVisitor(browser, 'en', { viewport })
    const { page } = liam
    await page.goto('/register')
    await page.fill('[name=account]', liam.email)
    await sendCode(page)
    const button = page.locator('button[value=send_code]')
    await button.getByText(/Send again in \d+ s/).waitFor()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.fill('[name=account]', `other-${liam.email}`)
    // No code was sent to this address yet.
    await button.getByText('Send code', { exact: true }).waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
  })

  longTest(
    'a code that was sent before scripts ran is waited for too, unless the address is another by then',
    async () => {
      const noor = await openVisitor(browser, 'en', { viewport })
      const { page, email } = noor
      const button = page.locator('button[value=send_code]')
      const sendTo = async (account: string) => {
        await page.fill('[name=account]', account)
        await sendCode(page)
      }
      await enterBeforeScripts(page, '/register', () => sendTo(email))
      await button.getByText(/Send again in \d+ s/).waitFor()

      await enterBeforeScripts(page, '/register', async () => {
        await sendTo(`second-${email}`)
        await page.fill('[name=account]', `third-${email}`)
      })
      await expect.poll(() => button.textContent()).toBe('Send code')
      await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
    },
  )

  longTest('a forgotten password is set anew with a code; the old one is worth nothing', async () => {
    const mia = await openVisitor(browser, 'en', { viewport })
    const { page, email } = mia
    await register(mia)
    await logOut(mia)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    // The URL changes before the page: the previous page's field must not be filled.
    await page.locator('button[value=send_code]').waitFor()
    await page.fill('[name=account]', email)
    await sendCode(page)
    await page.fill('[name=code]', await readCode(mia))
    await page.fill('[name=password]', 'another horse')
    await page.fill('[name=passwordAgain]', 'another horse')
    await page.click('button.button-brand[value=reset]')
    await page.getByText(/Password changed/).waitFor()
    await logIn(page, { email, password: PASSWORD })
    await page.getByRole('alert').waitFor()
    await logIn(page, { email, password: 'another horse' })
    await page.waitForURL('**/assets')
  })

  longTest('a password is looked at while it is typed, and its strength is told', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/register')
    await page.fill('[name=password]', 'aaaaaaa')
    await page.getByText('Easy to guess').waitFor()
    await page.fill('[name=password]', 'correct horse battery staple')
    await page.getByText('Hard to guess').waitFor()
    await page.getByRole('button', { name: 'Show: Password', exact: true }).click()
    await expect.poll(() => page.getAttribute('[name=password]', 'type')).toBe('text')
  })

  longTest(
    'settings: language, fiat, theme, colours and order confirmation change at a touch, show, and stay',
    async () => {
      const nora = await openVisitor(browser, 'jp', { viewport })
      const { page, errors } = nora
      await page.goto('/settings')
      await openSetting(page, '言語')
      await page.getByRole('button', { name: 'Français' }).click()
      await page.waitForFunction(() => document.documentElement.lang === 'fr')
      await page.goto('/settings')
      await openSetting(page, 'Devise')
      await page.getByRole('button', { name: /^CHF/ }).click()
      await page.locator('button[name=fiat][value=CHF][aria-pressed=true]').waitFor()
      await page.getByText('CHF').filter({ hasText: '≈' }).first().waitFor()
      await page.goto('/settings/theme')
      await page.getByRole('button', { name: 'Sombre' }).click()
      await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
      await page.goto('/settings/rise')
      await page.locator('button[name=rise][value=red]').click()
      await page.waitForFunction(() => document.documentElement.dataset['rise'] === 'red')
      await page.goto('/settings/asking')
      await page.locator('button[name=asking][value=on]').click()
      await page.locator('button[name=asking][value=on][aria-pressed=true]').waitFor()

      await page.goto('/market')
      const html = page.locator('html')
      expect(await html.getAttribute('lang')).toBe('fr')
      expect(await html.getAttribute('data-theme')).toBe('dark')
      expect(await html.getAttribute('data-rise')).toBe('red')
      const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]))
      expect(cookies.get('cm_fiat')).toBe('CHF')
      expect(cookies.get('cm_terminal')).toMatch(/\.k1$/)
      expect(errors).toEqual([])
    },
  )
})

describe.each(inTurn('without scripts', SIZES))('without scripts, on $name', ({ viewport }) => {
  const still = { javaScriptEnabled: false, viewport }

  longTest('the country of a mobile is chosen on a page of its own, which leads back', async () => {
    const { page } = await openVisitor(browser, 'en', still)
    await page.goto('/register?code=ABCD2345')
    await chooseMobile(page, 'Mobile')
    await areaButton(page).click()
    await page.fill('[name=q]', 'japan')
    await page.getByRole('button', { name: 'Search' }).last().click()
    await page.getByRole('main').getByRole('link', { name: /Japan/ }).click()
    expect(await areaButton(page).textContent()).toContain('+81')
    expect(await page.inputValue('[name=inviteCode]')).toBe('ABCD2345')
    const national = `80${randomInt(10_000_000, 99_999_999)}`
    await page.fill('[name=mobile]', `0${national}`)
    await page.click('button[value=send_code]')
    await page.getByRole('status').getByRole('link').waitFor()
    expect(await page.inputValue('[name=mobile]')).toBe(`0${national}`)
    expect(await readCode({ page, email: `+81${national}` })).toMatch(/^\d{6}$/)
  })

  longTest('a setting is a button of a form', async () => {
    const { page } = await openVisitor(browser, 'jp', still)
    await page.goto('/settings/language')
    await nextPage(page, () => page.getByRole('button', { name: '한국어' }).click())
    expect(await page.getAttribute('html', 'lang')).toBe('ko')
  })

  longTest('questions are searched by a form, and what matches is open', async () => {
    const { page } = await openVisitor(browser, 'en', still)
    await page.goto('/faq')
    await page.fill('[name=q]', 'verification')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/faq?q=verification')
    expect(await page.locator('details[id^=part-]').count()).toBe(
      await page.locator('details[id^=part-][open]').count(),
    )
    expect(await page.locator('details[id^=part-]').count()).toBeGreaterThan(0)
  })
})

longTest.each(SIZES)('a link to one question opens it, on $name', async ({ viewport }) => {
  const { page } = await openVisitor(browser, 'fra', { viewport })
  await page.goto('/faq#part-3')
  await page.locator('#part-3[open]').waitFor()
  expect(await page.locator('details[id^=part-][open]').count()).toBe(1)
})

longTest.each(SIZES)(
  'a message to the operators is handed to their mail, and the page says so, on $name',
  async (size) => {
    const { page } = await openVisitor(browser, 'en', { viewport: size.viewport })
    await page.goto('/contact')
    await page.fill('[name=replyTo]', 'olga@example.com')
    const text = `On ${size.name} order 12 is missing from my history.`
    await page.fill('[name=text]', text)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('status').getByText('Message sent').waitFor()
    await page.goto('/outbox')
    await page.getByText(text).first().waitFor()
  },
)

/** The forms also work before hydration; these tests start after it. */
async function chooseMobile(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name }).check({ force: true })
  await page.locator('[name=mobile]').waitFor()
}

const areaButton = (page: Page) => page.locator('main a[aria-haspopup=dialog]')

/** By keyboard alone; the focus is on the button again. */
async function chooseCountry(page: Page, { search, name }: { search: string; name: RegExp }): Promise<void> {
  await waitUntilAlive(page)
  await areaButton(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').waitFor()
  await page.keyboard.type(search)
  await dialog.getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => areaButton(page).evaluate((element) => element === document.activeElement)).toBe(true)
}

async function sendCode(page: Page): Promise<void> {
  await page.click('button[value=send_code]')
  await page.getByRole('status').getByRole('link').waitFor()
}

const hasFocus = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute('name') === wanted, name)

async function logIn(page: Page, { email, password }: Pick<Visitor, 'email'> & { password: string }): Promise<void> {
  await page.fill('[name=account]', email)
  await page.fill('[name=password]', password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

/** A settings row: on a phone it replaces the page, on a desktop it opens beside. */
const openSetting = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
