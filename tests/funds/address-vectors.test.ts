// Published test vectors of each address format, valid and invalid, and addresses without an owner.

import { describe, expect, test } from 'vitest'
import { NETWORKS } from '#domain/funds/network'
import { checkAddress } from '#services/chains/address'

const codeOf = (network: string, text: string): string => {
  const checked = checkAddress(network, text)
  return checked.ok ? 'ok' : checked.refusal.code
}

describe('SegWit addresses (BIP 173, BIP 350)', () => {
  test.each([
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ])('%s is taken as it is, but for its capitals', (text) => {
    expect(checkAddress('BTC', text)).toEqual({ ok: true, value: text.toLowerCase() })
  })

  test.each([
    // Valid in form; nothing can spend from these versions and lengths yet.
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    // Invalid by BIP 350, in its order.
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
    'bc1gmk9yu',
    // Mixed case.
    'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    // Taproot with a key on no curve.
    'bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqstkyqa',
  ])('%s is refused', (text) => {
    expect(codeOf('BTC', text)).toBe('address_malformed')
  })
})

describe('Litecoin', () => {
  test('the same rules hold for its SegWit addresses', () => {
    const valid = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'
    expect(checkAddress('LTC', valid)).toEqual({ ok: true, value: valid })
    expect(checkAddress('LTC', valid.toUpperCase())).toEqual({ ok: true, value: valid })
    for (const text of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', valid.replace('q', 'p'), valid.slice(0, -1)])
      expect(codeOf('LTC', text)).toBe('address_malformed')
  })

  test('an address with a 3, which may be meant for Bitcoin, is asked about and not rewritten', () => {
    expect(checkAddress('LTC', '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj')).toEqual({
      ok: false,
      refusal: {
        code: 'address_written_otherwise',
        facts: { network: 'LTC', address: 'MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7' },
      },
    })
    expect(codeOf('LTC', 'MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7')).toBe('ok')
    expect(codeOf('BTC', '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj')).toBe('ok')
  })
})

describe('Ethereum addresses (EIP 55)', () => {
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s is taken', (text) => {
    for (const network of ['ERC20', 'BEP20', 'AVAX']) expect(codeOf(network, text)).toBe('ok')
  })

  test.each([
    '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9',
  ])('%s is refused', (text) => {
    expect(codeOf('ERC20', text)).toBe('address_malformed')
  })
})

describe('Cardano addresses (CIP 19)', () => {
  test.each([
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
    'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve',
    'addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g',
    'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
  ])('%s is taken', (text) => {
    expect(checkAddress('ADA', text)).toEqual({ ok: true, value: text })
  })

  test.each([
    'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
    'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl9',
  ])('%s is refused', (text) => {
    expect(codeOf('ADA', text)).toBe('address_malformed')
  })
})

/** Valid main network addresses and invalid ones, from ENSIP 9 and each network's documents. */
const VECTORS: Readonly<Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>> = {
  BTC: {
    valid: [
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      '3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou',
    ],
    invalid: [
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
      '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62X',
      // Test network addresses, and a private key.
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
      '5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF',
    ],
  },
  LTC: {
    valid: [
      'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz',
      'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441',
      'ltc1qdp7p2rpx4a2f80h7a4crvppczgg4egmv5c78w8',
    ],
    invalid: [
      'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUx',
      'ltc1qdp7p2rpx4a2f80h7a4crvppczgg4egmv5c78w9',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    ],
  },
  DOGE: {
    valid: ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', 'AF8ekvSf6eiSBRspJjnfzK6d1EM6pnPq3G'],
    invalid: [
      'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyE',
      'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    ],
  },
  ...Object.fromEntries(
    ['ERC20', 'BEP20', 'AVAX'].map((network) => [
      network,
      {
        valid: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
        invalid: [
          '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
          'X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5',
          'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2',
        ],
      },
    ]),
  ),
  TRC20: {
    valid: [
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      'TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g',
      'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    ],
    invalid: [
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh',
      // Hexadecimal form, and an Ethereum address.
      '41c8599111f29c1e1e061265b4af93ea1f274ad78a',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
  },
  SOL: {
    valid: [
      'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q',
      '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri',
      'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
    ],
    invalid: [
      // 31 and 33 bytes, and characters outside base 58. Solana addresses have no checksum.
      'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN',
      'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32QQ',
      '0Hy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q',
      'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTl',
    ],
  },
  XRP: {
    valid: [
      'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
      'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
    ],
    invalid: [
      'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTj',
      // X-addresses contain a tag, which has its own field here; the last one is a seed.
      'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
      'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ',
      'sn259rEFXrQrWyx3Q7XneWcwV6dfL',
    ],
  },
  ADA: {
    valid: ['addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
    invalid: ['addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
  },
  DOT: {
    valid: ['1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fg', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
    invalid: [
      '1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fh',
      // Generic Substrate and Kusama addresses.
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
      '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    ],
  },
}

describe('of every network that addresses are taken for', () => {
  test('there are vectors', () => {
    expect(Object.keys(VECTORS).sort()).toEqual(NETWORKS.map(({ name }) => name).sort())
  })

  test.each(Object.entries(VECTORS))(
    '%s takes its own addresses as they are, and no other',
    (network, { valid, invalid }) => {
      for (const text of valid) expect(checkAddress(network, text)).toEqual({ ok: true, value: text })
      for (const text of invalid) expect([text, codeOf(network, text)]).toEqual([text, 'address_malformed'])
      if (network === 'SOL') return
      for (const text of valid) expect([text, codeOf(network, text.slice(0, -1))]).toEqual([text, 'address_malformed'])
    },
  )
})

describe('addresses from which nobody can spend', () => {
  test.each([
    ['ERC20', '0x0000000000000000000000000000000000000000'],
    ['BEP20', '0x0000000000000000000000000000000000000000'],
    ['ERC20', '0x000000000000000000000000000000000000dEaD'],
    ['ERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    // A token contract's address isn't a wallet on another network.
    ['BEP20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['AVAX', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
    ['XRP', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
    ['SOL', '11111111111111111111111111111111'],
    ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    ['SOL', 'Vote111111111111111111111111111111111111111'],
    ['SOL', 'ComputeBudget111111111111111111111111111111'],
    ['DOT', '111111111111111111111111111111111HC1'],
  ])('%s %s is refused for that', (network, text) => {
    expect(codeOf(network, text)).toBe('address_loses_coins')
  })

  test.each([
    ['BTC', '1111111111111111111114oLvT2'],
    ['BTC', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs'],
  ])('%s %s, a hash of zeros, is refused', (network, text) => {
    expect(codeOf(network, text)).toBe('address_malformed')
  })
})

test('no text of any shape is an error inside, and what is taken is what was typed', () => {
  const texts = [
    '',
    ' ',
    '0x',
    'bc1',
    'ltc1',
    'addr1',
    '1',
    '3',
    'r',
    'D',
    'T',
    'bc1gmk9yu',
    '\u{1f600}',
    '0'.repeat(64),
    'l'.repeat(40),
  ]
  for (const { name: network } of NETWORKS)
    for (const text of texts) {
      const checked = checkAddress(network, text)
      if (checked.ok) expect(checked.value.toLowerCase()).toBe(text.toLowerCase())
    }
})
