// Copy trading as pages: Tora becomes a trader when two people agree, Alice copies her within limits of her own, takes a copy over and stops.

import { beforeAll, expect, test } from 'vitest'
import { callApi, fund } from '../kit/api'
import { decide } from '../kit/desk'
import { type Person, openPerson } from '../kit/visitor'

let tora: Person, alice: Person
let nickname = ''

beforeAll(async () => {
  ;[tora, alice] = [await openPerson(), await openPerson()]
  nickname = `Tora${tora.email.slice(0, 4)}`
  for (const person of [tora, alice]) await fund(person, 'lever', '1000')
})

test('Tora applies, and is listed when Rita and Rob agree', async () => {
  const form = (await tora.open('/copy/apply')).form('Apply')
  const page = await form.fill({ nickname, words: 'Trades trends, slowly and with stops.', agree: true }).send()
  expect(page.main).toContain('Your application is being reviewed.')
  await decide('rita', 'trader', { whose: tora.email })
  expect((await alice.open('/copy')).main).not.toContain(nickname)
  await decide('rob', 'trader', { whose: tora.email })
  expect((await (await alice.open('/copy')).click(nickname)).main).toContain('No trade has ended yet.')
})

test('traders are found by name, and two of them stand side by side', async () => {
  expect((await alice.open(`/copy?keyword=${nickname.toUpperCase()}`)).main).toContain(nickname)
  const none = await alice.open('/copy?keyword=nobody-of-this-name')
  expect(none.main).toContain('No trader has this name.')
  const kenji = await openPerson()
  const other = `Ken${kenji.email.slice(0, 4)}`
  const form = (await kenji.open('/copy/apply')).form('Apply')
  await form.fill({ nickname: other, words: 'Trades by the hour and with stops.', agree: true }).send()
  for (const who of ['rita', 'rob'] as const) await decide(who, 'trader', { whose: kenji.email })
  const idOf = async (name: string) => (await (await alice.open('/copy')).click(name)).path.split('/').at(-1)
  const ids = [await idOf(nickname), await idOf(other)]
  const compared = await alice.open(`/copy/compare?trader=${ids[0]}&trader=${ids[1]}`)
  for (const name of [nickname, other]) expect(compared.main).toContain(`Copy ${name}`)
  expect((await alice.open(`/copy/compare?trader=${ids[0]}`)).main).not.toContain(`Copy ${other}`)
  // Without a choice, two are compared.
  expect((await alice.open('/copy/compare')).main.match(/Copy [^<]/g)).toHaveLength(2)
})

test('Alice follows within limits of her own; what is more than allowed is refused in words', async () => {
  const trader = await (await alice.open('/copy')).click(nickname)
  let page = await trader.click('Follow')
  page = await page.form('Start following').fill({ number: '9', agree: true }).send()
  expect(page.main).toContain('Enter a number from 0.01 to 5')
  expect(page.field('number')).toBe('9')
  page = await page.form('Start following').fill({ number: '0.65', order_max: '100', agree: true }).send()
  expect(page.main).toContain('Following. Trades that open from now on')
})

test('seven lots of Tora’s are 4.55 of Alice’s; she takes the copy over, and stops following', async () => {
  await callApi(tora, '/v1/futures/order', { symbol: 'BTC-USDT', direction: 'long', lots: '7', leverage: '10' })
  const mine = () => alice.open('/copy/mine')
  await expect
    .poll(
      async () => (await mine()).hasButton('Take over') && !(await mine()).main.includes('Waiting for the first price'),
    )
    .toBe(true)
  let page = await mine()
  expect(page.marked('data-row', '1').join()).toContain('4.55')
  page = await page.press('Take over')
  expect(page.main).toContain('The copy is your own now.')
  page = await page.click('Change or stop')
  page = await page.press('Stop following')
  expect(page.main).toContain('You no longer follow this trader.')
})

test('old links lead to the list, and the agreement is there to read', async () => {
  expect((await alice.open('/copy/traders')).path).toBe('/copy')
  expect((await alice.open('/copy/agreement')).main).toContain('Copies are your own trades.')
})
