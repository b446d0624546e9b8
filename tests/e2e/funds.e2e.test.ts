// Deposits, conversions and withdrawals in a browser: the review sheets of a conversion and a withdrawal, and a form without an answer. With
// LONG=1 also the whole story at both widths, which tests/funds/money.pages.test.ts tests without a browser.

import { text } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import content from '../../locales/en/content.json'
import desk from '../../locales/en/desk.json'
import funds from '../../locales/en/funds.json'
import identity from '../../locales/en/identity.json'
import promotion from '../../locales/en/promotion.json'
import refusals from '../../locales/en/refusals.json'
import shell from '../../locales/en/shell.json'
import ui from '../../locales/en/ui.json'
import { decide as decideByForms } from '../kit/desk'
import { makeSavedYesterday } from '../kit/directory'
import { setPayPassword as savePayPassword } from '../kit/identity'
import { DESKTOP, PHONE, openBrowser, openPage } from '../kit/browser'
import { LONG, inTurn, longTest } from '../kit/long'
import { type Visitor, byForms, openVisitor, readCode, register, waitForLiveMarket } from './visitor'

const VIEWPORTS = inTurn('funds', [PHONE, DESKTOP])
let browser: Browser
/** By width. Both save their addresses before any withdrawal, because a new address has to wait a minute. */
const alices = new Map<number, Visitor>()
beforeAll(async () => {
  browser = await openBrowser()
  for (const viewport of LONG ? VIEWPORTS : []) {
    const alice = await openVisitor(browser, 'en', { viewport })
    await register(alice)
    alices.set(viewport.width, alice)
  }
})
afterAll(() => browser.close())

const PAGES = [
  '/assets',
  '/assets/coins?for=deposit',
  '/assets/coins?for=withdraw',
  '/assets/deposit?asset=3',
  '/assets/deposit?asset=6',
  '/assets/deposit/bank',
  '/assets/withdraw?asset=3',
  '/assets/withdraw?asset=3&kind=card',
  '/assets/convert',
  '/assets/requests',
  '/settings/addresses',
  '/settings/addresses/new',
  '/settings/cards',
  '/settings/cards/international',
  '/faucet',
]

const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
const PAY_PASSWORD = 'a drawer of gold'

/** The badge of the request that the page shows; it changes by itself. */
const stateOf = (page: Page, words: string) =>
  page.getByTestId('request-state').getByText(words, { exact: true }).waitFor({ timeout: 60_000 })

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

type Person = keyof ReturnType<typeof inject<'deskTokens'>>

async function openAtDesk(who: Person, path: string): Promise<Page> {
  const url = inject('appUrl')
  const { page } = await openPage(browser, { baseURL: url })
  const cookies = { cm_staff: inject('deskTokens')[who], cm_language: 'en' }
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  page.setDefaultTimeout(20_000)
  await page.goto(path)
  return page
}

/** The desk decides this customer's oldest waiting request. */
async function decide(who: Person, kind: 'deposit' | 'withdrawal', key: string, reason = ''): Promise<void> {
  const page = await openAtDesk(who, `/admin/queue/${kind}`)
  const rows = page.locator('tbody tr')
  await rows.filter({ hasText: key }).locator('a').first().click()
  await page.click(`button:has-text("${desk.claim}")`)
  await page.getByText(desk.done_claimed).waitFor()
  await page.getByLabel(reason === '' ? desk.verdict_approve : desk.verdict_reject).check({ force: true })
  if (reason !== '') await page.fill('textarea[name=reason]', reason)
  await page.click(`button:has-text("${desk.decide}")`)
  await page.getByText(desk.done_decided).or(page.getByText(desk.done_seconding)).first().waitFor()
  await page.context().close()
}

/** Rita forbids a customer to trade and to withdraw. */
async function freeze(account: string): Promise<void> {
  const page = await openAtDesk('rita', `/admin/users?text=${encodeURIComponent(account)}`)
  await page.locator('tbody tr').filter({ hasText: account }).locator('a').first().click()
  await page.getByLabel(desk.freeze_trading).check({ force: true })
  await page.getByLabel(desk.freeze_withdrawals).check({ force: true })
  const form = page.locator('form', { has: page.locator('[name=trading]') })
  await form.locator('[name=reason]').fill('Reported as stolen.')
  await form.getByRole('button', { name: desk.save }).click()
  await page.getByText(desk.done_frozen).waitFor()
  await page.context().close()
}

function aliceAt(width: number): Visitor {
  const alice = alices.get(width)
  if (!alice) throw new Error('both are registered before')
  return alice
}

