// Money over time as pages: the portfolio ends with the balance, a deposit is no result, and the month's statement adds up.

import { beforeAll, describe, expect, test } from 'vitest'
import { attribute, closest, textOf } from '../kit/html'
import type { Page } from '../kit/page'
import { type Person, openPerson } from '../kit/visitor'

/** Of an asset's table: its opening and closing balance. */
function balances(page: Page): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {}
  for (const element of page.all((each) => attribute(each, 'data-figure') !== '')) {
    const table = closest(element, (each) => attribute(each, 'data-asset') !== '')
    if (table) (found[attribute(table, 'data-asset')] ??= []).push(textOf(element))
  }
  return found
}

const shown = (page: Page, name: string): string => page.marked('data-testid', name).join(' ')

describe('Alice, who was given play money and has moved 250 USDT to options', () => {
  let alice: Person
  beforeAll(async () => {
    alice = await openPerson()
    const page = await alice.open('/assets/transfer?from=change&to=micro')
    await (await page.form('Transfer').fill({ amount: '250' }).send()).press('Confirm')
  })

  test('sees the same total on assets and portfolio, and no result from what she was given', async () => {
    // Prices move every second: two pages drawn within one are compared.
    await expect
      .poll(async () => {
        const total = shown(await alice.open('/assets'), 'total')
        return shown(await alice.open('/assets/portfolio'), 'equity') === total
      })
      .toBe(true)
    const page = await alice.open('/assets/portfolio?range=1D')
    expect(page.main).toMatch(/Options\s*250\.00.*At the start\s*0\.00/s)
    expect(page.main).toMatch(/Return \(time-weighted\)\s*(?:▲up|▼down)?\s*[+−]?[\d.]+%/)
    // Her money is minutes old.
    expect(page.main).not.toContain('money-weighted')
    expect(Math.abs(Number(shown(page, 'result').replace(/[^\d.]/g, '')))).toBeLessThan(5_000)
    expect(shown(await alice.open('/assets'), 'today')).toMatch(/^[+−]?[\d,]+\.\d\d\sUSDT$/)
    expect(shown(await alice.open('/'), 'today')).toMatch(/^[+−]?[\d,]+\.\d\d\sUSDT$/)
  })

  test('sees one figure of today on home, assets and portfolio, and what she was given at one value however long she looks', async () => {
    // Prices move every second: three pages drawn within one are compared.
    await expect
      .poll(async () => {
        const today: string[] = []
        for (const path of ['/', '/assets', '/assets/portfolio']) today.push(shown(await alice.open(path), 'today'))
        return new Set(today).size
      })
      .toBe(1)
    const deposited = async (range: string): Promise<string | undefined> =>
      /Deposited\s*([\d,.]+)/.exec((await alice.open(`/assets/portfolio?range=${range}`)).main)?.[1]
    const first = await deposited('1D')
    expect(first).toMatch(/^[\d,]+\.\d\d$/)
    const equity = async () => shown(await alice.open('/assets/portfolio'), 'equity')
    const before = await equity()
    await expect.poll(equity).not.toBe(before)
    for (const range of ['1D', '1W', '1M', '1Y', 'all']) expect(await deposited(range)).toBe(first)
  })

  test('looks at one wallet, at every length of time, and takes the points home as a file', async () => {
    for (const range of ['1D', '1W', '1M', '1Y', 'all'])
      expect((await alice.open(`/assets/portfolio?range=${range}&place=micro`)).main).toContain('250.00')
    const text = await (await alice.ask('/assets/portfolio/export?range=1D')).text()
    const lines = text.replace('\ufeff', '').trim().split('\r\n')
    expect(lines[0]).toMatch(/^Time,Equity,Result,.*Options/)
    expect(lines).toHaveLength(27)
    expect(lines.at(-1)).toMatch(/,250\.00000000(?:,|$)/)
  })

  test('sees a level line on her first day, and when the curve begins', async () => {
    const page = await alice.open('/assets/portfolio?range=1M')
    expect(page.all(({ name, attribs }) => name === 'svg' && attribs['role'] === 'img')).toHaveLength(1)
    expect(page.main).toMatch(/One point so far\. The curve begins at \d+ \w+ \d{4} 00:00 UTC/)
  })

  test('reads the month: what came in and went out of each asset, and what is left', async () => {
    let page = await alice.open('/assets/records')
    page = await page.click('Monthly')
    expect(page.path).toBe('/assets/statement')
    expect(balances(page)).toMatchObject({ USDT: ['0', '110,000'] })
    expect(page.main).toMatch(/Transfer between wallets\s*250\s*250/)
    page = await page.form('Show').fill({ wallet: 'micro' }).send()
    expect(balances(page)).toEqual({ USDT: ['0', '250'] })
    const before = await alice.open('/assets/statement?month=2020-01')
    expect(before.main).toContain('No balance and no movement in this month.')
  })

  test('hides her amounts here too', async () => {
    await (await alice.open('/assets')).press('Hide amounts')
    for (const path of ['/assets/portfolio', '/assets/statement', '/assets']) {
      const { text } = await alice.open(path)
      expect(text, path).toContain('••••••')
      expect(text, path).not.toMatch(/1[01]0,000|109,750|250\.00/)
    }
  })
})

test('Bea exchanges 500 USDT: her coin shows its price and what it gained or lost since', async () => {
  const bea = await openPerson()
  const row = (page: Page) => page.marked('data-asset', 'BTC').join(' ')
  expect(row(await bea.open('/assets'))).not.toContain('Unrealised')
  const terms = await (await bea.open('/assets/convert')).form('Convert').fill({ amount: '500' }).send()
  await terms.press('Convert')
  await expect.poll(async () => row(await bea.open('/assets'))).toMatch(/BTC\s*Bitcoin\s*[\d,.]+\sUSDT/)
  expect(row(await bea.open('/assets'))).toMatch(/Unrealised result\s*[+−]?[\d.]+\sUSDT/)
  expect(row(await bea.open('/assets?wallet=change'))).not.toContain('Unrealised')
})
