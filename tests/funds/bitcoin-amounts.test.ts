// Amounts of Bitcoin-like nodes are parsed digit by digit: a float can't hold every amount exactly.

import { afterEach, expect, test, vi } from 'vitest'
import { bitcoinChain, openBitcoinNode } from '#services/chains/bitcoin'

afterEach(() => vi.restoreAllMocks())

/** A received amount in the node's number format. */
async function unitsOf(amount: string): Promise<bigint | undefined> {
  const one = `{"txid":"aa","vout":1,"category":"receive","address":"D1","amount": ${amount},"confirmations":2,"blockhash":"b","blockheight":8,"label":"\\"amount\\":1"}`
  const body = `{"result":{"transactions":[${one}],"lastblock":"b"},"error":null,"id":1}`
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(body)))
  const chain = bitcoinChain(openBitcoinNode('http://node.example/'), 'DOGE')
  const { transfers } = await chain.read('a', (addresses) => Promise.resolve(new Set(addresses)))
  return transfers[0]?.units
}

test.each([
  ['98765432109.12345678', 9_876_543_210_912_345_678n],
  ['90071992.54740993', 9_007_199_254_740_993n],
  ['0.00000001', 1n],
  ['1e-8', 1n],
  ['1.5E+2', 15_000_000_000n],
  ['7', 700_000_000n],
  ['0.100000000', 10_000_000n],
])('%s coins are %s units', async (written, units) => {
  expect(await unitsOf(written)).toBe(units)
})

test('A part of the smallest unit is no amount', async () => {
  await expect(unitsOf('0.000000001')).rejects.toThrow('no whole number')
})