describe.each(VIEWPORTS)('Alice, with a saved address and a pay password, at $width px', (viewport) => {
  let alice: Visitor
  beforeAll(async () => {
    alice = await openVisitor(browser, 'en', { viewport })
    await register(alice)
    const person = await byForms(alice)
    await savePayPassword(person, PAY_PASSWORD)
    const address = { name: 'Home', place: '3 TRC20', address: TRON, pay_password: PAY_PASSWORD }
    await (await person.open('/settings/addresses/new?asset=3')).form(funds.save).fill(address).send()
    await makeSavedYesterday(alice.email)
  })

  test('converts 600 USDT to BTC at the quote that she sees', async () => {
    const { page } = alice
    await page.goto('/assets/convert')
    const timeLeft = page.getByRole('timer', { name: funds.quote_holds })
    expect(await timeLeft.textContent()).toBe('10 s')
    // The rate is read both ways.
    const rate = page.getByRole('button', { name: '≈' })
    expect(await rate.textContent()).toMatch(/^1\u00a0USDT ≈ 0\.\d+\u00a0BTC$/)
    await rate.click()
    await expect.poll(() => rate.textContent()).toMatch(/^1\u00a0BTC ≈ \d{2},\d{3}(?:\.\d+)?\u00a0USDT$/)
    await page.fill('[name=amount]', '600')
    await expect.poll(() => page.getByTestId('receive').textContent()).toMatch(/^0\.0\d+\u00a0BTC$/)
    // Only now the quote runs down.
    await timeLeft.getByText(/^[1-9] s$/).waitFor()
    await press(page, funds.convert)
    // The review sheet repeats the figures; Back closes it.
    const review = page.getByRole('dialog', { name: funds.review_conversion })
    await review.getByText('600 USDT').waitFor()
    await review.getByRole('button', { name: ui.back }).click()
    await review.waitFor({ state: 'hidden' })
    await press(page, funds.convert)
    await review.getByRole('button', { name: funds.convert }).click()
    await page.getByTestId('converted').waitFor()
    expect(await page.getByTestId('converted').textContent()).toMatch(
      /Converted 600(?:\.0+)?\u00a0USDT to 0\.0\d+\u00a0BTC/,
    )
  })

  test('withdraws 100 USDT: a wrong proof is refused where it is, and the page shows by itself that two people agreed', async () => {
    const { page, errors } = alice
    await page.goto('/assets/withdraw?asset=3')
    await page.fill('[name=amount]', '100')
    await expect.poll(() => page.getByTestId('arrival').textContent()).toBe('99\u00a0USDT')
    await press(page, funds.withdraw)
    const review = page.getByRole('dialog', { name: funds.review_withdrawal })
    const confirm = async (password: string) => {
      await review.locator('[name=pay_password]').fill(password)
      await review.getByRole('button', { name: funds.withdraw, exact: true }).click()
    }
    await review.getByText(TRON).waitFor()
    await review.getByText('99 USDT', { exact: true }).waitFor()
    await confirm('not this one')
    await page.getByText(refusals.pay_password_wrong).waitFor()
    await page.locator('[name=pay_password]:focus').waitFor()
    await confirm(PAY_PASSWORD)
    await page.waitForURL('**/assets/requests/w*')
    await stateOf(page, refusals.funds_review)
    for (const who of ['fiona', 'frank'] as const) await decideByForms(who, 'withdrawal', { whose: alice.email })
    await stateOf(page, refusals.funds_passed)
    expect(errors).toEqual([])
  })

  test.each(
    inTurn('unanswered', [
      ['/settings/addresses/new', 'address', TRON, funds.save],
      ['/settings/cards', 'real_name', 'Alice Liddell', funds.save],
      ['/settings/cards/international', 'real_name', 'Alice Liddell', funds.save],
      ['/coupons', 'code', 'WELCOME', promotion.coupon_claim],
    ]),
  )('%s stays as it was typed when no answer comes, and says so', async (path, field, text, button) => {
    // A separate page, because the browser records the broken request as an error.
    const page = await alice.page.context().newPage()
    await page.goto(path)
    await page.locator(`input[name=${field}]`).fill(text)
    await page.route(`**${path}.data**`, (route) => route.abort())
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click()
    await page.getByText(shell.unanswered_kept).waitFor()
    expect(await page.locator(`input[name=${field}]`).inputValue()).toBe(text)
    await page.close()
  })
})

