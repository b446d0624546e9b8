// The API reference in a browser: searched while typing, a request tried by keyboard, its form fetched only then.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser, waitUntilAlive } from '../kit/browser'
import { inTurn } from '../kit/long'
import { openVisitor } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(
  inTurn('reference', [
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ]),
)('on %s', (_, viewport) => {
  test('an endpoint is found while typing, opened by keyboard and tried; its form is fetched only then', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport })
    const files: string[] = []
    page.on('request', (request) => files.push(request.url()))
    await page.goto('/api/docs')
    await waitUntilAlive(page)
    await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('market get pairs')
    const found = page.getByRole('main').getByRole('link', { name: /v1\/pairs/ })
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBeLessThan(10)
    await found.first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Request' }).waitFor()
    expect(files.filter((url) => /\/trial-/.test(url))).toEqual([])

    await page.getByRole('button', { name: 'Try it' }).focus()
    await page.keyboard.press('Enter')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.waitFor()
    expect(files.filter((url) => /\/trial-/.test(url))).not.toEqual([])
    // The focus is in the form's first field, and the button that sends comes after the last.
    const first = page.getByRole('combobox', { name: 'lang' })
    await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => send.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'Answer HTTP 200' })
    await answer.waitFor()
    await expect.poll(() => answer.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(errors).toEqual([])
    await page.context().close()
  })

  test('a text that is no JSON is refused beside its field, and nothing is sent', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/api/docs/post_v1_orders')
    await waitUntilAlive(page)
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('textbox', { name: 'orders' }).fill('[buy')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('This is not JSON.').waitFor()
    expect(await page.getByRole('main').getByText('HTTP 200').count()).toBe(0)
    expect(errors).toEqual([])
    await page.context().close()
  })
})
