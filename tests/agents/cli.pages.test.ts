// The command line against the served app: a profile from its key pair to an order, refusals with their codes, and nothing secret in what it prints.

import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPayPassword } from '../kit/identity'
import { textOf } from '../kit/html'
import { type Person, openPerson } from '../kit/visitor'

const PAY = 'staple of payments'
const home = mkdtempSync(join(tmpdir(), 'cm-cli-'))
afterAll(() => rmSync(home, { recursive: true }))

interface Ended {
  readonly exit: number
  readonly out: unknown
}

const printed: string[] = []

const cm = (...parts: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, XDG_CONFIG_HOME: home }
    execFile(process.execPath, ['clients/cli/cm.mjs', ...parts], { env, maxBuffer: 1e8 }, (failure, stdout, stderr) => {
      printed.push(stdout, stderr)
      expect(stderr).toBe('')
      const exit = typeof failure?.code === 'number' ? failure.code : 0
      resolve({ exit, out: stdout.startsWith('cm ') ? stdout : JSON.parse(stdout) })
    })
  })

let noa: Person
beforeAll(async () => {
  noa = await openPerson({ password: 'correct horse' })
  await setPayPassword(noa, PAY)
})

async function makeKey(publicKey: string, scopes: Readonly<Record<string, boolean>>): Promise<string> {
  const page = await noa.open('/settings/api')
  const wishes = { name: 'Shell', public_key: publicKey, days: '7', pay_password: PAY, ...scopes }
  const made = await page.form('Make a key').fill(wishes).send()
  const [id] = made.all(({ name, attribs }) => name === 'dd' && (attribs['class'] ?? '').includes('font-mono'))
  return id ? textOf(id) : ''
}

test('Noa logs in, reads, places and cancels an order', async () => {
  const begun = await cm('login', '--site', noa.origin)
  expect(begun).toMatchObject({ exit: 0, out: { profile: 'default', page: `${noa.origin}/settings/api` } })
  const { public_key: publicKey } = begun.out as { public_key: string }
  const id = await makeKey(publicKey, { Trade: true })
  expect(await cm('login', '--key', id)).toMatchObject({ exit: 0, out: { key: id } })
  expect(await cm('profile')).toEqual({
    exit: 0,
    out: [{ name: 'default', site: noa.origin, key: id, isCurrent: true }],
  })
  for (const file of ['profiles.json', 'default.pem']) expect(statSync(join(home, 'cm', file)).mode & 0o777).toBe(0o600)

  const balances = await cm('get_v1_balances', '--wallet', 'change')
  expect(balances).toMatchObject({ exit: 0 })
  const quotes = await cm('get_v1_quotes', '--symbol=BTC-USDT')
  const [quote] = quotes.out as readonly { price: string }[]
  const price = String(Math.floor(Number(quote?.price) * 0.95))
  const order = ['post_v1_order', '--symbol', 'BTC-USDT', '--side', 'buy', '--price', price, '--quantity', '0.001']
  const placed = await cm(...order, '--command-id', 'once')
  expect(placed).toMatchObject({ exit: 0, out: { state: 'open' } })
  // Under the same name nothing is placed again.
  expect(await cm(...order, '--command-id', 'once')).toMatchObject({ exit: 0, out: placed.out as object })
  const { order_id: orderId } = placed.out as { order_id: number }
  expect(await cm('delete_v1_order', '--order_id', String(orderId))).toMatchObject({ exit: 0 })
  const several = JSON.stringify([{ symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.001' }])
  expect(await cm('post_v1_orders', '--orders', several)).toMatchObject({ exit: 0, out: [{ refusal: null }] })
}, 60_000)

test('a refusal ends with 1 and its code, a wrong command with 2, a silent site with 3', async () => {
  const code = (out: unknown) => (out as { code: string }).code
  const ended = async (...parts: readonly string[]) => {
    const { exit, out } = await cm(...parts)
    return [exit, code(out)]
  }
  expect(await ended('post_v1_order', '--symbol', 'BTC-USDT', '--side', 'buy')).toEqual([1, expect.any(String)])
  expect(await ended('get_v1_order', '--order_id', '99999999')).toEqual([1, 'order_not_found'])
  expect(
    await ended('post_v1_transfer', '--asset', 'USDT', '--amount', '1', '--from', 'change', '--to', 'legal'),
  ).toEqual([1, 'key_scope_missing'])
  expect(await ended('get_v1_balances', '--wallets', 'x')).toEqual([2, 'field_not_taken'])
  expect(await ended('get_v1_balances', '--constructor', 'x')).toEqual([2, 'field_not_taken'])
  expect(await ended('get_v1_balances', 'x')).toEqual([2, 'usage'])
  expect(await ended('get_v1_nothing')).toEqual([2, 'operation_unknown'])
  // What needs a session is not there.
  expect(await ended('post_v1_messages_read_all')).toEqual([2, 'operation_unknown'])
  expect(await ended('get_v1_balances', '--profile', 'nobody')).toEqual([2, 'profile_unknown'])
  expect(await ended('login', '--site', noa.origin)).toEqual([2, 'profile_exists'])
  expect(await ended('login', '--site', 'http://example.com')).toEqual([2, 'site_malformed'])
  expect(await ended('login', '--secret', 'x')).toEqual([2, 'secret_in_arguments'])
  expect(await ended('login', '--site', noa.origin, '--profile', '../x')).toEqual([2, 'profile_name'])
  expect(await ended('get_v1_time', '--site', 'http://127.0.0.1:9')).toEqual([3, 'site_unreachable'])
  // A key is not shown to another site.
  const elsewhere = noa.origin
    .replace('127.0.0.1', 'localhost')
    .replace('//localhost', noa.origin.includes('localhost') ? '//127.0.0.1' : '//localhost')
  expect(await ended('get_v1_balances', '--site', elsewhere)).toEqual([2, 'profile_missing'])
  chmodSync(join(home, 'cm', 'default.pem'), 0o644)
  expect(await ended('get_v1_balances')).toEqual([2, 'key_file_open'])
  chmodSync(join(home, 'cm', 'default.pem'), 0o600)
}, 60_000)

test('operations and their fields come from the site; nothing that was printed is secret', async () => {
  const { out } = await cm('operations')
  const ids = (out as readonly { id: string }[]).map(({ id }) => id)
  for (const id of ['get_v1_time', 'post_v1_order', 'get_v1_balances']) expect(ids).toContain(id)
  expect((await cm('post_v1_order', '--help')).out).toMatchObject({ scope: 'trade', required: ['symbol', 'side'] })
  expect((await cm()).exit).toBe(0)
  const secret = readFileSync(join(home, 'cm', 'default.pem'), 'utf8').split('\n')[1] ?? 'none'
  expect(printed.join('\n')).not.toContain(secret)
  expect(printed.join('\n')).not.toContain('PRIVATE')
  expect(await cm('profile', 'remove', 'default')).toEqual({ exit: 0, out: [] })
}, 60_000)
