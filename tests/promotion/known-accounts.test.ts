// Accounts used in this browser: the remembered list, and handling of forged cookies.

import { expect, test, vi } from 'vitest'
import { readKnownAccounts, rememberAccount, rememberSettled } from '../../app/visitor/known-accounts.server'

const visit = (cookie = '', url = 'https://cm.test/') => new Request(url, { headers: { Cookie: cookie } })

test('Alice logs in on a new browser, which remembers her where no script can read it', () => {
  expect(rememberAccount(visit(), 10_001)).toBe(
    'cm_known=10001; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
  )
  expect(rememberAccount(visit('cm_known=10001'), 10_001)).toBeNull()
})

test('Bob uses the same browser: both are known, the newest first, and at most eight', () => {
  expect(rememberAccount(visit('cm_known=10001', 'http://cm.test/'), 10_002)).toMatch(/^cm_known=10002\.10001; /)
  const nine = rememberAccount(visit('cm_known=1.2.3.4.5.6.7.8'), 9)
  expect(nine).toMatch(/^cm_known=9\.1\.2\.3\.4\.5\.6\.7; /)
})

test('a cookie that says something else knows nobody', () => {
  expect(readKnownAccounts(visit('cm_known=0.-1.x.99999999999999999.10003'))).toEqual([10_003])
  expect(readKnownAccounts(visit())).toEqual([])
})

test('Bob comes where Alice has been while his room is away: his page stands, and the next one settles what follows', async () => {
  const asked: (readonly number[])[] = []
  const settle = (others: readonly number[]) => {
    asked.push(others)
    return asked.length === 1 ? Promise.reject(new Error('no such room today')) : Promise.resolve()
  }
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await rememberSettled(visit('cm_known=10001'), 10_002, settle)).toBeNull()
  expect(reported).toHaveBeenCalledOnce()
  reported.mockRestore()

  expect(await rememberSettled(visit('cm_known=10001'), 10_002, settle)).toMatch(/^cm_known=10002\.10001; /)
  expect(await rememberSettled(visit('cm_known=10002.10001'), 10_002, settle)).toBeNull()
  expect(asked).toEqual([[10_001], [10_001]])
})
