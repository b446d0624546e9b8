// Money from and to the outside as pages: coins of the simulated chain arrive by themselves, a voucher is looked at, some is converted, and what
// leaves is proven, held, decided by two people, given back or cancelled.

import { beforeAll, expect, test } from 'vitest'
import content from '../../locales/en/content.json'
import desk from '../../locales/en/desk.json'
import funds from '../../locales/en/funds.json'
import refusals from '../../locales/en/refusals.json'
import screening from '../../locales/en/screening.desk.json'
import { atWork, decide, openReview, queueRow } from '../kit/desk'
import { inDirectory, makeSavedYesterday } from '../kit/directory'
import { attribute } from '../kit/html'
import { jpeg, setPayPassword } from '../kit/identity'
import type { Page } from '../kit/page'
import { type Person, openPerson } from '../kit/visitor'

const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
const PAY_PASSWORD = 'a drawer of gold'

let alice: Person
beforeAll(async () => {
  // A pay password is compared with the password of the login.
  alice = await openPerson({ password: 'correct horse' })
})

const stateOf = (page: Page): string => page.marked('data-testid', 'request-state').join(' ')
/** The request changes by itself. */
const becomes = (path: string, words: string) =>
  expect.poll(async () => stateOf(await alice.open(path)), { timeout: 20_000 }).toContain(words)

test('sets a pay password by a code, and saves an address that waits before it may be used', async () => {
  expect((await setPayPassword(alice, PAY_PASSWORD)).path).toBe('/settings/security?saved')
  expect((await alice.open('/settings/addresses')).main).toContain(funds.addresses_empty)
  let page = await alice.open('/settings/addresses/new?asset=3')
  const entered = { name: 'Home', place: '3 TRC20', pay_password: PAY_PASSWORD }
  page = await page
    .form(funds.save)
    .fill({ ...entered, address: `${TRON.slice(0, -1)}c` })
    .send()
  expect(page.problemAt('address')).toContain(refusals.address_malformed.replace('{{network}}', 'TRC20'))
  expect(page.field('name')).toBe('Home')
  page = await page
    .form(funds.save)
    .fill({ ...entered, address: TRON })
    .send()
  expect(page.url.pathname).toBe('/settings/addresses')
  expect(page.main).toContain('Home')
  expect((await alice.open('/assets/withdraw?asset=3')).main).toContain(funds.too_new)
})

test('sends herself 0.05 BTC on the simulated chain, and they arrive', async () => {
  const page = await alice.open('/faucet?asset=1&network=BTC')
  expect((await page.form(funds.faucet_send).fill({ amount: '0.05' }).send()).main).toContain('0.05\u00a0BTC · Bitcoin')
  const find = async () =>
    (await alice.open('/assets/requests')).links.find(({ to }) => to.startsWith('/assets/requests/d'))?.to ?? ''
  await expect.poll(find, { timeout: 20_000 }).not.toBe('')
  const path = await find()
  await becomes(path, refusals.funds_passed)
  expect((await alice.open(path)).marked('data-testid', 'request-amount').join()).toContain('0.05')
})

test('tells of 75 USDT with a voucher; the desk cannot read it, and she sees why', async () => {
  let page = await alice.open('/assets/deposit?asset=3&network=TRC20')
  page = await page
    .form(funds.tell_send)
    .fill({ amount: '75', picture: jpeg('voucher.jpg') })
    .send()
  expect(stateOf(page)).toContain(refusals.funds_review)
  await decide('rita', 'deposit', { whose: alice.email, reason: 'The voucher cannot be read.' })
  await becomes(page.path, refusals.funds_failed)
  expect((await alice.open(page.path)).main).toContain('The voucher cannot be read.')
})

test('converts 600 USDT to BTC at the quote that she sees', async () => {
  let page = await alice.open('/assets/convert')
  page = await page.form(funds.convert).fill({ amount: '600' }).send()
  expect(page.main).toContain(funds.review_conversion)
  expect(page.main).toMatch(/0\.0\d+\u00a0BTC/)
  page = await page.press(funds.convert)
  expect(page.marked('data-testid', 'converted').join()).toMatch(/Converted 600(?:\.0+)?\u00a0USDT to 0\.0\d+\u00a0BTC/)
})

