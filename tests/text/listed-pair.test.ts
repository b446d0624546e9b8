// What a typed text finds among pairs and titles.

import { expect, test } from 'vitest'
import { findPairs, matchesPair } from '../../app/text/listed-pair'
import { matchesText } from '../../app/text/match'

const pair = (symbol: string, name: string) => ({ symbol, base: { code: symbol.split('-')[0] ?? '', name } })
const ETH = pair('ETH-USDT', 'Ethereum')
const PAIRS = [pair('BTC-USDT', 'Bitcoin'), ETH, pair('USDC-USDT', 'USD Coin'), pair('ETH-BTC', 'Ethereum')]

test.each(['eth', 'ETH', 'ｅｔｈ', 'ETH/USDT', 'eth-usdt', 'ethusdt', 'eth usdt', ' ether ', 'ETHEREUM', 'usdt', ''])(
  '“%s” finds ETH-USDT',
  (text) => expect(matchesPair(ETH, text)).toBe(true),
)
test.each(['btc', 'eth/btc', '/', 'ethx', 'イーサ'])('“%s” does not', (text) =>
  expect(matchesPair(ETH, text)).toBe(false),
)

test.each([
  ['btc', 'BTC-USDT ETH-BTC'],
  ['eth', 'ETH-USDT ETH-BTC'],
  ['ethbtc', 'ETH-BTC'],
  ['usd', 'USDC-USDT BTC-USDT ETH-USDT'],
  ['usd coin', 'USDC-USDT'],
  ['nothing', ''],
])('“%s”: the likeliest comes first', (text, expected) =>
  expect(
    findPairs(PAIRS, text)
      .map(({ symbol }) => symbol)
      .join(' '),
  ).toBe(expected),
)

test('a title is found whatever its case and width', () => {
  expect(matchesText('Spot trading FEES', 'fees')).toBe(true)
  expect(matchesText('現物取引の手数料', '手数料')).toBe(true)
  expect(matchesText('現物取引の手数料', '入金')).toBe(false)
})