describe.runIf(LONG).each(VIEWPORTS)('Alice, new here, at $width px', ({ width }) => {
  let alice: Visitor
  beforeAll(() => (alice = aliceAt(width)))

  longTest('every page is drawn, fits its width, and reports nothing', async () => {
    const { page, errors } = alice
    for (const path of PAGES) {
      const answer = await page.goto(path)
      expect([path, answer?.status()]).toEqual([path, 200])
      await page.locator('h1:visible').first().waitFor()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([path, overflow <= 0]).toEqual([path, true])
    }
    expect(errors).toEqual([])
  })

  test('sets a pay password by a code, and saves an address that waits before it may be used', async () => {
    const { page } = alice
    await page.goto('/settings/security/pay-password')
    await press(page, identity.send_code)
    await page.getByText(identity.code_sent).waitFor()
    await page.fill('[name=own_code]', await readCode(alice))
    await page.fill('[name=password]', PAY_PASSWORD)
    await page.fill('[name=password_again]', PAY_PASSWORD)
    await press(page, funds.save)
    await page.waitForURL('**/settings/security?saved')

    await page.goto('/settings/addresses')
    const add = page.getByRole('main').getByRole('link', { name: funds.add_address })
    expect(await add.count()).toBe(1)
    await page.goto('/settings/addresses/new?asset=3')
    await page.fill('[name=name]', 'Home')
    await page.selectOption('[name=place]', '3 TRC20')
    await page.fill('[name=address]', `${TRON.slice(0, -1)}c`)
    await page.fill('[name=pay_password]', PAY_PASSWORD)
    await press(page, funds.save)
    await page.getByText(refusals.address_malformed.replace('{{network}}', 'TRC20')).waitFor()
    await page.fill('[name=address]', TRON)
    await page.fill('[name=pay_password]', PAY_PASSWORD)
    await press(page, funds.save)
    await page.waitForURL(/\/settings\/addresses(?!\/new)/)
    await page.getByText('Home').first().waitFor()
    await expect.poll(() => add.count()).toBe(1)

    await page.goto('/assets/withdraw?asset=3')
    await page.getByText(funds.too_new).waitFor()
  })
})

