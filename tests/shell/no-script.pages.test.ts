// Without scripts: every screen that can be read is read, and one registers, logs in, moves money and trades by forms and links alone.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { listScreens } from '../../scripts/lib/screens.mjs'
import { attribute, closest, textOf } from '../kit/html'
import { type Person, Visitor, openPerson } from '../kit/visitor'

// The gallery shows a button that waits, among the states of a button.
const screens = (await listScreens()).filter(({ path }) => path !== '/gallery')
const PASSWORD = 'correct horse'
const PAIR = '/trade/spot/BTC-USDT'

/** The code that the local outbox shows for an address. */
async function readCode(visitor: Visitor, email: string): Promise<string> {
  const outbox = await (await visitor.ask('/outbox')).text()
  // The newest message comes first.
  const [, after = ''] = outbox.split(`data-target="${email}"`)
  return />(\d{6})</.exec(after)?.[1] ?? ''
}

/** Orders open and filled, and a watched asset: something to show on every screen. */
async function trade(person: Person): Promise<void> {
  const order = async (symbol: string, form: Readonly<Record<string, string>>) => {
    const fields = { intent: 'place', commandId: randomUUID(), timeInForce: 'gtc', sizeIn: 'base', ...form }
    const answer = await person.ask(`/trade/spot/${symbol}`, { method: 'POST', body: new URLSearchParams(fields) })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  await order('BTC-USDT', { kind: 'market', side: 'buy', quantity: '0.05' })
  await order('ETH-USDT', { kind: 'market', side: 'buy', quantity: '1' })
  await order('BTC-USDT', { kind: 'market', side: 'sell', quantity: '0.01' })
  await order('BTC-USDT', { kind: 'limit', side: 'buy', price: '58000', quantity: '0.02' })
  await order('BTC-USDT', { kind: 'limit', side: 'sell', price: '66000', quantity: '0.015' })
  await order('ETH-USDT', { kind: 'limit', side: 'buy', price: '2000', quantity: '0.5' })
  await person.ask('/market', { method: 'POST', body: new URLSearchParams({ currency_id: '1', id: '0' }) })
}

describe('every screen is drawn by the server', () => {
  const guest = new Visitor({ language: 'jp', cookies: [['cm_theme', 'light']] })
  let hanako: Visitor
  beforeAll(async () => {
    const person = await openPerson({ language: 'jp' })
    await trade(person)
    hanako = person
  })

  test.each(screens)('$name', async ({ path, who, status = 200 }) => {
    const page = await (who === 'user' ? hanako : guest).open(path)
    expect(page.status).toBe(status)
    expect(page.title).not.toBe('')
    expect(page.heading).not.toBe('')
    expect(page.main.length).toBeGreaterThan(10)
    // Content marked as loading would never arrive.
    expect(page.marked('aria-busy', 'true')).toEqual([])
  })
})

test('Hanako logs in, moves money, buys at the market and leaves a limit order, by forms and links alone', async () => {
  const hanako = await openPerson({ language: 'jp', password: PASSWORD })
  hanako.cookies.delete('cm_session')

  // A private page leads to the login page, and that back.
  let page = await hanako.open('/assets/transfer')
  expect(page.url.pathname).toBe('/login')
  page = await page.form('ログイン').fill({ account: hanako.email, password: PASSWORD }).send()
  expect(page.path).toBe('/assets/transfer')

  page = await page.form('振替').fill({ amount: '1,000' }).send()
  page = await page.press('振替を確定')
  expect(page.text).toContain('振替が完了しました。')

  page = await hanako.open(`${PAIR}?side=buy&kind=market`)
  page = await page.form('BTCを買う').fill({ quantity: '0.01' }).send()
  expect(page.text).toMatch(/約定しました：0\.01000 BTC/)

  page = await hanako.open(PAIR)
  page = await page.form('BTCを買う').fill({ price: '58000', quantity: '0.02' }).send()
  expect(page.text).toContain('注文を受け付けました')
  expect((await hanako.open('/orders')).main).toContain('58,000')

  const assets = await hanako.open('/assets')
  const available = assets.all((element) => attribute(element, 'data-figure') === 'available')
  const [bitcoin] = available.filter((figure) => closest(figure, (row) => attribute(row, 'data-asset') === 'BTC'))
  expect(bitcoin && textOf(bitcoin)).toContain('1.00999')
})

test('Carol registers, logs out, logs in, orders, cancels and transfers', async () => {
  const carol = new Visitor()
  const email = `${randomUUID().slice(0, 8)}@example.com`
  let page = await carol.open('/register')
  page = await page.form('Send code').fill({ account: email }).send()
  expect(page.notice).not.toBe('')
  const entered = { account: email, code: await readCode(carol, email), password: PASSWORD, passwordAgain: PASSWORD }
  page = await page
    .form('Create account')
    .fill({ ...entered, consent: true })
    .send()
  expect(page.path).toBe(PAIR)
  page = await page.press('Log out')
  expect(page.text).toContain('You are logged out.')

  page = await page.form('Log in').fill({ account: email, password: 'not the password' }).send()
  expect(page.problem).not.toBe('')
  page = await page.form('Log in').fill({ account: email, password: PASSWORD }).send()
  expect(page.path).toBe('/assets')

  page = await carol.open(`${PAIR}?side=buy&kind=market`)
  page = await page.form('Buy BTC').fill({ quantity: '0.01' }).send()
  expect(page.text).toMatch(/Filled: 0\.01000 BTC/)
  page = await carol.open(PAIR)
  page = await page.form('Buy BTC').fill({ price: '59000', quantity: '0.01' }).send()
  expect(page.text).toMatch(/Order \d+ is in the book/)
  page = await page.press(/^Cancel order/, 0)
  expect(page.text).toContain('No open orders.')

  page = await carol.open('/assets/transfer')
  page = await page.form('Transfer').fill({ amount: '500' }).send()
  page = await page.press('Confirm')
  expect(page.text).toContain('Transfer complete.')
})

test('Camille types "0,01" as French writes it and buys 0.01 BTC, not 1', async () => {
  const camille = await openPerson({ language: 'fra' })
  const page = await camille.open(`${PAIR}?side=buy&kind=market`)
  const answer = await page.form('Acheter BTC').fill({ quantity: '0,01' }).send()
  expect(answer.text).toMatch(/0[.,]01000 BTC/)
})

test('a refusal stands beside its field, in the language of the page, and the fields stay filled', async () => {
  const dora = await openPerson({ language: 'jp' })
  const page = await dora.open(PAIR)
  const answer = await page.form('BTCを買う').fill({ price: '60000', quantity: '50' }).send()
  expect(answer.problem).toMatch(/残高/)
  expect(answer.field('quantity')).toBe('50')
})

test('the same form sent twice is one order', async () => {
  const erin = await openPerson()
  const form = (await erin.open(PAIR)).form('Buy BTC').fill({ price: '58000', quantity: '0.01' })
  const answers = await Promise.all([form.send(), form.send()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await erin.open('/orders')).marked('data-row')).toHaveLength(1)
})

test('Gina sets a forgotten password anew with a code', async () => {
  const { email } = await openPerson({ password: PASSWORD })
  const gina = new Visitor()
  let page = await gina.open('/forgot')
  page = await page.form('Send code').fill({ account: email }).send()
  expect(page.notice).not.toBe('')
  const entered = {
    account: email,
    code: await readCode(gina, email),
    password: 'another horse',
    passwordAgain: 'another horse',
  }
  page = await page
    .form(/^(?:Change|Reset|Set)/)
    .fill(entered)
    .send()
  expect(page.text).toContain('Password changed')
  page = await page.form('Log in').fill({ account: email, password: 'another horse' }).send()
  expect(page.path).toBe('/assets')
})
