// Futures in a browser, on desktop and phone: a transfer, a position with stops, its chart lines and figures, a partial and a full close,
// and the receipt.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { type Visitor, openVisitor, register } from './visitor'

/** Output of the receipt checker, run in an empty folder without any file of this site. */
function verify(script: string, receipt: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cm-verify-'))
  writeFileSync(join(folder, 'verify.mjs'), script)
  writeFileSync(join(folder, 'receipt.json'), receipt)
  return spawnSync(process.execPath, ['verify.mjs', 'receipt.json'], { cwd: folder, encoding: 'utf8' }).stdout
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Current index price. */
async function priceOf(page: Page, symbol: string): Promise<number> {
  const answer = await page.request.get(`/api/v1/quotes?symbol=${symbol}`)
  const { message } = (await answer.json()) as { readonly message: readonly { readonly price: string }[] }
  return Number(message[0]?.price)
}

describe.each(
  inTurn('futures', [
    { viewport: DESKTOP, name: 'a desk' },
    { viewport: PHONE, name: 'a phone' },
  ]),
)('Fumi trades contracts at $name', ({ viewport, name }) => {
  let fumi: Visitor
  beforeAll(async () => {
    fumi = await openVisitor(browser, 'en', { viewport })
    await register(fumi, '/trade/futures/BTC-USDT')
  })
  afterAll(() => fumi?.page.context().close())

  test('moves money in', async () => {
    // Transfers have their own story.
    const status = await fumi.page.evaluate(async () => {
      const form = { currency_id: '3', number: '2000', from_field: 'change', to_field: 'lever' }
      const answer = await fetch('/api/wallet/change', { method: 'POST', body: new URLSearchParams(form) })
      return answer.json<{ type: string }>()
    })
    expect(status).toMatchObject({ type: 'ok' })
  })

  test('sees every figure before opening, and opens at the next price', async () => {
    const { page } = fumi
    await page.goto('/trade/futures/BTC-USDT')
    await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor()
    if (viewport === PHONE) {
      // Side, size and button are on the first screen.
      const [size, button] = [page.locator('[name=lots]'), page.getByRole('button', { name: 'Open long' })]
      const [above, below] = [await size.boundingBox(), await button.boundingBox()]
      expect(above && below && above.y + above.height < below.y && below.y < viewport.height).toBe(true)
    }
    await page.fill('[name=lots]', '20')
    for (const figure of ['open_price', 'worth', 'margin', 'fee', 'liquidation', 'overnight'])
      await page.locator(`[data-figure=${figure}]`).waitFor()
    await page.getByLabel('Ask before each order').check()
    await page.getByRole('button', { name: 'Open long' }).click()
    const question = page.getByRole('dialog', { name: 'Place this order?' })
    for (const words of ['Long · Market', '10× · Cross', 'Liquidation price', 'Overnight charge'])
      await question.getByText(words).waitFor()
    expect(await page.locator('[data-panel=orders] [data-row]').count()).toBe(0)
    await question.getByLabel('Don’t ask again').check()
    await question.getByRole('button', { name: 'Open long' }).click()
    await page.getByLabel('Ask before each order', { exact: true }).and(page.locator(':not(:checked)')).waitFor()
    await page.locator('[data-panel=orders] [data-row]').first().waitFor()
    expect(await page.locator('[data-panel=orders] [data-row]').count()).toBe(1)
    // On a phone the chart is folded, so that the ticket is on the first screen; its legend doesn't cover the candles.
    if (viewport === PHONE) await page.getByRole('button', { name: 'Chart', exact: true }).click()
    const legend = page.locator('[data-legend] > span')
    if (viewport === PHONE)
      await legend
        .nth(3)
        .filter({ hasText: /^C [\d,.]+$/ })
        .waitFor()
    else expect(await legend.count()).toBe(0)
    // The chart has the same tools as on spot; a phone shows them on demand.
    if (viewport === PHONE) await page.getByRole('button', { name: 'Chart tools' }).click()
    await page.getByRole('toolbar', { name: 'Chart tools' }).getByLabel('Draw', { exact: true }).waitFor()
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/futures-${name.slice(2)}.png`, fullPage: true })
  })

  test('is told in the field what is wrong', async () => {
    const { page } = fumi
    await page.fill('[name=lots]', '999999')
    await page.getByRole('alert').filter({ hasText: 'Enter between' }).waitFor()
    await page.fill('[name=lots]', '1')
    await page.fill('[name=take_profit]', '1')
    await page.getByRole('alert').filter({ hasText: 'must lie above' }).waitFor()
    await page.fill('[name=take_profit]', '')
    await page.selectOption('[name=leverage]', '50')
    await page.getByRole('link', { name: 'Verify now' }).waitFor()
    await page.getByRole('slider', { name: 'Leverage' }).press('Home')
    expect(await page.inputValue('[name=leverage]')).toBe('1')
    await page.getByRole('button', { name: 'Leverage 10×' }).click()
    expect(await page.inputValue('[name=leverage]')).toBe('10')
  })

  test('asks what would liquidate it, and sees what a stop would bring before it is set', async () => {
    const { page } = fumi
    await page.getByText('What would liquidate me').click()
    const answer = page.locator('[data-figure=what_if]')
    await answer.getByText('Nothing would be liquidated.').waitFor()
    await page.getByRole('slider', { name: 'All prices move' }).fill('-400')
    await answer.getByText('Would be liquidated').waitFor()
    const row = page.locator('[data-panel=orders] [data-row]').first()
    await row.getByLabel(/^More actions/).click()
    await row.getByRole('button', { name: 'Set TP / SL' }).click()
    const sheet = page.getByRole('dialog')
    const open = await page
      .locator('[data-figure=open_price]')
      .first()
      .textContent()
      .catch(() => null)
    const price = Number((open ?? '60000').replaceAll(',', ''))
    await sheet.locator('[name=take_profit]').fill((price * 1.2).toFixed(1))
    await sheet.locator('[data-figure=at_take_profit]').getByText('+').waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.goto('/assets?wallet=lever')
    await page.getByText('Unrealised PnL').waitFor()
    await page.getByText('Risk rate (cross)').waitFor()
    await page.goto('/trade/futures/BTC-USDT')
  })

  test('drags the take-profit on the chart, and is asked before it is set', { timeout: 240_000 }, async () => {
    const { page } = fumi
    if (viewport === PHONE) return
    const row = page.locator('[data-panel=orders] [data-row]').first()
    await row.getByLabel(/^More actions/).click()
    await row.getByRole('button', { name: 'Set TP / SL' }).click()
    const sheet = page.getByRole('dialog')
    const field = sheet.locator('[name=take_profit]')
    // Above what it costs now, which may be far from where it was opened.
    const profit = ((await priceOf(page, 'BTC-USDT')) * 1.002).toFixed(1)
    await field.fill(profit)
    await sheet.getByRole('button', { name: 'Save' }).click()
    // The sheet rerenders when its row changes, and closes after "Saved".
    await page.getByText('Saved', { exact: true }).waitFor()
    await row.getByText(Number(profit).toLocaleString('en', { minimumFractionDigits: 1 })).waitFor()
    await sheet.waitFor({ state: 'detached' })
    await page.evaluate(() => window.scrollTo(0, 0))
    const chart = await page.locator('[data-panel=chart] canvas').first().boundingBox()
    if (!chart) throw new Error('the chart is drawn')
    // The line's label is at the left edge, at its price: the pointer moves down from the top until it hits the label. The chart samples
    // the pointer every 20 ms, or later on a busy machine: then the pointer moves again, slower.
    for (const pause of [40, 200])
      for (let y = chart.y + 6; y < chart.y + chart.height && !(await sheet.isVisible()); y += 6) {
        await page.mouse.move(chart.x + 24, y)
        await page.mouse.down()
        await page.mouse.move(chart.x + 24, y - 8, { steps: 2 })
        await page.waitForTimeout(pause)
        await page.mouse.move(chart.x + 24, y - 24, { steps: 3 })
        await page.waitForTimeout(pause)
        await page.mouse.up()
        await page.waitForTimeout(pause)
      }
    await field.waitFor()
    expect(Number((await field.inputValue()).replaceAll(',', ''))).toBeGreaterThan(Number(profit))
    await sheet.locator('[data-figure=at_take_profit]').getByText('+').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('closes a part and then the rest, and reads the receipt', async () => {
    const { page } = fumi
    const row = page.locator('[data-panel=orders] [data-row]').first()
    await row.getByRole('button', { name: /Close position/ }).click()
    const sheet = page.getByRole('dialog')
    // An invalid number of lots closes nothing, and the dialog keeps the input.
    const refused = { '0': 'Enter between 1 and 20 lots.', '1.5': 'is not valid.' }
    for (const [lots, text] of Object.entries(refused)) {
      await sheet.locator('[name=lots]').fill(lots)
      await sheet.getByRole('button', { name: 'Close', exact: true }).last().click()
      await sheet.getByText(text).waitFor()
    }
    await sheet.locator('[name=lots]').fill('5')
    // The result after the spread is shown before the answer.
    for (const figure of ['close_price', 'close_result', 'margin_back'])
      await sheet.locator(`[data-figure=${figure}]`).filter({ hasText: /\d/ }).waitFor()
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click()
    await sheet.waitFor({ state: 'detached' })
    await row.getByText('15', { exact: true }).first().waitFor()
    await page.getByText('Unrealised PnL').and(page.locator(':visible')).first().waitFor()
    await row.getByRole('button', { name: /Close position/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await row.waitFor({ state: 'detached' })
    await page.goto('/orders/futures?list=history')
    await page.getByText('Closed by you').first().waitFor()
    if (process.env['SHOTS'])
      await page.screenshot({ path: `shots/futures-history-${name.slice(2)}.png`, fullPage: true })
    const csv = await (await page.request.get('/orders/futures/export')).text()
    expect(csv.split('\n').filter((line) => line.includes('BTC/USDT'))).toHaveLength(2)
    await page.getByRole('button', { name: 'Result card' }).first().click()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save as a picture' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^position-\d+\.png$/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const receipt = page.getByRole('link', { name: 'Receipt' }).first()
    const address = (await receipt.getAttribute('href')) ?? ''
    // The receipt reaches the directory a moment later.
    await expect.poll(async () => (await page.request.get(address)).status(), { timeout: 30_000 }).toBe(200)
    await receipt.click()
    await page.getByText('This receipt was computed again and is right.').waitFor()
    if (process.env['SHOTS'])
      await page.screenshot({ path: `shots/futures-receipt-${name.slice(2)}.png`, fullPage: true })
    expect(fumi.errors).toEqual([])
    const id = address.slice('/receipts/'.length)
    const { message } = (await (await page.request.get(`/api/v1/receipt?receipt_id=${id}`)).json()) as {
      message: { body: string }
    }
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Data of the receipt' }).click()
    const file = join(mkdtempSync(join(tmpdir(), 'cm-receipt-')), 'receipt.json')
    await (await saving).saveAs(file)
    expect(readFileSync(file, 'utf8')).toBe(message.body)
    const script = await (await page.request.get('/verify.mjs')).text()
    expect(verify(script, message.body)).toContain(`receipt.json: right\n  its name is ${id}`)
    expect(verify(script, JSON.stringify({ type: 'ok', message }))).toContain(
      `receipt.json: right\n  its name is ${id}`,
    )
    expect(verify(script, message.body.replace(/"result":"-?\d/, '"result":"9'))).toContain('WRONG')
  })
})

describe('prices close what Goro opened', () => {
  let goro: Visitor
  beforeAll(async () => {
    goro = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await register(goro, '/trade/futures/AVAX-USDT')
  })
  afterAll(() => goro?.page.context().close())

  const post = (path: string, form: Readonly<Record<string, string>>) =>
    goro.page.evaluate(
      async ([to, fields]) => {
        const answer = await fetch(to, { method: 'POST', body: new URLSearchParams(fields) })
        return answer.json<{ type: string; message: unknown }>()
      },
      [path, form] as const,
    )

  /** Before saving: the liquidation price moves away, and an amount above the balance is refused in its field. */
  async function seesAnotherMargin(page: Page, send: typeof post): Promise<void> {
    const order = { symbol: 'BTC-USDT', direction: 'long', kind: 'market', mode: 'isolated', leverage: '5', lots: '5' }
    expect(await send('/api/v1/futures/order', order)).toMatchObject({ type: 'ok' })
    await page.goto('/trade/futures/BTC-USDT')
    const isolated = page.locator('[data-row]').filter({ hasText: 'Isolated' }).first()
    await isolated.getByLabel(/^More actions/).click()
    await isolated.getByRole('link', { name: /^Add to position/ }).click()
    await page.locator('[name=lots]:focus').waitFor()
    expect([await page.inputValue('[name=leverage]'), await page.inputValue('[name=mode]')]).toEqual(['5', 'isolated'])
    await page.getByRole('button', { name: 'Change margin' }).click()
    const sheet = page.getByRole('dialog')
    await sheet
      .locator('[data-figure=liquidation_after]')
      .filter({ hasText: /^[\d,.]+$/ })
      .waitFor()
    await sheet.locator('[name=amount]').fill('20')
    for (const figure of ['margin_after', 'liquidation_after', 'ratio_after'])
      await sheet.locator(`[data-figure=${figure}]`).filter({ hasText: '→' }).waitFor()
    await sheet.locator('[name=amount]').fill('999999')
    await sheet.getByRole('alert').filter({ hasText: 'Insufficient balance' }).waitFor()
    await sheet.locator('[name=amount]').fill('20')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
  }

  longTest(
    'by a stop that they reach, and by a liquidation, each with a receipt that comes out',
    async () => {
      const { page } = goro
      const money = { currency_id: '3', number: '2000', from_field: 'change', to_field: 'lever' }
      expect(await post('/api/wallet/change', money)).toMatchObject({ type: 'ok' })
      await seesAnotherMargin(page, post)
      const open = (symbol: string, direction: string, stops: Readonly<Record<string, string>> = {}) =>
        post('/api/v1/futures/order', {
          ...{ symbol, direction, kind: 'market', mode: 'isolated', leverage: '20', lots: '2', ...stops },
        })
      // Whichever way it goes, one of the two is liquidated.
      for (const direction of ['long', 'short'])
        expect(await open('AVAX-USDT', direction)).toMatchObject({ type: 'ok' })
      const price = await priceOf(page, 'SOL-USDT')
      const [above, below] = [(price * 1.0002).toFixed(2), (price * 0.9998).toFixed(2)]
      expect(await open('SOL-USDT', 'long', { take_profit: above, stop_loss: below })).toMatchObject({ type: 'ok' })

      for (const [pair, cause] of [
        ['AVAX/USDT', /^Liquidated$/],
        ['SOL/USDT', /^(?:Take profit|Stop loss)$/],
      ] as const) {
        const row = page
          .locator('tr, li, [data-row]')
          .filter({ hasText: pair })
          .filter({ has: page.getByText(cause) })
        await expect
          .poll(
            async () => {
              await page.goto('/orders/futures?list=history')
              await page.getByRole('heading').first().waitFor()
              return row.count()
            },
            { timeout: 180_000, interval: 1_000 },
          )
          .toBeGreaterThan(0)
        const address = (await row.first().getByRole('link', { name: 'Receipt' }).getAttribute('href')) ?? ''
        // The receipt reaches the directory a moment later.
        await expect.poll(async () => (await page.request.get(address)).status(), { timeout: 30_000 }).toBe(200)
        await page.goto(address)
        await page.getByText('This receipt was computed again and is right.').waitFor()
        await page.getByText(cause).first().waitFor()
      }
      expect(goro.errors).toEqual([])
    },
    240_000,
  )
})
