import { request } from 'node:http'
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
  // No line of a stack trace, plain or inside a script's string.
  expect(await answer.text()).not.toMatch(/(?:\n|\\n)\s+at \S+ ?\(?\S*:\d+/)
})

test('the built files may be kept for ever', async () => {
  const html = await (await fetch(inject('appUrl'))).text()
  const [path] = /\/assets\/[\w.-]+\.css/.exec(html) ?? []
  const file = await fetch(`${inject('appUrl')}${path}`)
  expect(file.headers.get('Cache-Control')).toContain('immutable')
})

test('a GET that announces a body of no bytes gets its page', async () => {
  const { port, hostname } = new URL(inject('appUrl'))
  const status = await new Promise<number>((resolve, reject) => {
    const asked = request({ hostname, port, path: '/', headers: { 'Content-Length': '0' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.once('error', reject)
    asked.end()
  })
  expect(status).toBe(200)
})
