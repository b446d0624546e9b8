// Conversions, withdrawals, deposits and memos where a bound is met exactly.

import { describe, expect, test } from 'vitest'
import {
  CONVERT_DAY_MAX_USDT,
  CONVERT_FEE,
  CONVERT_QUOTE_MS,
  checkConvertSize,
  convertFee,
  convertSize,
  convertedAmount,
  hasDrifted,
  isSpreadTooWide,
  mostToConvert,
} from '#domain/funds/convert'
import {
  DEPOSIT_STATES,
  NOT_MISSED,
  TOLD_WAITING_MAX,
  countMissed,
  depositMemo,
  isBanked,
  isGone,
  readDepositMemo,
} from '#domain/funds/deposit'
import { NETWORKS, findNetworkFacts, isMemoFor, networkBeside, networksBeside } from '#domain/funds/network'
import {
  btcText,
  isAddressKind,
  readShownFee,
  readWithdrawalAmount,
  unitsWorth,
  valueInBtc,
  withdrawalFee,
  withdrawalTerms,
} from '#domain/funds/withdrawal'
import type { Network } from '#domain/catalogue'
import { amount } from '#domain/money/amount'

const USDT = { code: 'USDT', scale: 6 }
const BTC = { code: 'BTC', scale: 8 }
const usdt = (price: bigint) => amount(price * 100_000_000n)

describe('a conversion', () => {
  const AT_PAR = { from: usdt(1n), to: usdt(60_000n) }
  const check = (given: bigint) => {
    const checked = checkConvertSize(USDT, amount(given), AT_PAR)
    return checked.ok ? 'ok' : checked.refusal
  }

  test('is worth from one to 200,000 USDT', () => {
    expect([check(1_000_000n), check(200_000_000_000n)]).toEqual(['ok', 'ok'])
    expect(check(999_999n)).toEqual({ code: 'convert_below_min', facts: { min: '1' } })
    expect(check(200_000_000_001n)).toEqual({ code: 'convert_above_max', facts: { max: '200000' } })
    expect(check(0n)).toEqual({ code: 'amount_not_positive', facts: {} })
    expect([999_999n, 1_000_000n, 200_000_000_001n].map((given) => convertSize(USDT, amount(given), AT_PAR))).toEqual([
      ...['too_small', 'fine', 'too_large'],
    ])
  })

  test('costs a thousandth on top, rounded up, within ten seconds and a million a day', () => {
    expect([CONVERT_FEE, CONVERT_QUOTE_MS, CONVERT_DAY_MAX_USDT]).toEqual([100_000n, 10_000, 1_000_000n])
    expect([convertFee(amount(1_000n)), convertFee(amount(1_001n))]).toEqual([1n, 2n])
    expect([mostToConvert(amount(1_001n)), mostToConvert(amount(1_000n))]).toEqual([1_000n, 999n])
    // 600 USDT at 60,000; a unit less, rounded down.
    expect(convertedAmount(USDT, BTC, amount(600_000_000n), AT_PAR)).toBe(1_000_000n)
    expect(convertedAmount(USDT, BTC, amount(599_999_999n), AT_PAR)).toBe(999_999n)
  })

  test('has a price while bid and ask lie one percent apart at the most', () => {
    const wide = (bid: bigint, ask: bigint) => isSpreadTooWide(amount(bid), amount(ask))
    expect([wide(10_000n, 10_100n), wide(10_000n, 10_101n)]).toEqual([false, true])
  })

  test('is quoted until the market is better by more than the fee', () => {
    const drifted = (from: bigint) =>
      hasDrifted({ from: amount(from), to: amount(1_000n) }, { from: amount(1_000n), to: amount(1_000n) })
    expect([drifted(1_001n), drifted(1_002n), drifted(900n)]).toEqual([false, true, false])
  })
})

