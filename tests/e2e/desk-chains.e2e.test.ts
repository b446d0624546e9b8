// The desk's form for a network whose node is stuck, in a browser: used by admins, with and without scripts; read-only for others.

import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDeskSession } from '../support/desk-sessions'
import { type OpenedPage, openBrowser, openPage } from '../support/browser'
import { firstOf } from '../support/long'
import { type StartedApp, startApp } from '../support/miniflare'
import { serveRpc, stopServing } from '../funds/rpc-server'

let browser: Browser
let app: StartedApp
let ada: string, rita: string

beforeAll(async () => {
  // A node that was set up anew: its newest block is the 45th.
  const url = await serveRpc((method) =>
    method === 'eth_blockNumber' ? { result: '0x2d' } : { error: { code: -32_601, message: 'not asked for here' } },
  )
  const chains = { CHAIN_SOURCE: 'rpc', CHAIN_NODES: JSON.stringify({ ERC20: { url } }) }
  app = await startApp({ vars: chains })
  ada = await openDeskSession(app, 'ada', 'admin')
  rita = await openDeskSession(app, 'rita', 'reviewer')
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await app.stop()
  stopServing()
})

const cursor = async () =>
  (await app.miniflare.getD1Database('DB')).prepare('select position from chain_cursor').first()

/** Sets the chain reader to block 90, behind for this many minutes. */
async function setBack(minutes: number): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const since = Date.now() - minutes * 60_000
  await database.batch([
    database.prepare('delete from chain_cursor'),
    database
      .prepare(
        "insert into chain_cursor (network, position, read_at, behind_since, behind_by) values ('ERC20', '90', ?, ?, 45)",
      )
      .bind(Date.now(), since),
  ])
}
beforeEach(() => setBack(10))

async function openDesk(token: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const opened = await openPage(browser, { baseURL: app.url, ...options })
  const cookie = (name: string, value: string) => ({ name, value, url: app.url })
  await opened.page.context().addCookies([cookie('cm_language', 'en'), cookie('cm_staff', token)])
  await opened.page.goto('/admin')
  return opened
}

for (const [how, options] of firstOf([
  ['with scripts', {}],
  ['without scripts', { javaScriptEnabled: false }],
] as const)) {
  test(`Ada reads that the node is behind by 45 blocks and goes on from where it stands, ${how}`, async () => {
    const { page, errors } = await openDesk(ada, options)
    await page.getByText('Blocks it lacks: 45').waitFor()
    await page.click('button:has-text("Continue from the node’s block")')
    await page.getByText('Reading now continues from the node’s block.').waitFor()
    expect(await cursor()).toEqual({ position: '45' })
    expect(await page.getByText('Blocks it lacks').count()).toBe(0)
    expect(errors).toEqual([])
  })
}

test('Rita reads it too and has no such button; late by a moment is not shown to anybody', async () => {
  const { page } = await openDesk(rita)
  await page.getByText('Blocks it lacks: 45').waitFor()
  expect(await page.locator('button:has-text("Continue from")').count()).toBe(0)
  await setBack(1)
  await page.reload()
  await page.locator('h1').first().waitFor()
  expect(await page.getByText('Blocks it lacks').count()).toBe(0)
})
