import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { openBrowser, openPage } from '../support/browser'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('the first page opens under its own content policy without an error', async () => {
  const { page, errors } = await openPage(browser)
  const answer = await page.goto(inject('appUrl'))
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'")
  await page.waitForFunction(() => document.readyState === 'complete')
  expect(errors).toEqual([])
})

test('a path that no page has is answered 404', async () => {
  const answer = await fetch(`${inject('appUrl')}/no/such/page`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('at ')
})

test('the built files may be kept for ever', async () => {
  const html = await (await fetch(inject('appUrl'))).text()
  const [path] = /\/assets\/[\w.-]+\.css/.exec(html) ?? []
  const file = await fetch(`${inject('appUrl')}${path}`)
  expect(file.headers.get('Cache-Control')).toContain('immutable')
})
