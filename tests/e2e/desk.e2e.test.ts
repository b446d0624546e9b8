// The operator's desk in a browser: passkeys and layout; with LONG=1 also enrolment links and customer requests, which
// tests/desk/story.pages.test.ts tests without a browser.

import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import desk from '../../locales/en/desk.json'
import refusals from '../../locales/en/refusals.json'
import shell from '../../locales/en/shell.json'
import { DESK_PATHS } from '../desk/paths'
import { QUICK_RULES, findGrave } from '../kit/axe'
import { atWork, decide, mailedLink } from '../kit/desk'
import { DESKTOP, type OpenedPage, PHONE, openBrowser } from '../kit/browser'
import { inTurn, LONG, longTest } from '../kit/long'
import { FIRST_ADMINS } from '../../scripts/lib/first-admins.mjs'
import { codeOf, decideFirst, joinDesk, joinDeskByPasskey, loginByPasskey, openAtWork, openFirst } from './desk-people'
import { PASSWORD as CUSTOMER_PASSWORD, type Visitor, openVisitor, readCode, register } from './visitor'

let browser: Browser

/** Ada requests the invitation, Otto approves it. */
async function invite(name: string, role: string): Promise<{ link: string; email: string }> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@cm.example`
  const staff = await atWork('ada').open('/admin/staff')
  const asked = await staff.form(desk.invite_submit).fill({ email, name, role }).send()
  expect(asked.problem).toBe('')
  expect(asked.text).toContain(desk.done_asked)
  await decide('otto', 'staff', { whose: email })
  return { link: await mailedLink(email), email }
}

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('what Alice asks for', () => {
  let ada: OpenedPage, otto: OpenedPage, rita: OpenedPage, fiona: OpenedPage
  let alice: Visitor
  beforeAll(async () => {
    const [first = '', second = ''] = inject('deskLinks')
    ada = await joinDesk(browser, { link: first, email: FIRST_ADMINS[0] })
    otto = await joinDesk(browser, { link: second, email: FIRST_ADMINS[1] })
    rita = await joinDesk(browser, await invite('Rita', 'reviewer'))
    fiona = await joinDesk(browser, await invite('Fiona', 'finance'))
    alice = await openVisitor(browser, 'en')
    await register(alice)
  })

  longTest('is not hers to decide: the desk is not there for customers', async () => {
    await alice.page.goto('/admin')
    expect(new URL(alice.page.url()).pathname).toBe('/admin/login')
  })

  longTest('a deposit with a voucher: Rita and Fiona look at it, then Alice has the money', async () => {
    const { page } = alice
    await page.goto('/assets/deposit?asset=3&network=TRC20')
    await page.fill('[name=amount]', '75')
    const buffer = await page.screenshot({ type: 'jpeg' })
    await page.locator('input[type=file]').setInputFiles({ name: 'voucher.jpg', mimeType: 'image/jpeg', buffer })
    await page.locator('form:has(input[type=file]) button.button-brand').click()
    await page.waitForURL('**/assets/requests/**')
    const request = page.url()

    // Others ask for deposits at the same time.
    const { email: whose } = alice
    await openFirst(rita.page, 'deposit', whose)
    const picture = rita.page.locator('img[src^="/admin/image"]').first()
    await picture.waitFor()
    await rita.page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('img[src^="/admin/image"]')
      return image?.complete === true && image.naturalWidth > 0
    })
    await decideFirst(rita.page, 'deposit', 'Approve', { whose })
    await rita.page.getByText('A second person must approve too').waitFor()
    await page.goto(request)
    expect(await page.getByTestId('request-state').innerText()).not.toContain('Completed')

    await decideFirst(fiona.page, 'deposit', 'Approve', { whose })
    await fiona.page.getByText('Decided and carried out').waitFor()
    await page.goto(request)
    await page.getByTestId('request-state').getByText('Completed').waitFor()
  })

  longTest('a correction: Fiona asks, Otto approves, and it is in Alice’s bills', async () => {
    const { page } = fiona
    await page.goto('/admin/users')
    await page.fill('[name=text]', alice.email)
    await page.click('button:has-text("Search")')
    // Only after the answer: the earlier list starts with another user.
    await page.waitForURL('**/admin/users?**')
    await page.getByRole('row', { name: alice.email }).locator('a[href^="/admin/users/"]').click()
    await page.waitForURL('**/admin/users/*')
    const account = page.url()
    await page.fill('[name=amount]', '25')
    await page.locator('form:has([name=amount]) [name=reason]').fill('Credited to somebody else.')
    await page.locator('select[name=assetId]').selectOption({ label: 'USDT' })
    await page.click('button:has-text("Request approval")')
    await page.getByText('The correction is waiting').waitFor()
    await page.goto('/admin/queue/correction')
    await page.getByText('+25 USDT', { exact: true }).waitFor()
    await page.locator('a[href^="/admin/reviews/"]').first().click()
    await page.getByText('+25 USDT', { exact: true }).waitFor()
    await page.getByText('You have decided').waitFor()

    await decideFirst(otto.page, 'correction', 'Approve')
    await otto.page.getByText('Decided and carried out').waitFor()
    await alice.page.goto('/assets/bills')
    // Not the filter's option with the same text.
    const line = alice.page.getByText('Correction', { exact: true }).and(alice.page.locator(':not(option)'))
    await line.first().waitFor()

    await page.goto(account)
    const entries = page.locator('section', { has: page.getByRole('heading', { name: 'Ledger entries' }) })
    await entries.getByLabel('Reason').selectOption({ label: 'Correction' })
    await entries.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**?reason=correction&**')
    await expect.poll(() => entries.locator('tbody tr').count()).toBe(1)
    expect(await entries.locator('tbody').innerText()).toContain('25 USDT')
    await entries.getByRole('link', { name: /^Correction #/ }).click()
    await page.waitForURL('**/admin/reviews/*')
  })

  longTest(
    'a lost app: Fiona asks, Rita agrees, and Lena is logged out, reads why, and comes in by her password',
    async () => {
      const lena = await openVisitor(browser, 'en')
      await register(lena)
      const { page } = lena
      const main = page.getByRole('main')
      await page.goto('/settings/security/authenticator')
      await main.getByRole('button', { name: 'Send code' }).click()
      await page.getByText('Verification code sent').waitFor()
      await page.fill('[name=own_code]', await readCode(lena))
      await main.getByRole('button', { name: 'Set up' }).click()
      await page.fill('[name=code]', codeOf(((await main.locator('code').textContent()) ?? '').replaceAll(' ', '')))
      await main.getByRole('button', { name: 'Check code and turn on' }).click()
      await main.getByRole('list', { name: 'Recovery codes' }).waitFor()

      await fiona.page.goto(`/admin/users?text=${encodeURIComponent(lena.email)}`)
      await fiona.page.locator('a[href^="/admin/users/"]').first().click()
      const form = fiona.page.locator('section', {
        has: fiona.page.getByRole('heading', { name: 'Request authenticator removal' }),
      })
      await form.locator('[name=reason]').fill('Video call with the passport in hand.')
      await form.getByRole('button', { name: 'Request approval' }).click()
      await fiona.page.getByText('Requested. It takes effect').waitFor()
      await page.goto('/settings/security')
      expect(new URL(page.url()).pathname).toBe('/settings/security')

      await decideFirst(rita.page, 'recovery', 'Approve')
      await rita.page.getByText('Decided and carried out').waitFor()
      await page.goto('/settings/security')
      expect(new URL(page.url()).pathname).toBe('/login')
      await page.fill('[name=account]', lena.email)
      await page.fill('[name=password]', CUSTOMER_PASSWORD)
      await main.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.waitForURL('**/settings/security')
      await page.goto('/messages')
      await page.getByText('support removed the authenticator app').first().waitFor()
      // The open page polled or reconnected with the ended session: the browser logs the refusals.
      expect(lena.errors.filter((error) => !/401|HTTP Authentication failed/.test(error))).toEqual([])
    },
  )

  longTest('the fee of a pair is another when two have agreed, and not before', async () => {
    const fee = async () => {
      await ada.page.goto('/admin/sheets/pairs/TRX-USDT')
      return ada.page.locator('[name="cell.maker_fee"]').inputValue()
    }
    const most = ada.page.locator('[name="cell.quantity_max"]')
    const before = await fee()
    const mostBefore = await most.inputValue()
    // Commas distinguish eight million from eighty million, in untouched fields and while typing.
    expect(mostBefore).toMatch(/^[1-9]\d{0,2}(?:,\d{3}){2}$/)
    await most.fill('80000000')
    await expect.poll(() => most.inputValue()).toBe('80,000,000')
    await most.fill(mostBefore)
    await ada.page.fill('[name="cell.maker_fee"]', '0.0007')
    await ada.page.click('button:has-text("Save")')
    await ada.page.getByText('once another person approves it').waitFor()
    expect(await fee()).toBe(before)
    await decideFirst(fiona.page, 'change', 'Approve')
    await fiona.page.getByText('Decided and carried out').waitFor()
    expect(await fee()).toBe('0.0007')
    expect(await most.inputValue()).toBe(mostBefore)
  })

  longTest('a row that is saved says what was saved, and its form stays where it is', async () => {
    const { page } = ada
    await page.goto('/admin/sheets/pairs/TRX-USDT')
    const sort = page.locator('[name="cell.sort"]')
    // Normalized as the server parses the input.
    await sort.fill(' 77 ')
    await page.locator('form:has([name="cell.sort"])').evaluate((form) => Object.assign(window, { formBefore: form }))
    await sort.press('Enter')
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => sort.inputValue()).toBe('77')
    expect(await sort.evaluate((field) => 'formBefore' in window && field.closest('form') === window.formBefore)).toBe(
      true,
    )
    expect(await sort.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.locator('[name="seen.sort"]').inputValue()).toBe('77')
  })

  longTest('nothing on the way was an error', () => {
    for (const opened of [ada, otto, rita, fiona]) expect(opened.errors).toEqual([])
  })
})

test('Pia comes with a passkey, adds an app beside it, and the last of both stays', async () => {
  const invited = await invite('Pia', 'support')
  const { page, errors } = await joinDeskByPasskey(browser, invited)
  await page.goto('/admin/factors')
  const passkeys = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) })
  const app = page.locator('section', { has: page.getByRole('heading', { name: 'Authenticator app' }) })
  await passkeys.locator('li [name=name]').fill('Work laptop')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  // The only passkey has no remove button.
  expect(await passkeys.getByRole('button', { name: 'Remove' }).count()).toBe(0)

  await app.locator('[name=code]').fill('000000')
  await app.getByRole('button', { name: 'Set up the app' }).click()
  await page.getByText('The code does not match').waitFor()
  // After a wrong code the scanned secret stays valid.
  await app.locator('[name=code]').fill(codeOf((await app.locator('code').innerText()).trim()))
  await app.getByRole('button', { name: 'Set up the app' }).click()
  await app.getByText('Set', { exact: true }).waitFor()
  expect(await passkeys.locator('li [name=name]').inputValue()).toBe('Work laptop')

  await page.click('button:has-text("Log out")')
  await page.waitForURL('**/admin/login')
  await page.fill('[name=email]', invited.email)
  await page.fill('[name=password]', 'not the password')
  await page.click('button:has-text("Log in with a passkey instead")')
  await page.getByText('code or passkey is incorrect').waitFor()
  await loginByPasskey(page, invited.email)
  await page.waitForURL(/\/admin$/)
  await page.goto('/admin/factors')
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys yet').waitFor()
  expect(await app.getByRole('button', { name: 'Remove' }).count()).toBe(0)
  expect(errors).toEqual([])
})

describe.each(inTurn('desk', [PHONE, DESKTOP]))('every page at $width px', (viewport) => {
  test('is drawn, fits, and reports nothing', async () => {
    const { page, errors } = await openAtWork(browser, 'ada')
    await page.setViewportSize(viewport)
    // Every fifth page is drawn here; the pages' own tests request all.
    for (const path of [...DESK_PATHS.filter((_, place) => LONG || place % 5 === 0), '/admin/reviews/1', '/admin']) {
      const answer = await page.goto(path)
      expect([path, answer?.status()]).toEqual([path, 200])
      await page.locator('h1:visible').first().waitFor()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, width <= viewport.width]).toEqual([path, true])
    }
    // The menu is a scrolling column there.
    await page.setViewportSize(DESKTOP)
    expect(await findGrave(page, QUICK_RULES)).toEqual([])
    expect(errors).toEqual([])
  })
})

longTest('an address that is not there, and a page that is not, leave the way to the others', async () => {
  const { page } = await openAtWork(browser, 'ada')
  for (const path of ['/admin/nope', '/admin/users/99999999', '/admin/queue/nope']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await page.getByRole('heading', { name: shell.not_found_title }).waitFor()
    expect(await page.getByRole('link', { name: desk.users, exact: true }).count()).toBe(1)
  }
  await page.getByRole('main').getByRole('link', { name: desk.overview }).last().click()
  await page.waitForURL(/\/admin$/)
})

longTest('what is missing in a form of the desk is told in our words', async () => {
  const { page } = await openAtWork(browser, 'ada')
  await page.goto('/admin/staff')
  // Without scripts the browser shows its own message; wait for hydration.
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form:has([name=email])')?.noValidate)
  await page.click('button:has-text("Request approval")')
  await page.getByRole('alert').getByText(refusals.email_malformed).waitFor()
})

test('Ctrl and K find a page of the desk by its name; tables are folded, and unfolded where one is', async () => {
  const { page, errors } = await openAtWork(browser, 'ada')
  await page.goto('/admin')
  await page.getByRole('link', { name: desk.users, exact: true }).waitFor()
  expect(await page.getByRole('link', { name: desk.sheet_pairs }).isVisible()).toBe(false)
  const search = page.getByRole('searchbox', { name: desk.find_anything })
  /** The keys are heard once scripts run; a page that comes takes the focus. */
  const focusSearch = () =>
    expect
      .poll(async () => {
        await page.keyboard.press('Control+k')
        return search.evaluate((field) => field === document.activeElement)
      })
      .toBe(true)
  await focusSearch()
  await page.keyboard.type(desk.sheet_pairs)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/sheets/pairs')
  await page.getByRole('heading', { level: 1, name: desk.sheet_pairs }).waitFor()
  await focusSearch()
  await page.keyboard.type('hanako')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/users?text=hanako')
  expect(errors).toEqual([])
  await page.context().close()
})
