// Payments by a wallet of Bitcoin Core, and by other wallets: amounts, change, and what the node's answers decide.

import { describe, expect, it } from 'vitest'
import { bitcoinPayer } from '#services/chains/bitcoin-payer'
import type { Chain } from '#services/chains/chain'
import { findingPayer } from '#services/chains/finding-payer'
import { NodeRefusal } from '#services/chains/json-rpc'
import type { Payment } from '#services/chains/payer'

const payment = (change: Partial<Payment> = {}): Payment => ({
  ...{ withdrawalId: 1, assetCode: 'BTC', due: 150_000n, scale: 8, target: 'bc1qtarget', memo: '', nonce: null },
  ...change,
})
const refusal = (code: number, words = 'no') => new NodeRefusal('any', code, words)

/** A payer whose node answers by method; an error is thrown. */
function payerBy(answers: Readonly<Record<string, unknown>>, coin = 'BTC') {
  const asked: (readonly [method: string, params: readonly unknown[]])[] = []
  const payer = bitcoinPayer(async (method, params) => {
    asked.push([method, params])
    const given = answers[method]
    const answer: unknown = typeof given === 'function' ? (given as (first: unknown) => unknown)(params[0]) : given
    if (answer instanceof Error) throw answer
    return answer
  }, coin)
  return { payer, asked }
}
const signingBy = (answers: Readonly<Record<string, unknown>>) => {
  const { payer, asked } = payerBy(answers)
  if (!payer.signing) throw new Error('it signs')
  return { signing: payer.signing, asked }
}

describe('the node’s wallet', () => {
  it('says what it may spend, watched coins with one confirmation too', async () => {
    const { payer, asked } = payerBy({ getbalance: '1.5' })
    expect(await payer.float()).toEqual([{ assetCode: 'BTC', units: 150_000_000n, decimals: 8 }])
    expect([asked, payer.knowsSource]).toEqual([[['getbalance', ['*', 1, true]]], true])
  })

  it('makes no file for signers of Dogecoin', () => {
    expect(payerBy({}, 'DOGE').payer.signing).toBeNull()
    expect(payerBy({}, 'LTC').payer.signing).not.toBeNull()
  })
})

describe('a transaction that was sent', () => {
  const details = [
    { category: 'send', address: 'bc1qtarget', amount: '-0.001' },
    { category: 'receive', address: 'bc1qtarget', amount: '0.001' },
    { category: 'send', address: 'bc1qother', amount: '-9' },
    { category: 'send', address: 'bc1qtarget', amount: '-0.0005' },
  ]
  const look = async (found: object, of = payment()) => {
    const { payer, asked } = payerBy({ gettransaction: found })
    return [await payer.look(of, { txId: 'tx', nonce: null, raw: '' }), asked]
  }

  it('paid all that it sent to the address, at its fee and time', async () => {
    const seen = { is: 'placed', confirmations: 1, hasFailed: false, minedAt: 77_000, paid: 150_000n, networkFee: 210n }
    const found = { confirmations: 1, fee: '-0.00000210', blocktime: 77, details }
    expect(await look(found)).toEqual([seen, [['gettransaction', ['tx', true]]]])
    // Of an asset with six decimals.
    expect(await look(found, payment({ scale: 6 }))).toMatchObject([{ paid: 1_500n }, {}])
    const bare = { confirmations: 2, details: [] }
    expect(await look(bare)).toMatchObject([{ confirmations: 2, minedAt: null, paid: 0n, networkFee: null }, {}])
  })

  it('that is not known is missing, unless a coin of it is spent elsewhere', async () => {
    const unknown = { gettransaction: refusal(-5), decoderawtransaction: { txid: 'b', vin: [{ txid: 'a', vout: 2 }], vout: [] } } // prettier-ignore
    const { payer, asked } = payerBy({ ...unknown, gettxout: null })
    expect(await payer.look(payment(), { txId: 'tx', nonce: null, raw: '02' })).toEqual({ is: 'replaced' })
    expect(asked.slice(1)).toEqual([
      ['decoderawtransaction', ['02']],
      ['gettxout', ['a', 2, true]],
    ])
    const undocumented = payerBy({ ...unknown, gettxout: {} }).payer
    await expect(undocumented.look(payment(), { txId: 'tx', nonce: null, raw: '02' })).rejects.toThrow('gettxout')
    const failing = payerBy({ gettransaction: refusal(-18) }).payer
    await expect(failing.look(payment(), { txId: 'tx', nonce: null, raw: '' })).rejects.toThrow('(-18)')
  })
})

describe('a file for signers', () => {
  it('names the coins of its inputs, its fee above zero, and refuses and numbers none', async () => {
    const vin = [{ txid: 'a', vout: 0 }, { txid: 'b' }, { vout: 1 }]
    const { signing, asked } = signingBy({
      ...{
        walletcreatefundedpsbt: { psbt: 'p', fee: '-1.00000001' },
        decodepsbt: { tx: { txid: 't', vin, vout: [] } },
      },
    })
    const { document, nonces, refused } = await signing.prepare([payment()], null)
    expect([document, nonces.size, refused]).toEqual([
      { psbt: 'p', fee: '1.00000001', inputs: [{ txid: 'a', vout: 0 }] },
      0,
      [],
    ])
    expect(asked[1]).toEqual(['decodepsbt', ['p']])
  })
})

