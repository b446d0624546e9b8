// An agent is permitted in a browser, whose policy lets the answer reach the agent's own address.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, openBrowser } from '../kit/browser'
import { openVisitor, readCode, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each([true, false])('Hana permits an agent and comes back to it (scripts: %s)', async (javaScriptEnabled) => {
  const agent = createServer((_request, answer) => answer.end('back at the agent')).listen(0, '127.0.0.1')
  await once(agent, 'listening')
  try {
    const { port } = agent.address() as AddressInfo
    const hana = await openVisitor(browser, 'en', { viewport: PHONE, javaScriptEnabled })
    const { page } = hana
    const redirect = `http://127.0.0.1:${port}/callback`
    const data = { client_name: 'A reader', redirect_uris: ['http://127.0.0.1/callback'] }
    const registered = await page.request.post('/oauth/register', { data })
    const { client_id: client } = (await registered.json()) as { client_id: string }
    const asked = new URLSearchParams({
      ...{
        response_type: 'code',
        client_id: client,
        redirect_uri: redirect,
        state: 's',
        code_challenge_method: 'S256',
      },
      code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    })
    await register(hana, `/oauth/authorize?${asked.toString()}`)
    const main = page.getByRole('main')
    expect(await main.getByLabel('Most per order (USDT)').isVisible()).toBe(false)
    await main.getByLabel('Let it trade as well').check()
    await main.getByLabel('Most per order (USDT)').fill('100')
    await main.getByLabel('Most per day (USDT)').fill('200')
    await main.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('Verification code sent').waitFor()
    expect(await main.getByLabel('Let it trade as well').isChecked()).toBe(true)
    expect(await main.getByLabel('Most per day (USDT)').inputValue()).toBe('200')
    await page.fill('[name=own_code]', await readCode(hana))
    await main.getByRole('button', { name: 'Permit' }).click()
    await page.waitForURL(`${redirect}?**`)
    expect(new URL(page.url()).searchParams.get('state')).toBe('s')
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/\./)
  } finally {
    agent.close()
  }
})
