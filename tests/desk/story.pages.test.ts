// The operator's desk as pages: two admins hire colleagues by mailed links, and customer requests travel between desk and customer.

import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import desk from '../../locales/en/desk.json'
import identity from '../../locales/en/identity.json'
import { FIRST_ADMINS } from '../../scripts/lib/first-admins.mjs'
import { decideAs, mailedLink, openReview } from '../kit/desk'
import { attribute, findAll, textOf } from '../kit/html'
import { jpeg, readCode } from '../kit/identity'
import { type Person, Visitor, openPerson } from '../kit/visitor'

const PASSWORD = 'a long night shift'
const CUSTOMER_PASSWORD = 'correct horse'
const STEP_MS = 30_000

let ada: Visitor, otto: Visitor, rita: Visitor, fiona: Visitor
let alice: Person

/** The app's current code, or its next one: each is valid once. */
const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: at })

/** Uses a link and logs in. */
async function join({ link, email }: { link: string; email: string }): Promise<Visitor> {
  const visitor = new Visitor()
  const { pathname, search } = new URL(link, inject('appUrl'))
  let page = await visitor.open(pathname + search)
  const [secret = ''] = page.all(({ name }) => name === 'code').map(textOf)
  const entered = { password: PASSWORD, again: PASSWORD, code: codeOf(secret) }
  page = await page
    .form(desk.enrol_submit)
    .fill({ ...entered, again: 'something else' })
    .send()
  expect(page.problem).not.toBe('')
  page = await page.form(desk.enrol_submit).fill(entered).send()
  expect(page.text).toContain(desk.done_enrolled)
  page = await page
    .form(desk.login_submit)
    .fill({ email, password: PASSWORD, code: codeOf(secret, Date.now() + STEP_MS) })
    .send()
  expect(page.path).toBe('/admin')
  return visitor
}