describe('a withdrawal', () => {
  test('is counted in bitcoin while both prices are known', () => {
    const prices = (btc: bigint, own: bigint) =>
      new Map([
        ['BTC', usdt(btc)],
        ['USDT', usdt(own)],
      ])
    expect(valueInBtc(USDT, amount(600_000_000n), prices(60_000n, 1n))).toBe(1_000_000n)
    expect([valueInBtc(USDT, amount(5n), prices(0n, 1n)), valueInBtc(USDT, amount(5n), prices(60_000n, 0n))]).toEqual([
      ...[null, 0n],
    ])
    expect(unitsWorth(USDT, amount(1_000_000n), prices(60_000n, 1n))).toBe(600_000_000n)
    expect([unitsWorth(USDT, amount(5n), prices(0n, 1n)), unitsWorth(USDT, amount(5n), prices(1n, 0n))]).toEqual([
      ...[null, null],
    ])
    // Bitcoin counts as itself, whatever it costs.
    expect([valueInBtc(BTC, amount(5n), new Map()), unitsWorth(BTC, amount(5n), new Map())]).toEqual([5n, 5n])
    expect(unitsWorth(USDT, amount(5n), new Map([['USDT', usdt(1n)]]))).toBeNull()
    expect(btcText(amount(150_000_000n))).toBe('1.5')
  })

  test('has the terms of its network, to a card the highest of all', () => {
    const network = (withdrawalFee: bigint, withdrawalMin: bigint) =>
      ({ withdrawalFee: amount(withdrawalFee), withdrawalMin: amount(withdrawalMin) }) as Network
    const networks = [network(1n, 9n), network(5n, 2n), network(3n, 4n)]
    expect(withdrawalTerms({ networks }, network(3n, 4n))).toEqual({ fee: 3n, min: 4n })
    expect(withdrawalTerms({ networks }, null)).toEqual({ fee: 5n, min: 9n })
    expect(withdrawalTerms({ networks: [] }, null)).toEqual({ fee: 0n, min: 0n })
    expect([isAddressKind('address'), isAddressKind('card')]).toEqual([true, false])
  })

  test('to a bank is of whole cents, and what is below a cent is part of the fee', () => {
    const fee = (kind: 'address' | 'card' | 'international', value: bigint, asset = USDT) =>
      withdrawalFee(asset, kind, { value: amount(value), fee: amount(1_000_500n) })
    // 10.004 less 1.0005 is 9.0035: 9 dollars are sent, 1.004 is the fee.
    expect([fee('card', 10_004_000n), fee('international', 10_004_000n)]).toEqual([1_004_000n, 1_004_000n])
    // 10.0005 less 1.0005 is 9 dollars exactly.
    expect(fee('card', 10_000_500n)).toBe(1_000_500n)
    expect(fee('address', 10_004_000n)).toBe(1_000_500n)
    // 1.0104 less 1.0005 is less than a cent: nothing is left to send.
    expect(fee('card', 1_010_400n)).toBe(1_010_400n)
    expect(fee('card', 900_000n)).toBe(1_000_500n)
    // No bank sends bitcoin.
    expect(fee('card', 10_004_000n, BTC)).toBe(1_000_500n)
  })

  test('is the least at least, and more than its fee', () => {
    const read = (text: string, min: bigint, fee: bigint) => {
      const parsed = readWithdrawalAmount(USDT, { min: amount(min), fee: amount(fee) }, text)
      return parsed.ok ? parsed.value : parsed.refusal
    }
    const below = (min: string) => ({ code: 'withdrawal_below_min', facts: { asset: 'USDT', min } })
    expect([read('10', 10_000_000n, 1n), read('9.999999', 10_000_000n, 1n)]).toEqual([10_000_000n, below('10')])
    expect([read('2', 1_000_000n, 2_000_000n), read('2.000001', 1_000_000n, 2_000_000n)]).toEqual([
      ...[below('1'), 2_000_001n],
    ])
    expect(read('0', 0n, 0n)).toEqual({ code: 'amount_not_positive', facts: {} })
  })

  test('reads a fee that was shown, cut to the decimals of its asset', () => {
    const fee = (text: string) => {
      const read = readShownFee({ scale: 6 }, text)
      return read.ok ? read.value : read.refusal.code
    }
    expect([fee('1'), fee('1.5'), fee('1.23456789')]).toEqual([1_000_000n, 1_500_000n, 1_234_567n])
    expect(fee(`${'9'.repeat(32)}.${'0'.repeat(32)}`)).toBe(BigInt('9'.repeat(32)) * 1_000_000n)
    for (const text of ['', '.5', '1.', 'x1', '1x', '-1', '9'.repeat(33), `1.${'0'.repeat(33)}`])
      expect(fee(text)).toBe('withdrawal_fee_malformed')
  })
})