describe.runIf(LONG).each(VIEWPORTS)('Alice at $width px', ({ width }) => {
  let alice: Visitor
  /** As the desk's queue shows her. */
  const queueName = () => alice.email
  beforeAll(() => (alice = aliceAt(width)))

  test('sends herself 0.05 BTC on the simulated chain, and they arrive while she looks', async () => {
    const { page } = alice
    await page.goto('/faucet?asset=1&network=BTC')
    await page.fill('[name=amount]', '0.05')
    await press(page, funds.faucet_send)
    await page.getByText('0.05 BTC · Bitcoin').first().waitFor()
    await page.goto('/assets/requests')
    const row = page.locator('a[href^="/assets/requests/d"]').first()
    // The page reads them while rendering, so it is reloaded until one appears.
    while (!(await row.isVisible())) {
      await page.reload()
      await row.waitFor({ timeout: 3_000 }).catch(() => undefined)
    }
    await row.click()
    await stateOf(page, refusals.funds_passed)
    expect(await page.getByTestId('request-amount').textContent()).toContain('0.05')
  })

  test('tells of 75 USDT with a voucher; the desk cannot read it, and she sees why', async () => {
    const { page } = alice
    const note = await page.context().newPage()
    await note.setContent(`<h1>75 USDT</h1><p>${alice.email}</p>`)
    const buffer = await note.screenshot()
    await note.close()
    await page.goto('/assets/deposit?asset=3&network=TRC20')
    await page.fill('[name=amount]', '75')
    await page.setInputFiles('[name=picture]', { name: 'voucher.png', mimeType: 'image/png', buffer })
    await page.getByAltText('Preview').or(page.locator('form img')).first().waitFor()
    await press(page, funds.tell_send)
    await page.waitForURL('**/assets/requests/d*')
    await stateOf(page, refusals.funds_review)
    await decide('rita', 'deposit', queueName(), 'The voucher cannot be read.')
    await stateOf(page, refusals.funds_failed)
    await page.getByText('The voucher cannot be read.').waitFor()
  })

  test('converts 600 USDT to BTC at the quote that she sees', async () => {
    const { page } = alice
    await page.goto('/assets/convert')
    const timeLeft = page.getByRole('timer', { name: funds.quote_holds })
    expect(await timeLeft.textContent()).toBe('10 s')
    // The rate is read both ways.
    const rate = page.getByRole('button', { name: '≈' })
    expect(await rate.textContent()).toMatch(/^1\u00a0USDT ≈ 0\.\d+\u00a0BTC$/)
    await rate.click()
    await expect.poll(() => rate.textContent()).toMatch(/^1\u00a0BTC ≈ \d{2},\d{3}(?:\.\d+)?\u00a0USDT$/)
    await page.fill('[name=amount]', '600')
    await expect.poll(() => page.getByTestId('receive').textContent()).toMatch(/^0\.0\d+\u00a0BTC$/)
    // The quote's countdown starts only now.
    await timeLeft.getByText(/^[1-9] s$/).waitFor()
    await press(page, funds.convert)
    // The review shows the form's figures, and is left once by the back button.
    const review = page.getByRole('dialog', { name: funds.review_conversion })
    await review.getByText('600 USDT').waitFor()
    await review.getByRole('button', { name: ui.back }).click()
    await review.waitFor({ state: 'hidden' })
    await press(page, funds.convert)
    await review.getByRole('button', { name: funds.convert }).click()
    await page.getByTestId('converted').waitFor()
    expect(await page.getByTestId('converted').textContent()).toMatch(
      /Converted 600(?:\.0+)?\u00a0USDT to 0\.0\d+\u00a0BTC/,
    )
  })

  test('an empty field of a card or a voucher form is told in our words beside it, and the rest stays', async () => {
    const { page } = alice
    await page.goto('/settings/cards')
    await page.fill('[name=real_name]', 'Alice Liddell')
    await press(page, funds.save)
    await page.locator('[name=bank_account][aria-invalid=true]:focus').waitFor()
    expect(await page.inputValue('[name=real_name]')).toBe('Alice Liddell')
    await page.goto('/assets/deposit?asset=3')
    await press(page, funds.tell_send)
    await page.locator('[name=amount][aria-invalid=true]:focus').waitFor()
    await page.fill('[name=amount]', '75')
    await press(page, funds.tell_send)
    await page.locator('main').getByText(refusals.voucher_missing).waitFor()
    await page.goto('/settings/addresses/new')
    await press(page, funds.save)
    await page.locator('[name=address][aria-invalid=true]:focus').waitFor()
  })

  test('saves a card, and withdrawals show it by its last digits', async () => {
    const { page } = alice
    await page.goto('/settings/cards')
    const card = { bank_account: '6222 0202 0011 2233', real_name: 'Alice Liddell', bank_name: 'Bank of Oxford' }
    for (const [name, text] of Object.entries(card)) await page.fill(`[name=${name}]`, text)
    await page.fill('[name=pay_password]', PAY_PASSWORD)
    await press(page, funds.save)
    await page.locator('button[value=delete]').waitFor()
    await page.reload()
    expect(await page.inputValue('[name=bank_account]')).toBe('6222020200112233')
    await page.goto('/assets/withdraw?asset=3&kind=card')
    await page.getByText(/2233$/).waitFor()
  })

  /** Once the address has waited long enough. */
  const openWithdraw = async (page: Page) => {
    await makeSavedYesterday(alice.email)
    await page.goto('/assets/withdraw?asset=3')
  }
  const confirm = async (page: Page, password: string) => {
    const review = page.getByRole('dialog', { name: funds.review_withdrawal })
    await review.locator('[name=pay_password]').fill(password)
    await review.getByRole('button', { name: funds.withdraw, exact: true }).click()
  }
  const withdraw = async (page: Page, amount: string) => {
    await openWithdraw(page)
    await page.fill('[name=amount]', amount)
    await press(page, funds.withdraw)
    await confirm(page, PAY_PASSWORD)
    await page.waitForURL('**/assets/requests/w*')
    await stateOf(page, refusals.funds_review)
  }

  test('withdraws 100 USDT: a wrong proof is refused, the money is held, and leaves when two people agree', async () => {
    const { page } = alice
    await openWithdraw(page)
    await page.fill('[name=amount]', '100')
    await expect.poll(() => page.getByTestId('arrival').textContent()).toBe('99\u00a0USDT')
    await press(page, funds.withdraw)
    const review = page.getByRole('dialog', { name: funds.review_withdrawal })
    await review.getByText(TRON).waitFor()
    await review.getByText('99 USDT', { exact: true }).waitFor()
    await confirm(page, 'not this one')
    await page.getByText(refusals.pay_password_wrong).waitFor()
    // Next to the field, which is focused and visible.
    await expect
      .poll(() => page.locator('[name=pay_password]').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await review.getByRole('button', { name: ui.back }).click()
    await review.waitFor({ state: 'hidden' })
    await page.fill('[name=amount]', '0.5')
    await press(page, funds.withdraw)
    await page.locator('[name=amount][aria-invalid=true]:focus').waitFor()
    expect(await review.isVisible()).toBe(false)
    await withdraw(page, '100')
    await decide('fiona', 'withdrawal', queueName())
    await stateOf(page, refusals.funds_review)
    await decide('frank', 'withdrawal', queueName())
    await stateOf(page, refusals.funds_passed)
  })

  test('takes a withdrawal back herself, and has another one back that the desk refused', async () => {
    const { page } = alice
    await withdraw(page, '40')
    await press(page, funds.take_back)
    await stateOf(page, refusals.funds_cancelled)
    await withdraw(page, '50')
    await decide('frank', 'withdrawal', queueName(), 'The address is reported.')
    await stateOf(page, refusals.funds_failed)
    await page.getByText('The address is reported.').waitFor()
  })

  test('wants more out than an unverified person may: the amount says so, and “raise limit” leads to the check and back to what she typed', async () => {
    const { page } = alice
    await openWithdraw(page)
    await page.fill('[name=amount]', '5000')
    await page.fill('[name=remark]', 'rent & light')
    await press(page, funds.withdraw)
    await page.locator('[name=amount][aria-invalid=true]:focus').waitFor()
    await page.getByRole('button', { name: ui.max, exact: true }).click()
    expect(Number((await page.inputValue('[name=amount]')).replace(',', ''))).toBeLessThan(5000)
    await page.fill('[name=amount]', '5000')
    await press(page, funds.raise_limit)
    await page.waitForURL('**/settings/identity?**')
    const back = new URL(page.url()).searchParams.get('returnTo') ?? ''
    await page.goto(back)
    expect(new URL(page.url()).pathname).toBe('/assets/withdraw')
    expect(await page.inputValue('[name=amount]')).toMatch(/^5,?000$/)
    expect(await page.inputValue('[name=remark]')).toBe('rent & light')
  })

  test('finds all of it in her records and bills, and takes both away as files in full precision', async () => {
    const { page, errors } = alice
    await page.goto('/assets/requests')
    for (const words of [refusals.funds_passed, refusals.funds_failed, refusals.funds_cancelled])
      await page.locator('a[href^="/assets/requests/"]').getByText(words, { exact: true }).first().waitFor()
    const requests = await fileOf(page, page.locator('a[href^="/assets/requests/export"]'))
    expect(requests).toContain('100.000000')
    expect(requests.trim().split('\n')).toHaveLength(6)
    await page.goto('/assets/bills')
    const bills = await fileOf(page, page.locator('a[href^="/assets/export"]'))
    // 99 arrive with a fee of one. A refunded withdrawal has no bill.
    for (const amount of ['-99.000000', '-1.000000', '0.05000000']) expect(bills).toContain(amount)
    expect(bills).not.toContain('-50.000000')
    expect(errors).toEqual([])
  })

  test('deletes the address: a wrong proof is refused beside its field, the right one removes it', async () => {
    const { page, errors } = alice
    await page.goto('/settings/addresses')
    const card = page.locator(`[data-address="${TRON}"]`)
    await card.getByRole('link', { name: funds.delete, exact: true }).click()
    await page.getByRole('heading', { name: funds.delete_address }).waitFor()
    await page.fill('[name=pay_password]', 'not this one')
    await press(page, funds.delete)
    await page.getByText(refusals.pay_password_wrong).waitFor()
    expect(await card.count()).toBe(1)
    await page.fill('[name=pay_password]', PAY_PASSWORD)
    await press(page, funds.delete)
    await page.getByText(funds.addresses_empty).waitFor()
    expect(errors).toEqual([])
  })

  test('is frozen by the desk: pages say so before she fills them in, the ticket when it is sent, and all lead to the desk', async () => {
    const { page } = alice
    await page.goto('/trade/spot/BTC-USDT?kind=market')
    await waitForLiveMarket(page)
    await freeze(queueName())
    await page.fill('[name=budget], [name=quantity]', '1')
    await page.locator('[data-panel=ticket] form button:not([type=button])').last().click()
    const told = page.locator('[data-panel=ticket] [role=alert]')
    await told.getByText(refusals.trading_frozen).waitFor()
    expect(await told.getByRole('link', { name: content.contact }).getAttribute('href')).toBe('/contact')
    for (const [path, words] of [
      ['/assets/withdraw?asset=3', refusals.withdrawals_frozen],
      ['/assets/convert', refusals.trading_frozen],
    ] as const) {
      await page.goto(path)
      const notice = page.getByRole('main').getByRole('alert').filter({ hasText: words })
      await notice.waitFor()
      expect(await page.locator('[name=amount]').count()).toBe(0)
      await notice.getByRole('link', { name: content.contact }).click()
      await page.waitForURL('**/contact')
    }
  })
})

async function fileOf(page: Page, link: ReturnType<Page['locator']>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.first().click()])
  return text(await download.createReadStream())
}