test('the statement leads to the receipt of the conversion, which is right, and later in the log', async () => {
  const bills = await alice.open('/assets/bills?wallet=change')
  const address = bills.links.find(({ name }) => name === 'Receipt')?.to ?? ''
  expect(address).toMatch(/^\/receipts\/[0-9a-f]{64}$/)
  // It reaches the directory a moment later, and the log within seconds.
  await expect.poll(async () => (await alice.open(address)).status, { timeout: 30_000 }).toBe(200)
  await expect
    .poll(async () => (await alice.open(address)).main, { timeout: 60_000 })
    .toMatch(/Leaf [\d,]+, covered by/)
  const page = await alice.open(address)
  expect(page.main).toContain('This receipt was computed again and is right.')
  expect(page.main).toContain('Prices in logged rounds: 1 of 1')
  expect(page.links.map(({ to }) => to)).toContain('/fairness/rules/convert-1')
})

test('saves a card, and withdrawals show it by its last digits', async () => {
  let page = await alice.open('/settings/cards')
  const card = { bank_account: '6222 0202 0011 2233', real_name: 'Alice Liddell', bank_name: 'Bank of Oxford' }
  page = await page
    .form(funds.save)
    .fill({ ...card, pay_password: 'not this one' })
    .send()
  expect(page.problemAt('pay_password')).toContain(refusals.pay_password_wrong)
  await page
    .form(funds.save)
    .fill({ ...card, pay_password: PAY_PASSWORD })
    .send()
  page = await alice.open('/settings/cards')
  expect(page.field('bank_account')).toBe('6222020200112233')
  expect(page.hasButton(funds.delete_card)).toBe(true)
  expect((await alice.open('/assets/withdraw?asset=3&kind=card')).main).toMatch(/2233/)
})

/** Confirmation page of a withdrawal. */
async function review(amount: string): Promise<Page> {
  await makeSavedYesterday(alice.email)
  const page = await alice.open('/assets/withdraw?asset=3')
  return page.form(funds.withdraw).fill({ amount }).send()
}
const confirm = (page: Page, password: string): Promise<Page> =>
  page.form(funds.withdraw).fill({ pay_password: password }).send()

test('withdraws 100 USDT: a wrong proof is refused, the money is held, and leaves when two people agree', async () => {
  expect((await review('0.5')).problemAt('amount')).not.toBe('')
  let page = await review('100')
  expect(page.main).toContain(funds.review_withdrawal)
  expect(page.main).toContain(TRON)
  expect(page.main).toContain('99\u00a0USDT')
  page = await confirm(page, 'not this one')
  expect(page.problemAt('pay_password')).toContain(refusals.pay_password_wrong)
  page = await confirm(page, PAY_PASSWORD)
  expect(page.url.pathname).toMatch(/^\/assets\/requests\/w\d+$/)
  expect(stateOf(page)).toContain(refusals.funds_review)
  expect(await queueRow(atWork('fiona'), 'withdrawal', alice.email)).toContain('≈\u00a0100.00\u00a0USDT')
  await decide('fiona', 'withdrawal', { whose: alice.email })
  expect(stateOf(await alice.open(page.path))).toContain(refusals.funds_review)
  await decide('frank', 'withdrawal', { whose: alice.email })
  await becomes(page.path, refusals.funds_passed)
})

test('takes a withdrawal back herself, and has another one back that the desk refused', async () => {
  let page = await confirm(await review('40'), PAY_PASSWORD)
  expect(stateOf(await page.press(funds.take_back))).toContain(refusals.funds_cancelled)
  page = await confirm(await review('50'), PAY_PASSWORD)
  await decide('frank', 'withdrawal', { whose: alice.email, reason: 'The address is reported.' })
  await becomes(page.path, refusals.funds_failed)
  expect((await alice.open(page.path)).main).toContain('The address is reported.')
})

test('is asked from 250 USDT on who receives it: what is missing is named beside its field, and the rest stays', async () => {
  const setThreshold = (text: string) =>
    inDirectory("update setting set value = ? where key = 'travel_rule_from'", text)
  await setThreshold('250')
  try {
    let page = await confirm(await review('300'), PAY_PASSWORD)
    expect(page.problemAt('beneficiary_name')).toContain('250')
    const sendWith = async (fields: Readonly<Record<string, string>>) =>
      confirm(await page.form(funds.withdraw).fill(fields).send(), PAY_PASSWORD)
    const person = { beneficiary_name: 'Lewis Carroll', beneficiary_country: 'GB' }
    page = await sendWith({ ...person, beneficiary_wallet: 'hosted' })
    expect(page.problemAt('beneficiary_name')).toBe('')
    expect(page.problemAt('beneficiary_vasp')).not.toBe('')
    expect(page.field('beneficiary_name')).toBe('Lewis Carroll')
    expect(page.field('amount')).toBe('300')
    page = await sendWith({ beneficiary_vasp: 'Oxford Exchange' })
    expect(page.url.pathname).toMatch(/^\/assets\/requests\/w\d+$/)
    const seen = await openReview(atWork('fiona'), 'withdrawal', alice.email)
    for (const words of ['Lewis Carroll · GB', 'Oxford Exchange', screening.holding_hosted])
      expect(seen.main).toContain(words)
    expect(stateOf(await page.press(funds.take_back))).toContain(refusals.funds_cancelled)
  } finally {
    await setThreshold('')
  }
})

