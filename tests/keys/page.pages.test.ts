// The page of API keys without scripts: one key is made after a proof of its owner, its secret is shown once, it signs, and it is removed.

import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { textToSign } from '#domain/api-key'
import { setPayPassword } from '../kit/identity'
import { textOf } from '../kit/html'
import { type Visitor, openPerson } from '../kit/visitor'

const PAY = 'staple of payments'

const monospaced = (page: Awaited<ReturnType<Visitor['open']>>): string[] =>
  page.all((element) => (element.attribs['class'] ?? '').includes('font-mono') && element.name === 'dd').map(textOf)

async function balances(origin: string, id: string, secret: string): Promise<{ type: string; message: unknown }> {
  const path = '/api/v1/balances?wallet=change'
  const timestamp = Date.now()
  const text = textToSign({ timestamp, recvWindow: 5_000, method: 'GET', path, commandId: '', body: '' })
  const answer = await fetch(`${origin}${path}`, {
    headers: {
      'Api-Key': id,
      'Api-Timestamp': String(timestamp),
      'Api-Signature': createHmac('sha256', secret).update(text).digest('hex'),
    },
  })
  return answer.json<{ type: string; message: unknown }>()
}

test('Noa makes a key, a program uses it, Noa removes it', async () => {
  const noa = await openPerson({ password: 'correct horse' })
  await setPayPassword(noa, PAY)
  let page = await noa.open('/settings/api')
  const wishes = { name: 'A bot', 'HMAC-SHA-256': true, days: '30' }

  page = await page
    .form('Make a key')
    .fill({ ...wishes, name: '', pay_password: PAY })
    .send()
  expect(page.text).toContain('Please name the key.')
  page = await page
    .form('Make a key')
    .fill({ ...wishes, addresses: 'home', pay_password: PAY })
    .send()
  expect(page.text).toContain('“home” is not a network address.')
  expect(page.field('name')).toBe('A bot')
  page = await page
    .form('Make a key')
    .fill({ ...wishes, addresses: '', pay_password: 'not this one' })
    .send()
  expect(page.text).not.toContain('The key was made')

  page = await page
    .form('Make a key')
    .fill({ ...wishes, addresses: '', pay_password: PAY })
    .send()
  expect(page.text).toContain('The key was made')
  const [id = '', secret = ''] = monospaced(page)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await balances(noa.origin, id, secret)).toMatchObject({ type: 'ok' })

  page = await noa.open('/settings/api')
  expect(page.text).toContain(id)
  expect(page.text).toContain('Last used')
  expect(page.text).not.toContain(secret)
  expect((await noa.open('/messages/all')).text).toContain('API key')

  page = await noa.open(`/settings/api?${new URLSearchParams({ remove: id }).toString()}`)
  await page.form('Remove').send()
  expect((await noa.open('/settings/api')).text).toContain('No API keys yet.')
  expect(await balances(noa.origin, id, secret)).toMatchObject({
    type: 'urn:cm:refusal:key_unknown',
  })
})

/** Blocks of code of docs/programs.md, by language. */
function examples(): Readonly<Record<string, string>> {
  const text = readFileSync('docs/programs.md', 'utf8')
  return Object.fromEntries(
    [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code]),
  )
}

const RUN = {
  sh: ['sh', '-c'],
  ts: ['node', '--input-type=module-typescript', '-e'],
  python: ['python3', '-c'],
} as const

test('the examples of the guide run as they are written', async () => {
  const noa = await openPerson({ password: 'correct horse' })
  await setPayPassword(noa, PAY)
  const page = await noa.open('/settings/api')
  const form = page
    .form('Make a key')
    .fill({ name: 'Examples', 'HMAC-SHA-256': true, Trade: true, days: '7', pay_password: PAY })
  const [id = '', secret = ''] = monospaced(await form.send())
  const told = examples()
  // CCXT's example runs in `npm run clients`.
  expect(Object.keys(told)).toEqual([...Object.keys(RUN), 'js'])
  for (const [name, [command, ...options]] of Object.entries(RUN)) {
    const env = { ...process.env, CM_URL: noa.origin, CM_KEY: id, CM_SECRET: secret }
    const { stdout } = await promisify(execFile)(command, [...options, told[name] ?? ''], { env })
    expect({ name, answer: JSON.parse(stdout) }).toMatchObject({ name, answer: { type: 'ok' } })
  }
}, 60_000)

test('the settings lead to the page', async () => {
  const noa = await openPerson()
  expect((await noa.open('/settings')).text).toContain('API keys')
})
