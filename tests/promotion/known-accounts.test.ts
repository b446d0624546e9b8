// Which accounts a browser has been used with: what is remembered, and what a forged cookie comes to.

import { expect, test } from 'vitest'
import { readKnownAccounts, rememberAccount } from '../../app/known-accounts.server'

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