/** Asked for by Ada, approved by Otto, and the newcomer uses the mailed link. */
async function letIn(name: string, role: string): Promise<Visitor> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@cm.example`
  const staff = await ada.open('/admin/staff')
  const asked = await staff.form(desk.invite_submit).fill({ email, name, role }).send()
  expect(asked.text).toContain(desk.done_asked)
  await decideAs(otto, 'staff', { whose: email })
  return join({ link: await mailedLink(email), email })
}

beforeAll(async () => {
  const [first = '', second = ''] = inject('deskLinks')
  ada = await join({ link: first, email: FIRST_ADMINS[0] })
  otto = await join({ link: second, email: FIRST_ADMINS[1] })
  rita = await letIn('Rita', 'reviewer')
  fiona = await letIn('Fiona', 'finance')
  alice = await openPerson()
})

/** A customer's desk page, found by search. */
async function openCustomer(visitor: Visitor, email: string) {
  const found = await (await visitor.open('/admin/users')).form(desk.search, 0).fill({ text: email }).send()
  return visitor.open(found.links.find(({ to }) => /^\/admin\/users\/\d+$/.test(to))?.to ?? '/nowhere')
}

describe('what Alice asks for', () => {
  test('is not hers to decide: the desk is not there for customers', async () => {
    expect((await alice.open('/admin')).url.pathname).toBe('/admin/login')
  })

  test('a deposit with a voucher: Rita and Fiona look at it, then Alice has the money', async () => {
    const page = await (
      await alice.open('/assets/deposit?asset=3&network=TRC20')
    )
      .form('Submit')
      .fill({ amount: '75', picture: jpeg('voucher.jpg') })
      .send()
    const state = async () => (await alice.open(page.path)).marked('data-testid', 'request-state').join()
    const whose = alice.email
    const pictures = (await openReview(rita, 'deposit', whose)).all(
      (element) => element.name === 'img' && attribute(element, 'src').startsWith('/admin/image'),
    )
    expect(pictures).toHaveLength(1)
    const picture = await rita.ask(pictures[0]?.attribs['src'] ?? '/nowhere')
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    await picture.arrayBuffer()
    expect((await decideAs(rita, 'deposit', { whose })).text).toContain(desk.done_seconding)
    expect(await state()).not.toContain('Completed')
    expect((await decideAs(fiona, 'deposit', { whose })).text).toContain(desk.done_decided)
    await expect.poll(state).toContain('Completed')
  })

  test('a decision that names neither answer is not taken', async () => {
    await (
      await alice.open('/assets/deposit?asset=3&network=TRC20')
    )
      .form('Submit')
      .fill({ amount: '76', picture: jpeg('voucher.jpg') })
      .send()
    const page = await (await openReview(rita, 'deposit', alice.email)).press(desk.claim)
    expect((await page.press(desk.decide)).problem).toContain(desk.refused_verdict_missing)
  })

  test('a correction: Fiona asks, Otto approves, and it is in Alice’s bills', async () => {
    const account = await openCustomer(fiona, alice.email)
    const asked = await account
      .form(desk.correct_submit, 0)
      .fill({ assetId: 'USDT', amount: '25', reason: 'Credited to somebody else.' })
      .send()
    expect(asked.text).toContain('The correction is waiting')
    const review = await openReview(fiona, 'correction', '+25 USDT')
    expect(review.main).toContain('+25 USDT')
    expect(review.main).toContain(desk.waits_for_second)
    expect((await decideAs(otto, 'correction', { whose: '+25 USDT' })).text).toContain(desk.done_decided)
    const bills = (await alice.open('/assets/bills')).marked('data-reason', 'correction')
    expect(bills).toHaveLength(1)

    const listed = await fiona.open(`${account.url.pathname}?reason=correction`)
    const table = listed.all(({ name }) => name === 'section').find((each) => textOf(each).startsWith('Ledger entries'))
    const lines = table ? findAll(table, ({ name }) => name === 'tr').map(textOf) : []
    expect(lines.filter((line) => line.includes('25 USDT'))).toHaveLength(1)
    expect((await listed.click(/^Correction #/)).url.pathname).toMatch(/^\/admin\/reviews\/\d+$/)
  })

  test('a lost app: Fiona asks, Rita agrees, and Lena is logged out, reads why, and comes in by her password', async () => {
    const lena = await openPerson({ password: CUSTOMER_PASSWORD })
    let page = await (await lena.open('/settings/security/authenticator')).press(identity.send_code, 0)
    page = await page
      .form('Set up')
      .fill({ own_code: await readCode(lena, lena.email) })
      .send()
    const [secret = ''] = page.all(({ name }) => name === 'code').map(textOf)
    page = await page
      .form('Check code and turn on')
      .fill({ code: codeOf(secret) })
      .send()
    expect(page.all((element) => attribute(element, 'aria-label') === 'Recovery codes')).toHaveLength(1)

    const account = await openCustomer(fiona, lena.email)
    const asked = await account
      .form(desk.correct_submit, 1)
      .fill({ reason: 'Video call with the passport in hand.' })
      .send()
    expect(asked.text).toContain(desk.done_asked)
    expect((await lena.open('/settings/security')).url.pathname).toBe('/settings/security')

    expect((await decideAs(rita, 'recovery', { whose: lena.email })).text).toContain(desk.done_decided)
    page = await lena.open('/settings/security')
    expect(page.url.pathname).toBe('/login')
    page = await page.form('Log in').fill({ account: lena.email, password: CUSTOMER_PASSWORD }).send()
    expect(page.path).toBe('/settings/security')
    expect((await lena.open('/messages')).main).toContain('support removed the authenticator app')
  })

  test('the fee of a pair is another when two have agreed, and not before', async () => {
    const sheet = () => ada.open('/admin/sheets/pairs/TRX-USDT')
    const before = (await sheet()).field('cell.maker_fee')
    const most = (await sheet()).field('cell.quantity_max')
    // Eight million and eighty are distinguished by their commas.
    expect(most).toMatch(/^[1-9]\d{0,2}(?:,\d{3}){2}$/)
    const asked = await (await sheet()).form(desk.save, 0).fill({ 'cell.maker_fee': '0.0007' }).send()
    expect(asked.text).toContain('once another person approves it')
    expect((await sheet()).field('cell.maker_fee')).toBe(before)
    expect((await decideAs(fiona, 'change', { whose: 'TRX' })).text).toContain(desk.done_decided)
    expect((await sheet()).field('cell.maker_fee')).toBe('0.0007')
    expect((await sheet()).field('cell.quantity_max')).toBe(most)
  })
})

test('an address that is not there, and a page that is not, leave the way to the others', async () => {
  for (const path of ['/admin/nope', '/admin/users/99999999', '/admin/queue/nope']) {
    const page = await ada.open(path)
    expect([path, page.status]).toEqual([path, 404])
    expect(page.links.map(({ name }) => name)).toContain(desk.kind_identity)
  }
})

test('the log is one sound chain of all of it', async () => {
  expect((await ada.open('/admin/audit?check=1')).main).toContain('all intact')
})
