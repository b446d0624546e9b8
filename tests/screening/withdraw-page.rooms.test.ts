// The withdrawal page asks for the recipient where the operators do, keeps what was typed, and names what is missing.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { hostCookieName } from '#session/cookie'
import { signSession } from '#session/session'
import { action, loader } from '../../app/routes/assets.withdraw/data.server'
import { loader as screeningPage } from '../../app/routes/admin.screening/data.server'
import { ORIGIN, PASSWORD, seed } from '../api/client'
import { firstAdmin } from '../desk/office'
import { type Caller, balance, enter } from '../funds/customers'
import { entryOf, load } from './lists'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const setThreshold = (text: string) =>
  env.DB.prepare("update setting set value = ? where key = 'travel_rule_from'").bind(text).run()

const argsOf = async ({ userId, sessionId }: Caller, form: Record<string, string> | null) => {
  const cookie = `cm_session=${await signSession(env, { userId, sessionId, issuedAt: Date.now() })}`
  const headers = { Cookie: cookie, Origin: ORIGIN, 'Accept-Language': 'en' }
  const url = `${ORIGIN}/assets/withdraw?asset=3`
  const request = form
    ? new Request(url, { method: 'POST', headers, body: new URLSearchParams(form) })
    : new Request(url, { headers })
  return { request, params: {}, context: { env } } as unknown as Parameters<typeof action>[0]
}

async function send(user: Caller, more: Record<string, string>) {
  const page = await loader(await argsOf(user, null))
  const [address] = page.addresses
  const form = { asset: '3', kind: 'address', payee: String(address?.id), amount: '200', pay_password: PASSWORD }
  return action(await argsOf(user, { ...form, commandId: page.commandId, language: 'en', ...more }))
}

const RECIPIENT = { beneficiary_name: 'Anna Rossi', beneficiary_wallet: 'own', beneficiary_country: 'IT' }

test('without a threshold nobody is asked', async () => {
  const ulla = await enter('Ulla')
  expect((await loader(await argsOf(ulla, null))).travel).toBeNull()
  expect(await send(ulla, {}).catch((answer: Response) => answer.status)).toBe(302)
})

test('above it what is missing is named at its field, and what was typed stays', async () => {
  await setThreshold('150')
  const vito = await enter('Vito')
  const { travel } = await loader(await argsOf(vito, null))
  expect(travel?.from).toBe('150')
  expect(travel?.countries.length).toBeGreaterThan(100)
  const before = await balance(vito)
  const none = await send(vito, {})
  expect(none.problem).toMatchObject({ code: 'travel_rule_needed', field: 'beneficiary_name' })
  const some = await send(vito, { ...RECIPIENT, beneficiary_country: '' })
  expect(some.problem).toMatchObject({ code: 'field_missing', field: 'beneficiary_country' })
  expect(some.fields).toMatchObject({ beneficiary_name: 'Anna Rossi', beneficiary_wallet: 'own' })
  expect(await balance(vito)).toEqual(before)
  expect(await send(vito, RECIPIENT).catch((answer: Response) => answer.status)).toBe(302)
  expect(await send(vito, { amount: '149' }).catch((answer: Response) => answer.status)).toBe(302)
})

test('the desk sees which lists are in force, and when there is none', async () => {
  const { token } = await firstAdmin('ada@cm.example', Date.now() - 60_000)
  const open = async () => {
    const url = `${ORIGIN}/admin/screening`
    const request = new Request(url, { headers: { Cookie: `${hostCookieName(url, 'cm_staff')}=${token}` } })
    return screeningPage({ request, params: {}, context: { env } } as unknown as Parameters<typeof screeningPage>[0])
  }
  expect(await open()).toMatchObject({ isScreening: false, lists: [], pass: null })
  await load([entryOf('5', 'Ivan Barkovsky')])
  expect(await open()).toMatchObject({ isScreening: true, lists: [{ source: 'ofac', entries: 1, state: 'current' }] })
})
