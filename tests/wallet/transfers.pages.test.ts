// One's own money as pages: moved between wallets once, hidden on every page, found in records, bills and files.

import { beforeAll, describe, expect, test } from 'vitest'
import { attribute, closest, textOf } from '../kit/html'
import type { Page } from '../kit/page'
import { type Person, openPerson } from '../kit/visitor'

/** Of an asset's row. */
function figure(page: Page, asset: string, name: string): string {
  const isOf = (row: Parameters<typeof attribute>[0]) => attribute(row, 'data-asset') === asset
  const [found] = page
    .all((element) => attribute(element, 'data-figure') === name)
    .filter((element) => closest(element, isOf) !== undefined)
  return found ? textOf(found) : ''
}

async function transfer(person: Person, fields: Readonly<Record<string, string>>): Promise<Page> {
  const page = await person.open(`/assets/transfer?from=${fields['from'] ?? 'change'}&to=${fields['to'] ?? 'micro'}`)
  return page
    .form('Transfer')
    .fill({ amount: fields['amount'] ?? '' })
    .send()
}

test('Carol swaps, looks over and transfers once, however often it is sent', async () => {
  const carol = await openPerson()
  let page = await transfer(carol, { from: 'micro', to: 'change', amount: '12.5' })
  expect(page.main).toContain('Insufficient balance: 12.5 USDT needed, 0 USDT available.')
  page = await page.press('Swap wallets')
  expect(page.field('amount')).toBe('12.5')
  page = await page.press('Transfer')
  expect(page.main).toContain('100,000 → 99,987.5')
  const form = page.form('Confirm')
  const [first, second] = [await form.send(), await form.send()]
  expect(first.main).toContain('Transfer complete.')
  expect(second.path).toBe(first.path)
  expect(figure(await carol.open('/assets?wallet=micro'), 'USDT', 'available')).toBe('12.5')
})

test('an asset is named by its number and by nothing that a program reads as one; the sheet over a ticket asks by its own step', async () => {
  const dan = await openPerson()
  const send = async (fields: Readonly<Record<string, string>>) => {
    const asked = {
      commandId: crypto.randomUUID(),
      assetId: '3',
      from: 'change',
      to: 'micro',
      amount: '1',
      language: 'en',
    }
    const answer = await dan.ask('/assets/transfer', {
      method: 'POST',
      body: new URLSearchParams({ ...asked, ...fields }),
    })
    return answer.text()
  }
  for (const assetId of ['0x3', '3e0', ' 3', '3.0', '03', '-3'])
    expect(await send({ step: 'confirm', assetId })).toContain('This currency is not listed.')
  expect(await send({ step: 'there' })).toContain('“Step” is not valid.')
  expect(figure(await dan.open('/assets?wallet=micro'), 'USDT', 'available')).toBe('')
  expect(await send({ step: 'here' })).not.toContain('“Step” is not valid.')
  expect(figure(await dan.open('/assets?wallet=micro'), 'USDT', 'available')).toBe('1')
})

describe('Alice, who has moved 250.5 USDT to options', () => {
  let alice: Person
  beforeAll(async () => {
    alice = await openPerson()
    const done = await (await transfer(alice, { amount: '250.5' })).press('Confirm')
    expect(done.main).toContain('Transfer complete.')
  })

  test('reads it in both wallets, in her transfers, and one asset wallet by wallet', async () => {
    expect(figure(await alice.open('/assets?wallet=micro'), 'USDT', 'available')).toBe('250.5')
    expect(figure(await alice.open('/assets?wallet=change'), 'USDT', 'available')).toBe('99,749.5')
    expect((await alice.open('/assets/transfers')).main).toMatch(/Spot.*Options.*250\.5\sUSDT/)
    const record = await alice.open('/assets/record?asset=3')
    expect(record.marked('data-testid', 'asset-total')).toEqual(['110,000'])
    expect(record.marked('data-testid', 'bill-value').length).toBeGreaterThan(3)
  })

  test('narrows her bills, reads what was left after each, and takes all of them home as a file', async () => {
    let page = await alice.open('/assets/bills?wallet=micro&reason=transfer')
    expect(page.marked('data-testid', 'bill-value')).toEqual(['+250.5'])
    expect(page.marked('data-testid', 'bill-after')).toEqual(['250.5'])
    page = await page.click('By wallet')
    expect(page.path).toBe('/assets/records?wallet=micro')
    expect(page.marked('data-reason', 'transfer')).toHaveLength(1)
    expect((await page.click('All entries')).path).toBe('/assets/bills?wallet=micro')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect((await alice.open(`/assets/bills?from=${tomorrow}`)).main).toContain('No entries match.')

    const [head, line] = (await (await alice.ask('/assets/export?wallet=micro')).text()).split('\r\n')
    expect(head?.replace('\ufeff', '')).toBe('Time,Reason,Wallet,Asset,Change,Balance,Reference')
    expect(line).toMatch(
      /T[\d:]{8}[+-]\d\d:\d\d,Transfer between wallets,Options,USDT,250\.500000,250\.500000,transfer:/,
    )
  })

  test('sees beside each coin that she may withdraw what of it is worth in her currency', async () => {
    const coins = await alice.open('/assets/coins?for=withdraw')
    expect(
      coins.links.map(({ name }) => name).filter((name) => /^USDT.*[\d,.]{6,}≈ ?\S*[\d,.]{6,}/.test(name)),
    ).toHaveLength(1)
  })

  test('hides her amounts: dots are drawn on every page of hers, until she shows them again', async () => {
    let page = await (await alice.open('/assets')).press('Hide amounts')
    expect(figure(page, 'USDT', 'total')).toContain('Amount hidden')
    for (const path of ['/assets', '/assets/record?asset=3', '/assets/records', '/assets/bills', '/assets/transfers']) {
      const { text } = await alice.open(path)
      expect(text, path).toContain('••••••')
      expect(text, path).not.toMatch(/1[01]0,000|99,749|250\.5/)
    }
    const terminal = await alice.open('/trade/spot/BTC-USDT?list=balances')
    expect(terminal.text.split('••••••').length).toBeGreaterThan(6)
    expect(terminal.text).not.toContain('99,749')
    page = await transfer(alice, { from: 'micro', to: 'change', amount: '251' })
    expect(page.main).toContain('Insufficient balance: 251 USDT needed, •••••• USDT available.')
    page = await (await alice.open('/assets')).press('Hide amounts')
    expect(figure(page, 'USDT', 'total')).toBe('110,000')
  })
})

test('a long history has pages', async () => {
  const bob = await openPerson()
  for (let index = 0; index < 25; index += 1) {
    const form = { step: 'confirm', commandId: `bob-${index}`, assetId: '3', from: 'change', to: 'legal', amount: '1' }
    await (await bob.ask('/assets/transfer', { method: 'POST', body: new URLSearchParams(form) })).text()
  }
  const page = await bob.open('/assets/transfers')
  expect(page.marked('data-transfer')).toHaveLength(20)
  expect((await page.click('Show more')).marked('data-transfer')).toHaveLength(5)
})
