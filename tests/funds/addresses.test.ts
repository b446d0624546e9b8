// Addresses by their networks' rules: valid ones are normalized, a one-character typo is refused, and addresses derived from an extended
// public key equal those of every wallet.

import { describe, expect, test } from 'vitest'
import { depositMemo, readDepositMemo } from '#domain/funds/deposit'
import { findNetworkFacts, isMemoFor, networkBeside, networksBeside } from '#domain/funds/network'
import { checkAddress } from '#services/chains/address'
import { deriveAddress } from '#services/chains/hd-address'

/** Well known addresses of each network. */
const KNOWN = {
  BTC: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  LTC: ['LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
  DOGE: ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'],
  ERC20: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  BEP20: ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  TRC20: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb'],
  SOL: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  XRP: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  DOT: ['1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fg'],
} as const

describe.each(Object.entries(KNOWN))('%s', (network, addresses) => {
  test.each(addresses)('%s is one, and comes back as it is', (address) => {
    expect(checkAddress(network, address)).toEqual({ ok: true, value: address })
  })

  test.each(addresses)('%s with one character changed is none', (address) => {
    const at = address.length - 4
    const other = address[at] === 'a' ? 'b' : 'a'
    const slip = address.slice(0, at) + other + address.slice(at + 1)
    // A Solana address has no checksum: the key itself is the address.
    if (network !== 'SOL') expect(checkAddress(network, slip).ok).toBe(false)
  })

  test('nothing, rubbish, and a very long text are none', () => {
    for (const text of ['', 'nowhere', '0x', `${addresses[0]} `, 'x'.repeat(5_000)])
      expect(checkAddress(network, text).ok).toBe(false)
  })
})

test('an address of one network is none of another', () => {
  expect(checkAddress('BTC', KNOWN.ERC20[0]).ok).toBe(false)
  expect(checkAddress('ERC20', KNOWN.TRC20[0]).ok).toBe(false)
  expect(checkAddress('XRP', KNOWN.BTC[1]).ok).toBe(false)
  expect(checkAddress('nowhere', KNOWN.BTC[0])).toMatchObject({ refusal: { code: 'network_not_found' } })
})

test('an Ethereum address in one case is taken and written with its checksum; in two cases they must be the checksum’s', () => {
  const [address] = KNOWN.ERC20
  expect(checkAddress('ERC20', address.toLowerCase())).toEqual({ ok: true, value: address })
  expect(checkAddress('ERC20', `0x${address.slice(2).toUpperCase()}`)).toEqual({ ok: true, value: address })
  expect(checkAddress('ERC20', address.replace('aA', 'Aa')).ok).toBe(false)
})

describe('derived addresses', () => {
  /** Account 0 of BIP 84's own test vector ("abandon … about"), written as an xpub. */
  const XPUB =
    'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'

  test('the first receiving address of BIP 84’s test vector is derived', () => {
    expect(deriveAddress(XPUB, 'BTC', 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(deriveAddress(XPUB, 'BTC', 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  })

  test.each(['BTC', 'LTC', 'DOGE', 'ERC20', 'BEP20', 'AVAX', 'TRC20'])(
    '%s gives each user a valid address of their own',
    (network) => {
      const addresses = [10_001, 10_002, 10_003].map((userId) => deriveAddress(XPUB, network, userId))
      expect(new Set(addresses).size).toBe(3)
      for (const address of addresses) expect(checkAddress(network, address)).toEqual({ ok: true, value: address })
    },
  )

  test('a network of shared addresses has none', () => {
    expect(() => deriveAddress(XPUB, 'XRP', 1)).toThrow('has no addresses')
  })
})

describe('memos', () => {
  test('a memo names its account, and a slip names nobody', () => {
    const memo = depositMemo(10_001)
    expect(readDepositMemo(memo)).toBe(10_001)
    for (let at = 0; at < memo.length; at += 1) {
      const digit = String((Number(memo[at]) + 1) % 10)
      expect(readDepositMemo(memo.slice(0, at) + digit + memo.slice(at + 1))).toBeNull()
    }
    for (const text of ['', '1', 'abc', `${memo} `, '0100017']) expect(readDepositMemo(text)).toBeNull()
  })

  test('a tag of the XRP Ledger is a number below two to the thirty-second, and Bitcoin knows no memo', () => {
    const [xrp, btc] = [findNetworkFacts('XRP'), findNetworkFacts('BTC')]
    if (!xrp || !btc) throw new Error('both are known')
    expect(['0', '4294967295', ''].every((memo) => isMemoFor(xrp, memo))).toBe(true)
    expect(['4294967296', '-1', 'a', '01'].some((memo) => isMemoFor(xrp, memo))).toBe(false)
    expect([isMemoFor(btc, ''), isMemoFor(btc, '1')]).toEqual([true, false])
  })
})

describe('a network beside its asset', () => {
  test('says the chain where its name would be the code again', () => {
    const said = (['BTC BTC', 'XRP XRP', 'USDT TRC20', 'NEW NEW'] as const).map((place) => {
      const [code = '', network = ''] = place.split(' ')
      return networkBeside(code, network)
    })
    expect(said).toEqual(['Bitcoin', 'XRP Ledger', 'TRC20', 'NEW'])
  })

  test('is left out where it is the only one and would say the name again', () => {
    const bitcoin = { code: 'BTC', name: 'Bitcoin' }
    expect(networksBeside(bitcoin, ['BTC'])).toEqual([])
    expect(networksBeside(bitcoin, ['BTC', 'BEP20'])).toEqual(['Bitcoin', 'BEP20'])
    expect(networksBeside({ code: 'USDT', name: 'Tether USD' }, ['ERC20', 'TRC20'])).toEqual(['ERC20', 'TRC20'])
  })
})
