// Numbers as a reader's language writes them, as the server draws them.

import { describe, expect, test } from 'vitest'
import { Visitor, openPerson } from '../kit/visitor'
import { findAll, textOf } from '../kit/html'

/** Narrow spaces between thousands, a decimal comma. */
const FRENCH = /^[1-9]\d{0,2}(?:\u202f\d{3})*,\d+$/
const POINT = /^[1-9]\d{0,2}(?:,\d{3})*\.\d+$/
const PAIR = '/trade/spot/BTC-USDT'

describe('numbers', () => {
  test.each([
    ['fra', FRENCH],
    ['spa', FRENCH],
    ['jp', POINT],
    ['th', POINT],
  ] as const)('%s reads prices in its own way', async (language, form) => {
    const page = await new Visitor({ language }).open(PAIR)
    const [asks] = page.all((element) => element.attribs['data-side'] === 'ask')
    const rows = asks ? findAll(asks, ({ name }) => name === 'button') : []
    const price = rows.map((row) => findAll(row, ({ name }) => name === 'span')[1]).at(-1)
    expect(price && textOf(price)).toMatch(form)
  })

  test('Camille reads how much she lacks as French writes it', async () => {
    const camille = await openPerson({ language: 'fra' })
    const page = await camille.open(PAIR)
    const answer = await page.form('Acheter BTC').fill({ price: '60000', quantity: '50' }).send()
    expect(answer.problem).toMatch(/\d\u202f\d{3}/)
  })

  test('a balance says what it is worth in the fiat that was chosen', async () => {
    const aiko = await openPerson({ language: 'jp' })
    expect((await aiko.open('/assets')).main).toMatch(/≈ ¥[1-9][\d,]*(?= |$)/)
    aiko.cookies.set('cm_fiat', 'EUR')
    expect((await aiko.open('/assets')).main).toMatch(/≈ €[1-9][\d,]*\.\d\d(?= |$)/)
  })
})