describe('a signed transaction', () => {
  const vout = [
    { value: '0.0015', scriptPubKey: { addresses: ['bc1qtarget'] } },
    { value: '0.0015', scriptPubKey: { address: 'bc1qother', addresses: ['bc1qtarget'] } },
    { value: 7, scriptPubKey: { address: 'bc1qchange' } },
  ]
  const two = [payment(), payment({ withdrawalId: 2, target: 'bc1qother' })]
  const read = async (answers: object, payments = two, text = '02aB') => {
    const decoderawtransaction = { txid: 'tx', vin: [], vout }
    const { signing, asked } = signingBy({ decoderawtransaction, getaddressinfo: { ismine: true }, ...answers })
    const outcome = await signing.read(payments, text)
    return { is: outcome.ok ? outcome.value : outcome.refusal.code, asked }
  }
  const paid = (raw: string) => [1, 2].map((withdrawalId) => ({ withdrawalId, txId: 'tx', raw, nonce: null }))

  it('pays each withdrawal, and what is left is change of ours, watched or not', async () => {
    const { is, asked } = await read({})
    expect([is, asked]).toEqual([
      paid('02aB'),
      [
        ['decoderawtransaction', ['02aB']],
        ['getaddressinfo', ['bc1qchange']],
      ],
    ])
    expect((await read({ getaddressinfo: { ismine: false, iswatchonly: true } })).is).toEqual(paid('02aB'))
  })

  it('is foreign with an output to somebody else, or to no address', async () => {
    for (const info of [{ ismine: false }, { ismine: false, iswatchonly: false }, refusal(-5)])
      expect((await read({ getaddressinfo: info })).is).toBe('payout_signed_foreign')
    for (const scriptPubKey of [{}, { addresses: [] }]) {
      const decoded = { txid: 'tx', vin: [], vout: [...vout, { value: '0', scriptPubKey }] }
      expect((await read({ decoderawtransaction: decoded })).is).toBe('payout_signed_foreign')
    }
    // One output pays one withdrawal.
    const twice = [payment(), payment({ withdrawalId: 2 })]
    expect((await read({}, twice)).is).toBe('payout_signed_foreign')
    expect((await read({}, [payment({ target: 'bc1qother', due: 150_001n })])).is).toBe('payout_signed_foreign')
  })

  it('is finished first where it is not in sixteens', async () => {
    for (const text of ['02z', 'z02']) {
      const { is, asked } = await read({ finalizepsbt: { hex: '02', complete: true } }, two, text)
      expect([is, asked[0]]).toEqual([paid('02'), ['finalizepsbt', [text]]])
    }
    const unfinished = await read({ finalizepsbt: { complete: false } }, two, 'z')
    expect([unfinished.is, unfinished.asked]).toEqual(['payout_signed_malformed', [['finalizepsbt', ['z']]]])
    expect((await read({ decoderawtransaction: refusal(-22) })).is).toBe('payout_signed_malformed')
  })

  it('in lines, or a PSBT in sixteens, is the same', async () => {
    expect((await read({}, two, ' 02\r\naB\n')).is).toEqual(paid('02aB'))
    for (const text of ['70736274FF0100', '7073\n6274ff0100', 'cHNi\ndP8BAA==\n']) {
      const { is, asked } = await read({ finalizepsbt: { hex: '02', complete: true } }, two, text)
      expect([is, asked[0]]).toEqual([paid('02'), ['finalizepsbt', ['cHNidP8BAA==']]])
    }
  })

  it('is sent once: a node that has it already says so', async () => {
    const sending = (answer: unknown) => {
      const { signing, asked } = signingBy({ sendrawtransaction: answer })
      return signing.send('02').then(() => asked)
    }
    expect(await sending('tx')).toEqual([['sendrawtransaction', ['02']]])
    for (const known of [refusal(-27), refusal(-25, 'txn-Already-in-mempool')])
      expect(await sending(known)).toHaveLength(1)
    for (const failure of [refusal(-26, 'min relay fee not met'), new Error('already down')])
      await expect(sending(failure)).rejects.toBe(failure)
  })
})

describe('a payment by another wallet', () => {
  const FOUND = { assetCode: 'XRP', units: 59n, decimals: 7, memo: '77', confirmations: 2 }
  const own = payment({ assetCode: 'XRP', due: 5n, scale: 6, target: 'rN7n', memo: '77' })

  it('is looked for at its address, in units of its asset', async () => {
    const looked: unknown[] = []
    const payer = findingPayer((address) => {
      const find = (seen: unknown) => {
        looked.push(address, seen)
        return Promise.resolve(FOUND)
      }
      return { find } as unknown as Chain
    })
    const look = (of: Payment) => payer.look(of, { txId: 'AB', nonce: null, raw: '' })
    expect(await look(own)).toMatchObject({ is: 'placed', paid: 5n })
    expect(looked).toEqual([
      'rN7n',
      { txId: 'AB', outputIndex: null, assetCode: 'XRP', address: 'rN7n', height: 0, blockHash: '' },
    ])
    // Without a tag of its own any will do.
    expect(await look({ ...own, memo: '' })).toMatchObject({ paid: 5n })
    expect([payer.knowsSource, payer.signing, await payer.float()]).toEqual([false, null, []])
  })

  it('is missing where it was replaced, or nothing reads its network', async () => {
    const replaced = { find: () => Promise.resolve('replaced') } as unknown as Chain
    for (const chain of [replaced, null])
      expect(await findingPayer(() => chain).look(own, { txId: 'AB', nonce: null, raw: '' })).toEqual({ is: 'missing' })
  })
})
