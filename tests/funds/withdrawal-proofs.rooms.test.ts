// Withdrawals over the wire contract that are proven by an authenticator app or a passkey in place of the pay password.

import { env } from 'cloudflare:workers'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import refusals from '../../locales/en/refusals.json'
import { addPasskey, askNewPasskey, askStepUpPasskey } from '#services/security/passkeys'
import { confirmTotpSetup, readTotpSetup, startTotpSetup } from '#services/security/totp'
import { ORIGIN, PASSWORD, ok, refused, seed } from '../api/client'
import { makeSoftPasskey } from '../kit/authenticator'
import { type Caller, TRON, USDT, balance, enter, expectSound, value } from './customers'

vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  await seed()
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

const HELD = 100_000_000n

const asked = ({ token }: Caller, proof: Readonly<Record<string, string>>) => ({
  form: { currency: String(USDT), number: '100', address: TRON, network: 'TRC20', type: '0', lang: 'en', ...proof },
  token,
  key: crypto.randomUUID(),
})

/** Holds of 100 USDT each, and the remaining balance. */
async function expectHeld(user: Caller, before: string, times: bigint): Promise<void> {
  expect(await balance(user)).toEqual([String(BigInt(before) - times * HELD), String(times * HELD)])
}

test('A code of Alice’s app lets one withdrawal go, and neither a wrong code nor the same once more another', async () => {
  const alice = await enter('Alice')
  value(await startTotpSetup(env, alice, { payPassword: PASSWORD }))
  const secret = (await readTotpSetup(env, alice, Date.now()))?.secret ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  value(await confirmTotpSetup(env, alice, app.generate({ timestamp: Date.now() - 30_000 })))
  const [before] = await balance(alice)

  const totp_code = app.generate()
  const wrong = totp_code === '123456' ? '654321' : '123456'
  expect(await refused('POST', '/wallet/out', asked(alice, { totp_code: wrong }))).toBe(refusals.step_up_wrong)
  await expectHeld(alice, before, 0n)
  const sent = asked(alice, { totp_code })
  await ok('POST', '/wallet/out', sent)
  // A repeated request is the same withdrawal and needs no second proof.
  await ok('POST', '/wallet/out', sent)
  await expectHeld(alice, before, 1n)
  expect(await refused('POST', '/wallet/out', asked(alice, { totp_code }))).toBe(refusals.step_up_wrong)
  await expectHeld(alice, before, 1n)
  await expectSound(alice)
})

test('Bob’s passkey signs for his withdrawal once, and for nobody else’s', async () => {
  const [bob, mallory] = [await enter('Bob'), await enter('Mallory')]
  const challengeOf = (options: unknown): string => (options as { readonly challenge: string }).challenge
  const add = async (user: Caller) => {
    const adding = await askNewPasskey(env, user, { proof: { payPassword: PASSWORD }, origin: ORIGIN })
    const passkey = await makeSoftPasskey()
    const text = await passkey.register({ challenge: challengeOf(value(adding)), origin: ORIGIN })
    value(await addPasskey(env, user, { text, name: 'phone' }))
    return passkey
  }
  const [ofBob] = [await add(bob), await add(mallory)]
  const challengeFor = async (user: Caller) => challengeOf(value(await askStepUpPasskey(env, user, ORIGIN)))
  const sign = async (user: Caller, counter: number) =>
    ofBob.sign({ challenge: await challengeFor(user), origin: ORIGIN, counter })
  const [before] = await balance(bob)
  const [mallorys] = await balance(mallory)

  const passkey = await sign(bob, 1)
  await ok('POST', '/wallet/out', asked(bob, { passkey }))
  await expectHeld(bob, before, 1n)
  expect(await refused('POST', '/wallet/out', asked(bob, { passkey }))).toBe(refusals.step_up_wrong)
  const signed = await sign(mallory, 2)
  expect(await refused('POST', '/wallet/out', asked(mallory, { passkey: signed }))).toBe(refusals.step_up_wrong)
  await expectHeld(bob, before, 1n)
  await expectHeld(mallory, mallorys, 0n)
  await expectSound(bob)
})
