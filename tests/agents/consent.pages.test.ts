// The consent page without scripts: an agent asks, its owner permits or declines, and the answer leads back to the agent.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { setPayPassword } from '../kit/identity'
import { type Person, Visitor, openPerson } from '../kit/visitor'

const PAY = 'staple of payments'
const REDIRECT = 'http://127.0.0.1:7777/callback'
const VERIFIER = 'v'.repeat(50)

async function register({ origin }: Visitor, name = 'A reader'): Promise<string> {
  const body = JSON.stringify({ client_name: name, redirect_uris: ['http://127.0.0.1/callback'] })
  const answer = await fetch(`${origin}/oauth/register`, { method: 'POST', body })
  return (await answer.json<{ client_id: string }>()).client_id
}

const addressOf = (clientId: string, more: Readonly<Record<string, string>> = {}): string =>
  `/oauth/authorize?${new URLSearchParams({
    ...{
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      state: 'a b',
      code_challenge_method: 'S256',
    },
    ...{ code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'), scope: 'read' },
    ...more,
  }).toString()}`

/** Sends the form and follows nothing: the answer leads to the agent. */
async function press(noa: Person, address: string, button: string, fields = {}): Promise<Response> {
  const { body } = (await noa.open(address)).form(button).fill(fields).sending()
  return noa.ask(address, {
    method: 'POST',
    body: new URLSearchParams([...body].filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
  })
}

async function fetchToken({ origin }: Visitor, clientId: string, back: URL): Promise<string> {
  const got = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: REDIRECT },
      ...{ code: back.searchParams.get('code') ?? '', code_verifier: VERIFIER },
    }),
  })
  return (await got.json<{ access_token: string }>()).access_token
}

const callTool = ({ origin }: Visitor, token: string, name: string, fields = {}): Promise<Response> =>
  fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: fields } }),
  })

test('Noa permits an agent, which reads, and ends it on the page of keys', async () => {
  const noa = await openPerson({ password: 'correct horse' })
  await setPayPassword(noa, PAY)
  const clientId = await register(noa)
  const address = addressOf(clientId)
  const page = await noa.open(address)
  for (const words of ['“A reader” asks to read your account.', '127.0.0.1:7777', 'It can never move money'])
    expect(page.text).toContain(words)
  expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self' http://127.0.0.1:7777")
  expect(page.headers.get('X-Frame-Options')).toBe('DENY')
  expect((await press(noa, address, 'Permit', { pay_password: 'not this one' })).headers.get('Location')).toBeNull()
  const answer = await press(noa, address, 'Permit', { pay_password: PAY })
  const back = new URL(answer.headers.get('Location') ?? '')
  expect([back.origin, back.pathname, back.searchParams.get('state')]).toEqual([
    new URL(REDIRECT).origin,
    '/callback',
    'a b',
  ])
  expect(back.searchParams.get('iss')).toBe(noa.origin)
  const token = await fetchToken(noa, clientId, back)
  const balances = async () => (await callTool(noa, token, 'get_v1_balances')).status
  expect(await balances()).toBe(200)
  const keys = await noa.open('/settings/api')
  for (const words of ['A reader', 'Agent', 'Last used']) expect(keys.text).toContain(words)
  expect((await noa.open('/messages/all')).text).toContain('API key')
  const links = keys.all((element) => element.name === 'a').map((link) => link.attribs['href'] ?? '')
  const removal = links.find((href) => href.includes('?remove=')) ?? ''
  await (await noa.open(removal)).form('Remove').send()
  expect(await balances()).toBe(401)
})

test('Noa lets an agent trade, within limits that the page of keys shows', async () => {
  const noa = await openPerson({ password: 'correct horse' })
  await setPayPassword(noa, PAY)
  const address = addressOf(await register(noa))
  const wishes = { trade: true, agent_order_max: '100', agent_day_max: '250.5', pay_password: PAY }
  for (const wrong of [
    { agent_order_max: '' },
    { agent_order_max: '-1' },
    { agent_day_max: '99' },
    { agent_day_max: '1e9' },
    { agent_order_max: '0' },
    { agent_loss_max: '0' },
    { agent_loss_max: 'much' },
    { 'Above an amount': true, agent_ask_above: '' },
    { 'Above an amount': true, agent_ask_above: '0' },
    { 'Above an amount': true, agent_ask_above: '100' },
  ])
    expect((await press(noa, address, 'Permit', { ...wishes, ...wrong })).headers.get('Location')).toBeNull()
  expect((await noa.open('/settings/api')).text).toContain('No API keys yet.')
  expect((await press(noa, address, 'Permit', wishes)).headers.get('Location')).toContain('code=')
  const limited = 'at most 100 USDT per order, 250.5 USDT per day'
  const shown = (await noa.open('/settings/api')).text
  // What the page proposes.
  for (const words of [limited, 'asks you before each order']) expect(shown).toContain(words)
  for (const choice of [
    { 'Above an amount': true, agent_ask_above: '50' },
    { Never: true, agent_loss_max: '20' },
  ])
    expect((await press(noa, address, 'Permit', { ...wishes, ...choice })).headers.get('Location')).toContain('code=')
  const keys = await noa.open('/settings/api')
  for (const words of ['asks you above 50 USDT', 'loses at most 20 USDT per day']) expect(keys.text).toContain(words)
  expect(keys.text.split(limited)).toHaveLength(4)
})

