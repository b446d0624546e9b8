// A page's display of the account's name, and its stated version.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dotMask, maskAccount, shortenIds } from '../../app/text/masked'
import { VERSION } from '../../app/routes/settings/settings-menu'

test.each([
  ['alice@example.com', 'al•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['+819012345678', '+81•••5678'],
  ['', ''],
])('"%s" is shown as "%s"', (account, shown) => expect(maskAccount(account)).toBe(shown))

test('a card is shown with the dots of an account', () => expect(dotMask('**** 4242')).toBe('•••• 4242'))

test('a message in a list keeps its words, and an address in it only its ends', () => {
  const address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
  expect(shortenIds(`A withdrawal of 50 USDT to ${address} was requested.`)).toBe(
    'A withdrawal of 50 USDT to T9yD14\u2060…\u2060HxuWwb was requested.',
  )
  expect(shortenIds('Your identity verification has passed.')).toBe('Your identity verification has passed.')
})

test('the version on the screen is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  expect(VERSION).toBe(version)
})
