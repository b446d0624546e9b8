// Dollars by bank as pages: who one is comes first, then the account and the reference, and two people find the money.

import { expect, test } from 'vitest'
import funds from '../../locales/en/funds.json'
import { BANK } from '../../scripts/lib/bank.mjs'
import { atWork, decide, openReview } from '../kit/desk'
import { bindMobile, jpeg, sendPassport } from '../kit/identity'
import { type Person, openPerson } from '../kit/visitor'

const PAGE = '/assets/deposit/bank'

async function openVerified(): Promise<Person> {
  const alice = await openPerson()
  await bindMobile(alice)
  await sendPassport(alice)
  await decide('rita', 'identity', { whose: alice.email })
  return alice
}

test('Alice is shown no account before level 1, and is led to verify and back', async () => {
  const alice = await openPerson()
  let page = await alice.open(PAGE)
  expect(page.main).toContain(funds.bank_unverified)
  expect(page.html).not.toContain(BANK.deposit_bank_account)
  page = await page.click(funds.verify)
  expect(page.url.pathname).toBe('/settings/identity')
  expect(page.url.searchParams.get('returnTo')).toBe(PAGE)
})

test('Alice, whom Rita approved, tells of 1,500 dollars, and has 1,500 USDT when two people have found them', async () => {
  const alice = await openVerified()
  let page = await alice.open(PAGE)
  for (const text of Object.values(BANK)) expect(page.main).toContain(text)
  expect(page.main).toContain(funds.bank_cap.replace('{{cap}}', '2,000'))
  const [reference = ''] = /CM\d{6,}/.exec(page.main) ?? []
  page = await page
    .form(funds.tell_send)
    .fill({ amount: '1500', picture: jpeg('slip.jpg') })
    .send()
  const request = page.path
  expect(request).toMatch(/^\/assets\/requests\/d\d+$/)

  const whose = alice.email
  expect((await openReview(atWork('rita'), 'deposit', whose)).main).toContain(reference)
  expect((await decide('rita', 'deposit', { whose })).text).toContain('A second person must approve too')
  expect((await alice.open(request)).marked('data-testid', 'request-state').join()).not.toContain('Completed')
  expect((await decide('fiona', 'deposit', { whose })).text).toContain('Decided and carried out')
  await expect
    .poll(async () => (await alice.open(request)).marked('data-testid', 'request-state').join())
    .toContain('Completed')
  expect((await alice.open('/assets/bills')).marked('data-testid', 'bill-value')).toContain('+1,500')
})
