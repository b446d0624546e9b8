// Forms of options, contracts and the game without scripts: a refusal stands beside its field, what was typed stays, and a wrong or missing
// word places nothing.

import { expect, test } from 'vitest'
import { type Visitor, openPerson } from '../kit/visitor'

/** Posts fields to a page, as a program may. */
async function post(visitor: Visitor, path: string, fields: Iterable<readonly [string, string]>): Promise<string> {
  const answer = await visitor.ask(path, {
    method: 'POST',
    body: new URLSearchParams([...fields].map((pair) => [...pair])),
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The fields of the form with this button, without the button’s own. */
async function fieldsOf(visitor: Visitor, path: string, button: string, own: string): Promise<Map<string, string>> {
  const { values } = (await visitor.open(path)).form(button)
  return new Map(values.flatMap(([name, value]) => (typeof value === 'string' && name !== own ? [[name, value]] : [])))
}

test('a stake that is no number, and none at all, is refused beside its field', async () => {
  const alice = await openPerson()
  for (const [stake, words] of [
    ['ten', 'Please enter a valid number'],
    ['', '“Stake” is required.'],
    ['0.001', 'at most 2 decimals'],
    ['900000', 'Enter a stake between'],
  ] as const) {
    const page = await alice.open('/trade/options/BTC-USDT')
    const answer = await page.form('Rise').fill({ Stake: stake }).send()
    expect(answer.problemAt('Stake')).toContain(words)
    expect(answer.field('Stake')).toBe(stake)
  }
})

test('an option without a direction, or with another word for it, is refused in the visitor’s language and not placed', async () => {
  const bob = await openPerson({ language: 'fra' })
  const fields = await fieldsOf(bob, '/trade/options/BTC-USDT', 'Hausse', 'direction')
  fields.set('stake', '10')
  const missing = await post(bob, '/trade/options/BTC-USDT', fields)
  expect(missing).toMatch(/«\sSens\s» est obligatoire/)
  const wrong = await post(bob, '/trade/options/BTC-USDT', [...fields, ['direction', 'up']])
  expect(wrong).toMatch(/«\sSens\s» n’est pas valide/)
  expect((await bob.open('/orders/seconds')).rows).toEqual([])
})

test('a contract is not opened with a margin mode that its form does not say', async () => {
  const carol = await openPerson()
  const path = '/trade/futures/BTC-USDT'
  const fields = await fieldsOf(carol, path, 'Open long', 'none')
  fields.set('lots', '1')
  for (const [name, word] of [
    ['mode', 'Margin mode'],
    ['direction', 'Direction'],
    ['kind', 'Type'],
    ['leverage', 'Leverage'],
  ] as const) {
    const others = new Map(fields)
    others.delete(name)
    expect(await post(carol, path, others)).toContain(`“${word}” is required.`)
    expect(await post(carol, path, [...others, [name, 'x']])).toContain(`“${word}” is not valid.`)
  }
})

test('the game says beside the chance what is wrong with it', async () => {
  const dora = await openPerson()
  const begun = await (await dora.open('/game')).press('Start playing')
  const answer = await begun.form('Roll').fill({ Chance: '49.505', Stake: '1', 'Your seed': 'c0ffee' }).send()
  expect(answer.problemAt('Chance')).toContain('Choose a chance from 1% to 95%')
  expect([answer.field('Chance'), answer.field('Stake')]).toEqual(['49.505', '1'])
})
