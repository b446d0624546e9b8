// One's own money in a browser: seen live, hidden without a flash, moved between wallets with and without scripts, and found again.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { type Visitor, enterBeforeScripts, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const heard = (page: Page) => page.locator('[data-link=live]').first().waitFor()
const figure = (page: Page, asset: string, name: string) => page.locator(`[data-asset=${asset}] [data-figure=${name}]`)

/** Fills the form, looks it over and confirms; ends on the receipt. */
async function transfer(page: Page, { amount, from, to }: { amount: string; from: string; to: string }): Promise<void> {
  await page.goto('/assets/transfer')
  await page.selectOption('[name=from]', from)
  await page.selectOption('[name=to]', to)
  await page.fill('[name=amount]', amount)
  await page.getByRole('button', { name: 'Transfer', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByTestId('receipt').waitFor()
}

describe('when prices cannot be heard, and the account can', () => {
  longTest('what Alice owns is not called live: its worth is as old as the prices', async () => {
    const alice = await openVisitor(browser, 'en', { viewport: DESKTOP })
    const { page } = alice
    await page.routeWebSocket(/\/parties\/quotes\//, (socket) => void socket.close())
    await page.route('**/parties/quotes/**', (route) => route.abort())
    const account = page.waitForEvent('websocket', (socket) => socket.url().includes('/parties/account/'))
    await register(alice, '/assets')
    await (await account).waitForEvent('framereceived')
    await page.locator('[data-link=offline]').waitFor()
    await page.locator('[data-stale=true] [data-testid=total]').waitFor()
  })
})

describe.each(inTurn('assets', [PHONE, DESKTOP]))('Alice at $width px', (viewport) => {
  let alice: Visitor
  beforeAll(async () => {
    alice = await openVisitor(browser, 'en', { viewport })
    await register(alice)
  })

  test('moves 250.5 USDT from spot to seconds and sees it live in her assets and in her history', async () => {
    const { page } = alice
    const [assets, history] = [await page.context().newPage(), await page.context().newPage()]
    await assets.goto('/assets?wallet=micro')
    await assets.getByText('This wallet is empty.').waitFor()
    await history.goto('/assets/transfers')
    await history.getByText('No transfers yet.').waitFor()
    await heard(assets)

    await enterBeforeScripts(page, '/assets/transfer', async () => {
      await page.selectOption('[name=to]', 'micro')
      await page.fill('[name=amount]', '250.5')
    })
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('100,000 → 99,749.5').waitFor()
    await sheet.getByText('0 → 250.5').waitFor()
    // Balances of both wallets before and after, in her currency.
    expect((await sheet.textContent())?.match(/≈[^≈→]+→ ≈/g)).toHaveLength(2)
    await sheet.getByRole('button', { name: 'Confirm' }).click()

    const receipt = page.getByTestId('receipt')
    await receipt.getByText('Transfer complete.').waitFor()
    expect(await receipt.textContent()).toContain('99,749.5')
    await figure(assets, 'USDT', 'available').waitFor()
    expect(await figure(assets, 'USDT', 'available').textContent()).toBe('250.5')
    await history.locator('[data-transfer]').waitFor()
    expect(await history.locator('[data-transfer]').textContent()).toMatch(/Spot.*Options.*250\.5\sUSDT/)
    await Promise.all([assets.close(), history.close()])
  })

  longTest('is told beside the field what is wrong, before anything is sent, and swaps the two wallets', async () => {
    const { page } = alice
    await page.goto('/assets/transfer?from=micro&to=change')
    await page.fill('[name=amount]', '251')
    await page.getByText('Insufficient balance: 251 USDT needed, 250.5 USDT available.').waitFor()
    expect(await page.locator('[name=amount]').getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: 'Swap wallets' }).click()
    await expect.poll(() => page.inputValue('[name=from]')).toBe('change')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Max' }).click()
    await expect.poll(() => page.inputValue('[name=amount]')).toBe('99,749.5')
  })

  longTest('hides her amounts: the server already draws dots after a reload, on every page of hers', async () => {
    const { page } = alice
    await page.goto('/assets')
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await figure(page, 'USDT', 'total').getByText('Amount hidden').waitFor()
    for (const path of ['/assets', '/assets/record?asset=3', '/assets/records', '/assets/bills', '/assets/transfers']) {
      const html = await (await page.request.get(path)).text()
      const drawn = html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
      expect(drawn, path).toContain('••••••')
      expect(drawn, path).not.toMatch(/1[01]0,000|99,749|250\.5/)
    }
    const terminal = await (await page.request.get('/trade/spot/BTC-USDT?list=balances')).text()
    const drawn = terminal.replaceAll(/<script[\s\S]*?<\/script>/g, '')
    expect(drawn.split('••••••').length).toBeGreaterThan(6)
    expect(drawn).not.toContain('99,749')
    await page.goto('/assets/transfer?from=micro&to=change')
    await page.fill('[name=amount]', '251')
    await page.getByText('Insufficient balance: 251 USDT needed, •••••• USDT available.').waitFor()
    await page.goto('/assets')
    await page.getByRole('button', { name: 'Hide amounts', pressed: true }).click()
    await expect.poll(() => figure(page, 'USDT', 'total').textContent()).toBe('110,000')
  })

  longTest('finds an asset that she does not hold, and hides what is worth less than one USDT', async () => {
    const { page } = alice
    await transfer(page, { amount: '0.5', from: 'change', to: 'earn' })
    await page.goto('/assets?wallet=earn')
    await figure(page, 'USDT', 'total').waitFor()
    await page.getByLabel('Hide balances under 1 USDT').check()
    await page.getByText('Every balance here is under 1 USDT.').waitFor()
    await page.goto('/assets')
    expect(await page.locator('[data-asset=DOGE]').count()).toBe(0)
    await page.getByLabel('Search assets').fill('doge')
    await page.locator('[data-asset=DOGE]').waitFor()
    expect(await page.locator('[data-asset]').count()).toBe(1)
  })

  longTest('narrows her bills, reads what was left after each, and takes all of them home as a file', async () => {
    const { page } = alice
    await page.goto('/assets/bills')
    await page.selectOption('[name=reason]', 'transfer')
    await page.waitForURL('**/assets/bills?**reason=transfer**')
    await page.selectOption('[name=wallet]', 'micro')
    await page.locator('[data-reason]').nth(1).waitFor({ state: 'detached' })
    expect(await page.getByTestId('bill-value').allTextContents()).toEqual(['+250.5'])
    expect(await page.getByTestId('bill-after').allTextContents()).toEqual(['250.5'])
    await page.getByText('No more results').waitFor()

    // The same list by wallet, with the form one click away.
    await page.goto('/assets/bills?wallet=micro&reason=transfer')
    await page.getByRole('link', { name: 'By wallet' }).click()
    await page.waitForURL('**/assets/records?wallet=micro')
    await page.locator('[data-reason=transfer]').first().waitFor()
    expect(await page.getByRole('link', { name: 'Options', exact: true }).getAttribute('aria-current')).toBe('page')
    await page.getByRole('link', { name: 'All entries' }).click()
    await page.waitForURL('**/assets/bills?wallet=micro')

    const today = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await page.goto(`/assets/bills?from=${today}`)
    await page.getByText('No entries match.').waitFor()

    const csv = await (await page.request.get('/assets/export?wallet=micro')).text()
    expect(csv.split('\r\n')[0]).toBe('\ufeffTime,Reason,Wallet,Asset,Change,Balance,Reference')
    expect(csv.split('\r\n')[1]).toMatch(
      /T[\d:]{8}[+-]\d\d:\d\d,Transfer between wallets,Options,USDT,250\.500000,250\.500000,transfer:/,
    )
  })

  longTest('sees what came in green and what went in no colour, whichever way green points', async () => {
    const { page } = alice
    const colours = async () => {
      await page.goto('/assets/bills')
      await page.getByTestId('bill-value').first().waitFor()
      return page.getByTestId('bill-value').evaluateAll((values) => {
        const green = document.createElement('i')
        green.className = 'text-good-text'
        document.body.appendChild(green)
        const neutral = getComputedStyle(document.body).color
        const known = { [getComputedStyle(green).color]: 'green', [neutral]: 'neutral' }
        return values.map((value) => `${value.textContent?.[0]} ${known[getComputedStyle(value).color] ?? 'other'}`)
      })
    }
    const before = new Set(await colours())
    await page.context().addCookies([{ name: 'cm_rise', value: 'red', url: alice.url }])
    expect(new Set(await colours())).toEqual(before)
    expect(await page.locator('html').getAttribute('data-rise')).toBe('red')
    expect(before).toEqual(new Set(['+ green', '− neutral']))
    await page.context().clearCookies({ name: 'cm_rise' })
  })

  longTest('sees beside each coin that she may withdraw what of it is worth in her currency', async () => {
    const { page } = alice
    await page.goto('/assets/coins?for=withdraw')
    const usdt = page.getByRole('main').getByRole('link', { name: /^USDT/ })
    expect(await usdt.textContent()).toMatch(/[\d,.]{6,}≈ \S*[\d,.]{6,}/)
  })

  longTest('reads one asset wallet by wallet', async () => {
    const { page } = alice
    await page.goto('/assets')
    await page.locator('[data-asset=USDT] a').first().click()
    await page.waitForURL('**/assets/record?asset=3')
    expect(await page.getByTestId('asset-total').textContent()).toBe('110,000')
    expect(await page.locator('[data-wallet=micro] [data-figure=available]').textContent()).toBe('250.5')
    expect(await page.getByTestId('bill-value').count()).toBeGreaterThan(3)
  })

  test('nothing on the way was an error', () => expect(alice.errors).toEqual([]))
})

describe('a long history', () => {
  let bob: Visitor
  beforeAll(async () => {
    bob = await openVisitor(browser, 'en', { viewport: PHONE })
    await register(bob)
    const send = (index: number) =>
      bob.page.request.post('/assets/transfer', {
        form: { step: 'confirm', commandId: `bob-${index}`, assetId: '3', from: 'change', to: 'legal', amount: '1' },
        headers: { Origin: inject('appUrl') },
      })
    for (let index = 0; index < 25; index += 1) await send(index)
  })

  test('goes on as Bob scrolls until there is no more data', async () => {
    const { page } = bob
    await page.goto('/assets/transfers')
    await page.locator('[data-transfer]').nth(19).scrollIntoViewIfNeeded()
    await page.locator('[data-transfer=bob-0]').waitFor()
    await page.getByText('No more results').waitFor()
    expect(await page.locator('[data-transfer]').count()).toBe(25)
    expect(bob.errors).toEqual([])
  })

  test('whose next page does not come says so and is asked for again', async () => {
    const { page } = bob
    // Before the page is: its list may ask as soon as it is drawn.
    await page.route('**/assets/transfers.data?*', (route) => route.abort())
    await page.goto('/assets/transfers')
    await page.locator('[data-transfer]').first().waitFor()
    await page.locator('[data-transfer]').nth(19).scrollIntoViewIfNeeded()
    await page.getByText('Could not load this').waitFor()
    expect(await page.locator('[data-transfer]').count()).toBe(20)
    await page.unroute('**/assets/transfers.data?*')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.locator('[data-transfer=bob-0]').waitFor()
  })

  longTest('whose next page is asked for after the session has gone leads to the login page and back', async () => {
    const { page } = bob
    await page.route('**/assets/transfers.data?*', async (route) => {
      await page.context().clearCookies()
      const answer = await fetch(route.request().url(), { headers: { Cookie: 'cm_language=en' } })
      const [type, body] = [answer.headers.get('Content-Type') ?? '', Buffer.from(await answer.arrayBuffer())]
      await route.fulfill({ status: answer.status, headers: { 'Content-Type': type, 'X-Remix-Response': 'yes' }, body })
    })
    await page.goto('/assets/transfers')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByText('Please log in first').first().waitFor()
    await page.waitForURL('**/login?**')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/assets/transfers')
  })
})

test('a transfer sent without a network says itself that no answer came, whatever its address has been asked with', async () => {
  const ines = await openVisitor(browser, 'en')
  const { page } = ines
  await register(ines, '/assets')
  await page.goto('/assets/transfer?from=change&to=micro')
  await page.fill('[name=amount]', '1')
  await page.getByRole('button', { name: 'Transfer', exact: true }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' })
  await confirm.waitFor()
  await page.context().setOffline(true)
  await confirm.click()
  await page.getByRole('main').getByText('The server did not respond').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  expect(await page.inputValue('[name=amount]')).toBe('1')
  await page.context().setOffline(false)
})