test('wants more out than an unverified person may: the amount says so, and “raise limit” leads to the check and back to what she typed', async () => {
  await makeSavedYesterday(alice.email)
  let page = await alice.open('/assets/withdraw?asset=3')
  page = await page.form(funds.withdraw).fill({ amount: '5000', remark: 'rent & light' }).send()
  expect(page.problemAt('amount')).not.toBe('')
  page = await page.press(funds.raise_limit)
  expect(page.url.pathname).toBe('/settings/identity')
  const back = await alice.open(page.url.searchParams.get('returnTo') ?? '')
  expect(back.url.pathname).toBe('/assets/withdraw')
  expect(back.field('amount')).toMatch(/^5,?000$/)
  expect(back.field('remark')).toBe('rent & light')
})

test('finds all of it in her records and bills, and takes both away as files in full precision', async () => {
  const page = await alice.open('/assets/requests')
  for (const words of [refusals.funds_passed, refusals.funds_failed, refusals.funds_cancelled])
    expect(page.main).toContain(words)
  const fileOf = async (from: Page, path: string) => {
    const to = from.links.find((link) => link.to.startsWith(path))?.to ?? '/nowhere'
    return (await alice.ask(to)).text()
  }
  const requests = await fileOf(page, '/assets/requests/export')
  expect(requests).toContain('100.000000')
  expect(requests.trim().split('\n')).toHaveLength(7)
  const bills = await fileOf(await alice.open('/assets/bills'), '/assets/export')
  // Bills: 99 withdrawn and a fee of one; 600 converted and a fee of 0.6. A refunded withdrawal has no bill.
  for (const amount of ['-99.000000', '-1.000000', '-600.000000', '-0.600000', '0.05000000'])
    expect(bills).toContain(amount)
  expect(bills).not.toContain('-50.000000')
})

test('deletes the address: a wrong proof is refused beside its field, the right one removes it', async () => {
  let page = await alice.open('/settings/addresses')
  page = await page.click(funds.delete)
  expect(page.main).toContain(funds.delete_address)
  page = await page.form(funds.delete).fill({ pay_password: 'not this one' }).send()
  expect(page.problemAt('pay_password')).toContain(refusals.pay_password_wrong)
  expect(page.marked('data-address', TRON)).toHaveLength(1)
  page = await page.form(funds.delete).fill({ pay_password: PAY_PASSWORD }).send()
  expect(page.main).toContain(funds.addresses_empty)
})

test('is frozen by the desk: pages say so before she fills them in, the ticket when it is sent, and all lead to the desk', async () => {
  let ticket = await alice.open('/trade/spot/BTC-USDT?kind=market')
  const rita = atWork('rita')
  let page = await rita.open(`/admin/users?text=${encodeURIComponent(alice.email)}`)
  page = await rita.open(page.links.find(({ to }) => /^\/admin\/users\/\d+$/.test(to))?.to ?? '/nowhere')
  page = await page.form(desk.save, 0).fill({ trading: true, withdrawals: true, reason: 'Reported as stolen.' }).send()
  expect(page.text).toContain(desk.done_frozen)

  const leadsToContact = (of: Page, words: string) => {
    expect(of.problem).toContain(words)
    const alerts = of.all((element) => attribute(element, 'role') === 'alert')
    expect(alerts.length).toBeGreaterThan(0)
    expect(of.link(content.contact)).toBe('/contact')
  }
  ticket = await ticket.form('Buy BTC').fill({ quantity: '1' }).send()
  leadsToContact(ticket, refusals.trading_frozen)
  for (const [path, words] of [
    ['/assets/withdraw?asset=3', refusals.withdrawals_frozen],
    ['/assets/convert', refusals.trading_frozen],
  ] as const) {
    page = await alice.open(path)
    leadsToContact(page, words)
    expect(page.all((element) => attribute(element, 'name') === 'amount')).toEqual([])
  }
})