describe('a deposit', () => {
  test('from a bank is of a coin worth a dollar; five may wait', () => {
    expect(['USDT', 'USDC', 'BTC'].map((code) => isBanked({ code }))).toEqual([true, true, false])
    expect(TOLD_WAITING_MAX).toBe(5)
    expect(DEPOSIT_STATES).toEqual(['confirming', 'review', 'passed', 'failed', 'cancelled'])
  })

  test('is gone after three missed looks over five minutes', () => {
    const missed = countMissed(countMissed(NOT_MISSED, 1_000), 2_000)
    expect(missed).toEqual({ missedLooks: 2, missedSince: 1_000 })
    expect(isGone(missed, 9_999_999)).toBe(false)
    const thrice = countMissed(missed, 3_000)
    expect([isGone(thrice, 300_999), isGone(thrice, 301_000)]).toEqual([false, true])
    expect(isGone({ missedLooks: 9, missedSince: null }, 9_999_999)).toBe(false)
  })

  test('with a memo is of its account, by a digit that Luhn’s sum adds', () => {
    // From the right every other digit counts twice: 2 + 2 are 4; 1 + 4 + 6 + 2 + 2 are 15; 9 five times are 45; 8 + 2 are 10.
    expect([10_001, 12_345, 99_999, 10_004].map(depositMemo)).toEqual(['100016', '123455', '999995', '100040'])
    // Of six digits: 3, 5, 8, 3, 4 and 1 are 24.
    expect(depositMemo(123_456)).toBe('1234566')
    expect(['100016', '123455', '1000000000000008'].map(readDepositMemo)).toEqual([10_001, 12_345, 100_000_000_000_000])
    for (const text of ['100017', '10001', '10000000000000009', '0100016', 'x100016', '100016x', ''])
      expect(readDepositMemo(text)).toBeNull()
  })
})

describe('a network', () => {
  test('has its chain, the kind of its addresses and its own coin', () => {
    const of = (family: string) => NETWORKS.filter((row) => row.family === family).map(({ name, coin }) => [name, coin])
    expect(of('bitcoin')).toEqual([
      ['BTC', 'BTC'],
      ['LTC', 'LTC'],
      ['DOGE', 'DOGE'],
    ])
    expect(of('evm')).toEqual([
      ['ERC20', 'ETH'],
      ['BEP20', 'BNB'],
      ['AVAX', 'AVAX'],
    ])
    expect(of('tron')).toEqual([['TRC20', 'TRX']])
    expect(NETWORKS.filter(({ family }) => family === 'shared').map(({ name, memo }) => [name, memo])).toEqual([
      ['SOL', 'text'],
      ['XRP', 'tag'],
      ['ADA', 'text'],
      ['DOT', 'text'],
    ])
    expect(findNetworkFacts('XRP')).toEqual({
      ...{ name: 'XRP', chain: 'XRP Ledger', family: 'shared', coin: 'XRP', memo: 'tag' },
      explorer: 'https://livenet.xrpl.org/transactions/',
    })
    expect([findNetworkFacts('BTC')?.memo, findNetworkFacts('none')]).toEqual(['none', undefined])
    expect(NETWORKS.map(({ chain }) => chain).join()).toBe(
      'Bitcoin,Litecoin,Dogecoin,Ethereum,BNB Smart Chain,Avalanche C-Chain,TRON,Solana,XRP Ledger,Cardano,Polkadot',
    )
  })

  test('is called by its chain where its name is that of the asset', () => {
    expect([networkBeside('BTC', 'BTC'), networkBeside('USDT', 'TRC20'), networkBeside('ABC', 'ABC')]).toEqual([
      ...['Bitcoin', 'TRC20', 'ABC'],
    ])
    const beside = (name: string, ...networks: string[]) => networksBeside({ code: 'BTC', name }, networks)
    expect([beside('Bitcoin', 'BTC'), beside('Other', 'BTC'), beside('Bitcoin', 'BTC', 'ERC20')]).toEqual([
      [],
      ['Bitcoin'],
      ['Bitcoin', 'ERC20'],
    ])
  })

  test('takes memos of its kind', () => {
    const fits = (memo: 'none' | 'tag' | 'text', ...texts: string[]) => texts.map((text) => isMemoFor({ memo }, text))
    expect(fits('tag', '', '0', '4294967295')).toEqual([true, true, true])
    expect(fits('tag', '4294967296', '01', '-1', 'x1', '1x', '10000000000')).toEqual(
      Array.from({ length: 6 }, () => false),
    )
    expect(fits('text', '', '!', '~'.repeat(28))).toEqual([true, true, true])
    expect(fits('text', '~'.repeat(29), 'a b', 'é')).toEqual([false, false, false])
    expect(fits('none', '', '1', 'a')).toEqual([true, false, false])
  })
})
