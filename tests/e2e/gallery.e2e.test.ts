// The components by hand: a sheet keeps the focus, a toast goes, a code is pasted, a country is found by keyboard.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser, touchDown } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { type Visitor, openVisitor } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(
  inTurn('gallery', [
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ]),
)('on %s', (_, viewport) => {
  // One page for all components: they are independent.
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await openVisitor(browser, 'en', { viewport })
    await visitor.page.goto('/gallery')
  })
  afterAll(() => visitor.page.context().close())

  test('a sheet keeps the focus inside, closes by Escape and gives the focus back', async () => {
    const { page } = visitor
    const opener = page.getByTestId('open-sheet')
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Transfer' })
    await sheet.waitFor()
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press(step % 3 === 2 ? 'Shift+Tab' : 'Tab')
      await expect.poll(() => sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('a touch beside a sheet closes it', async () => {
    const { page } = visitor
    await page.getByTestId('open-sheet').click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    await page.mouse.click(8, 8)
    await sheet.waitFor({ state: 'hidden' })
  })

  test('a finger pulls a sheet down and away; pulled a little, it comes back', async () => {
    const { page } = visitor
    await page.getByTestId('open-sheet').click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    const topOf = () => sheet.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    await expect.poll(() => sheet.evaluate((element) => element.getAnimations().length)).toBe(0)
    const top = await topOf()
    const pull = (distance: number) => touchDown(page, { x: viewport.width / 2, y: top + 6, distance })
    await pull(40)
    await expect.poll(topOf).toBe(top)
    await pull(200)
    await sheet.waitFor({ state: 'hidden' })
  })

  test('a question waits for its answer: Escape is no, its button is yes', async () => {
    const { page } = visitor
    const ask = page.getByTestId('ask')
    await ask.click()
    await page.getByRole('alertdialog').waitFor()
    await page.mouse.click(8, 8)
    expect(await page.getByRole('alertdialog').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('[data-testid=ask][data-answer=false]').waitFor()
    await ask.click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await page.locator('[data-testid=ask][data-answer=true]').waitFor()
  })

  longTest('a toast is said politely, lies above a sheet and goes by itself', async () => {
    const { page } = visitor
    await page.getByTestId('toast').click()
    const layer = page.locator('[aria-live=polite]').filter({ hasText: 'Settings saved.' })
    await layer.waitFor()
    expect(await layer.evaluate((element) => getComputedStyle(element).zIndex)).toBe('10090')
    await layer.waitFor({ state: 'detached' })
  })

  test('a pasted code fills its six boxes, spaces and all', async () => {
    const { page } = visitor
    const code = page.locator('input[name=code]')
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    await code.focus()
    await code.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'Your code: 123 456')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => code.inputValue()).toBe('123456')
    await code.fill('')
    await code.pressSequentially('98a765')
    await expect.poll(() => code.inputValue()).toBe('98765')
  })

  test('an amount groups its digits and takes a share of what there is', async () => {
    const { page } = visitor
    const amount = page.locator('input[name=amount]')
    await amount.pressSequentially('1234567.5')
    await expect.poll(() => amount.inputValue()).toBe('1,234,567.5')
    await page.getByRole('button', { name: '25% of available' }).click()
    await expect.poll(() => amount.inputValue()).toBe('308,641.97275')
  })

  longTest('a picture leaves as a small JPEG, and can be taken back', async () => {
    const { page } = visitor
    const input = page.locator('input[name=image]')
    const buffer = Buffer.from(await page.screenshot())
    await input.setInputFiles({ name: 'voucher.png', mimeType: 'image/png', buffer })
    await page.getByRole('img', { name: 'Preview of the chosen image' }).waitFor()
    const file = await input.evaluate((element: HTMLInputElement) => ({
      type: element.files?.[0]?.type,
      name: element.files?.[0]?.name,
      isSmaller: (element.files?.[0]?.size ?? 0) > 0,
    }))
    expect(file).toEqual({ type: 'image/jpeg', name: 'voucher.jpg', isSmaller: true })
    await page.getByRole('button', { name: 'Remove image' }).click()
    await expect.poll(() => input.evaluate((element: HTMLInputElement) => element.files?.length)).toBe(0)
    await input.setInputFiles({ name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByText('This image cannot be opened.').waitFor()
  })

  longTest('a long list goes on until there is no more', async () => {
    const { page } = visitor
    const list = page.getByTestId('long-list')
    await list.scrollIntoViewIfNeeded()
    for (const row of ['#13', '#36']) {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await list.getByText(row, { exact: true }).scrollIntoViewIfNeeded()
    }
    await list.getByText('No more results').waitFor()
  })

  test('nothing on the way was an error', () => expect(visitor.errors).toEqual([]))
})

longTest('without scripts a country is a select, a code a field, and an amount posts what is typed', async () => {
  const { page } = await openVisitor(browser, 'th', { javaScriptEnabled: false, viewport: PHONE })
  await page.goto('/gallery')
  await page.selectOption('select[name=country]', 'TH')
  await page.fill('input[name=code]', '123456')
  await page.fill('input[name=amount]', '1234.5')
  expect(await page.inputValue('input[name=amount]')).toBe('1234.5')
})

longTest('language, theme and colours of the gallery are chosen by its address', async () => {
  const { page } = await openVisitor(browser, 'en')
  await page.goto('/gallery?lang=th&theme=dark&rise=red')
  expect(await page.locator('html').getAttribute('lang')).toBe('th')
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await page.locator('html').getAttribute('data-rise')).toBe('red')
})
