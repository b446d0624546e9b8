// The address book against itself: what two windows, or two requests, do to it at once.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { insertSavedAddress, listSavedAddresses, updateSavedAddress } from '#db/platform/payee'
import { saveAddress } from '#services/funds/address-book'
import { PASSWORD, seed } from '../api/client'
import { TRON, USDT, codeOf, enter } from './customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const NEW = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const place = { assetId: USDT, network: 'TRC20', memo: '', qrcode: '' }

test('Of two rows that are changed to one place the second is refused, and stays as it was', async () => {
  const { userId } = await enter('Olga')
  const times = { changedAt: 1, updatedAt: 1 }
  const first = await insertSavedAddress(env.DB, { ...place, ...times, userId, name: 'first', address: NEW })
  const [home] = (await listSavedAddresses(env.DB, userId)).filter(({ name }) => name === 'home')
  const change = { ...place, changedAt: 2, updatedAt: 2, name: 'moved', address: NEW }
  expect(await updateSavedAddress(env.DB, { userId, id: home?.id ?? 0 }, change)).toBe(false)
  expect(await updateSavedAddress(env.DB, { userId, id: first ?? 0 }, change)).toBe(true)
  expect((await listSavedAddresses(env.DB, userId)).map(({ name, address }) => [name, address]).sort()).toEqual([
    ['home', TRON],
    ['moved', NEW],
  ])
})

test('Pavel changes both of his addresses to one place at once, and is told of one that it is saved already', async () => {
  const pavel = await enter('Pavel')
  const now = Date.now()
  const form = { ...place, name: 'second', address: NEW }
  const proof = { payPassword: PASSWORD }
  await saveAddress(env, pavel, { ...form, id: null }, { proof: null, now })
  const rows = await listSavedAddresses(env.DB, pavel.userId)
  const moved = { ...form, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
  const outcomes = await Promise.all(rows.map(({ id }) => saveAddress(env, pavel, { ...moved, id }, { proof, now })))
  expect(outcomes.map(codeOf).sort()).toEqual(['address_exists', 'ok'])
})