test('an agent asks Noa before an order, and Noa sees it whole, approves one and refuses another', async () => {
  const noa = await openPerson({ password: 'correct horse' })
  await setPayPassword(noa, PAY)
  const clientId = await register(noa)
  const wishes = { trade: true, agent_order_max: '100', agent_day_max: '250', pay_password: PAY }
  const answer = await press(noa, addressOf(clientId), 'Permit', wishes)
  const token = await fetchToken(noa, clientId, new URL(answer.headers.get('Location') ?? ''))
  const quotes = await fetch(`${noa.origin}/api/v1/quotes?symbol=BTC-USDT`)
  const { message } = await quotes.json<{ message: { price: string }[] }>()
  const price = String(Math.floor(Number(message[0]?.price) * 0.95))
  const order = { symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.00051' }
  const ask = async () => {
    const asked = await (await callTool(noa, token, 'post_v1_order', order)).text()
    expect(asked).toContain('agent_must_wait')
  }
  await ask()
  expect((await noa.open('/messages/all')).text).toContain('A reader asks to place an order')
  let page = await noa.open('/settings/api')
  const total = String((Number(price) * 51) / 100_000)
  for (const words of [
    'Waiting for your approval',
    'BTC/USDT',
    `${Number(price).toLocaleString('en')} USDT`,
    '0.00051 BTC',
    `${total} USDT`,
    'Until cancelled',
  ])
    expect(page.text).toContain(words)
  page = await page.form('Approve').send()
  for (const words of ['You approved it', 'Order that you approved']) expect(page.text).toContain(words)
  expect(page.text).not.toContain('Waiting for your approval')
  expect((await noa.open('/orders')).text).toContain('0.00051')
  await ask()
  const stale = await noa.open('/settings/api')
  page = await stale.form('Decline').send()
  expect(page.text).toContain('You refused it')
  expect((await stale.form('Approve').send()).text).toContain('This request is over')
})

test('Noa declines', async () => {
  const noa = await openPerson()
  const answer = await press(noa, addressOf(await register(noa)), 'Decline')
  const back = new URL(answer.headers.get('Location') ?? '')
  expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null])
  expect((await noa.open('/settings/api')).text).toContain('No API keys yet.')
})

test('a request with a wrong part is not shown, and leads nowhere', async () => {
  const noa = await openPerson()
  const clientId = await register(noa)
  const wrongs = [
    { client_id: `${clientId}x` },
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: 'http://127.0.0.1:7777/other' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
    { resource: 'https://evil.example/mcp' },
  ]
  for (const wrong of wrongs) {
    const address = addressOf(clientId, wrong)
    const page = await noa.open(address)
    expect({ wrong, text: page.main }).toMatchObject({
      text: expect.stringContaining('This request cannot be read.') as string,
    })
    const body = new URLSearchParams({ intent: 'permit', days: '7' })
    const answer = await noa.ask(address, { method: 'POST', body })
    expect([answer.status, answer.headers.get('Location')]).toEqual([200, null])
  }
  expect((await noa.open('/settings/api')).text).toContain('No API keys yet.')
})

test('the page speaks every language, and the agent’s name cannot write into it', async () => {
  const noa = await openPerson()
  const address = addressOf(await register(noa, '<b>\u202eBank\u0000</b>\n'))
  for (const language of LANGUAGES) {
    noa.cookies.set('cm_language', language)
    const { text } = await noa.open(address)
    expect({ language, text }).toMatchObject({ text: expect.stringContaining('<b> Bank </b>') as string })
    expect({ language, isWorded: !text.includes('agent_') }).toEqual({ language, isWorded: true })
  }
})

test('a guest logs in first and comes back', async () => {
  const guest = new Visitor({ language: 'en' })
  const address = addressOf(await register(guest))
  const answer = await guest.ask(address)
  const to = new URL(answer.headers.get('Location') ?? '', guest.origin)
  expect([to.pathname, to.searchParams.get('returnTo')]).toEqual(['/login', address])
})
