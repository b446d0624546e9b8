// Files for signers: a Safe's transactions and a PSBT by the node's wallet; what they paid; and what another wallet paid.

import { encodeFunctionData, encodePacked, parseAbi, size } from 'viem'
import { describe, expect, it } from 'vitest'
import { bitcoinPayer } from '#services/chains/bitcoin-payer'
import type { Chain } from '#services/chains/chain'
import { evmPayer } from '#services/chains/evm-payer'
import { SAFE_SUCCESS } from '#services/chains/evm-safe'
import { findingPayer } from '#services/chains/finding-payer'
import { NodeRefusal } from '#services/chains/json-rpc'
import type { Payment } from '#services/chains/payer'

const payment = (change: Partial<Payment>): Payment => ({
  ...{
    withdrawalId: 1,
    assetCode: 'BTC',
    due: 150_000n,
    scale: 8,
    target: 'bc1qtarget',
    memo: '',
    raw: '',
    nonce: null,
  },
  ...change,
})

describe('a Safe', () => {
  const SAFE = '0x1111111111111111111111111111111111111111'
  const TARGET = '0x2222222222222222222222222222222222222222'
  const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  const tokens = [{ assetCode: 'USDT', contract: TOKEN, decimals: 6 }]
  const coin = payment({ withdrawalId: 1, assetCode: 'ETH', due: 5n * 10n ** 17n, scale: 18, target: TARGET })
  const token = payment({ withdrawalId: 2, assetCode: 'USDT', due: 12_500_000n, scale: 6, target: TARGET })
  const payer = (answers: Readonly<Record<string, unknown>>) =>
    evmPayer(
      (method) =>
        method in answers ? Promise.resolve(answers[method]) : Promise.reject(new NodeRefusal(method, -32_601, 'no')),
      { coin: 'ETH', tokens, source: SAFE, chainId: 1, now: 7 },
    )

  it('gets the file of its transaction builder, with whole units as text and calls as data', async () => {
    const prepared = await payer({
      eth_chainId: '0x1',
      eth_getCode: '0x60',
      eth_estimateGas: '0x5208',
    }).signing?.prepare([coin, token], null)
    const data = encodeFunctionData({
      ...{ abi: parseAbi(['function transfer(address to, uint256 value)']), functionName: 'transfer' },
      args: [TARGET, 12_500_000n],
    })
    const call = { contractMethod: null, contractInputsValues: null }
    expect(prepared?.document).toEqual({
      safe: {
        ...{ version: '1.0', chainId: '1', createdAt: 7 },
        meta: {
          ...{ name: 'Payouts', description: '', txBuilderVersion: '1.16.5' },
          ...{ createdFromSafeAddress: SAFE, createdFromOwnerAddress: '' },
        },
        transactions: [
          { to: TARGET, value: '500000000000000000', data: null, ...call },
          { to: TOKEN, value: '0', data, ...call },
        ],
      },
    })
    expect(prepared?.nonces.size).toBe(0)
  })

  it('paid what its calls send, if it says that they succeeded', async () => {
    const packed = ([1n, 4n] as const).map((tenths) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, TARGET, tenths * 10n ** 17n, 0n, '0x'],
      ).slice(2),
    )
    const many = encodeFunctionData({
      ...{ abi: parseAbi(['function multiSend(bytes transactions)']), functionName: 'multiSend' },
      args: [`0x${packed.join('')}`],
    })
    expect(size(many)).toBeGreaterThan(170)
    const input = encodeFunctionData({
      abi: parseAbi([
        'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
      ]),
      functionName: 'execTransaction',
      args: [TOKEN, 0n, many, 1, 0n, 0n, 0n, TOKEN, TOKEN, '0x'],
    })
    const block = { hash: '0xb1' }
    const seen = (logs: readonly object[]) =>
      payer({
        eth_getTransactionReceipt: {
          ...{
            blockNumber: '0x10',
            blockHash: '0xb1',
            status: '0x1',
            gasUsed: '0x5208',
            effectiveGasPrice: '0x2',
            logs,
          },
        },
        eth_getTransactionByHash: { from: TARGET, to: SAFE, value: '0x0', input },
        ...{ eth_blockNumber: '0x12', eth_getBlockByNumber: block },
      }).look(coin, { txId: '0xaa', raw: '', nonce: null })
    const success = { address: SAFE, topics: [SAFE_SUCCESS], data: '0x' }
    const rest = { is: 'placed', confirmations: 3, minedAt: null, networkFee: 42_000n }
    expect(await seen([success])).toEqual({ ...rest, hasFailed: false, paid: 5n * 10n ** 17n })
    expect(await seen([])).toEqual({ ...rest, hasFailed: true, paid: 0n })
  })
})

describe('a wallet of Bitcoin Core', () => {
  const CHANGE = 'bc1qchange'
  /** A watch-only wallet with two coins. */
  class Wallet {
    readonly calls: (readonly [method: string, params: readonly unknown[]])[] = []
    outputs = [
      { value: '0.00150000', scriptPubKey: { address: 'bc1qtarget' } },
      { value: '0.5', scriptPubKey: { address: CHANGE } },
    ]
    transaction: object | null = null
    readonly pool = new Set<string>()
    readonly payer = bitcoinPayer((method, params) => {
      this.calls.push([method, params])
      return Promise.resolve().then(() => this.#answer(method, params))
    }, 'BTC')

    #answer(method: string, [first]: readonly unknown[]): unknown {
      const vin = [{ txid: 'aa'.repeat(32), vout: 1 }]
      const tx = { txid: 'bb'.repeat(32), vin, vout: this.outputs }
      switch (method) {
        case 'walletcreatefundedpsbt':
          return { psbt: 'cHNidP8B', fee: '0.00000210', changepos: 1 }
        case 'decodepsbt':
          return { tx }
        case 'finalizepsbt':
          if (first === 'cHNidP8=') return { psbt: 'cHNidP8=', complete: false }
          if (first !== 'cHNidP8C') throw new NodeRefusal(method, -22, 'TX decode failed')
          return { hex: '0200', complete: true }
        case 'decoderawtransaction':
          if (first !== '0200') throw new NodeRefusal(method, -22, 'TX decode failed')
          return tx
        case 'getaddressinfo':
          return { ismine: first === CHANGE }
        case 'sendrawtransaction':
          if (this.pool.has(String(first))) throw new NodeRefusal(method, -27, 'Transaction already in block chain')
          this.pool.add(String(first))
          return tx.txid
        case 'gettransaction':
          if (!this.transaction) throw new NodeRefusal(method, -5, 'Invalid or non-wallet transaction id')
          return this.transaction
        default:
          throw new NodeRefusal(method, -32_601, 'Method not found')
      }
    }
  }
  const signingOf = ({ payer }: Wallet) => {
    if (!payer.signing) throw new Error('it signs')
    return payer.signing
  }

  it('writes one PSBT for a batch, and spends the same coins when it is prepared again', async () => {
    const wallet = new Wallet()
    const two = [payment({}), payment({ withdrawalId: 2, due: 7n, target: 'bc1qother' })]
    const { document } = await signingOf(wallet).prepare(two, null)
    const coins = [{ txid: 'aa'.repeat(32), vout: 1 }]
    expect(document).toEqual({ psbt: 'cHNidP8B', fee: '0.00000210', inputs: coins })
    await signingOf(wallet).prepare(two, document)
    const outputs = [{ bc1qtarget: '0.00150000' }, { bc1qother: '0.00000007' }]
    const options = { add_inputs: true, includeWatching: true, lockUnspents: true, replaceable: true }
    expect(wallet.calls.filter(([method]) => method === 'walletcreatefundedpsbt').map(([, params]) => params)).toEqual([
      [[], outputs, 0, options, true],
      [coins, outputs, 0, options, true],
    ])
  })

  it('finishes a signed one, which pays the withdrawals and nobody else, and sends it once', async () => {
    const wallet = new Wallet()
    const signing = signingOf(wallet)
    const read = await signing.read([payment({})], ' cHNidP8C\n')
    const signed = [{ withdrawalId: 1, txId: 'bb'.repeat(32), raw: '0200', nonce: null }]
    expect(read).toEqual({ ok: true, value: signed })
    expect(await signing.read([payment({})], '0200')).toEqual({ ok: true, value: signed })
    const codeOf = async (payments: readonly Payment[], text: string) => {
      const outcome = await signing.read(payments, text)
      return outcome.ok ? 'ok' : outcome.refusal.code
    }
    for (const text of ['cHNidP8=', 'nonsense', '0300'])
      expect(await codeOf([payment({})], text)).toBe('payout_signed_malformed')
    expect(await codeOf([payment({ due: 149_999n })], '0200')).toBe('payout_signed_foreign')
    expect(await codeOf([payment({}), payment({ withdrawalId: 2 })], '0200')).toBe('payout_signed_foreign')
    wallet.outputs = [...wallet.outputs, { value: '0.1', scriptPubKey: { address: 'bc1qthief' } }]
    expect(await codeOf([payment({})], '0200')).toBe('payout_signed_foreign')
    for (let times = 0; times < 2; times += 1) await signing.send('0200')
    expect([...wallet.pool]).toEqual(['0200'])
  })

  it('tells what a transaction paid, that it waits, conflicts, or is unknown', async () => {
    const wallet = new Wallet()
    const look = () => wallet.payer.look(payment({}), { txId: 'bb'.repeat(32), raw: '', nonce: null })
    expect(await look()).toEqual({ is: 'missing' })
    const details = [
      { category: 'send', address: 'bc1qtarget', amount: '-0.00150000' },
      { category: 'send', address: 'bc1qother', amount: '-9' },
    ]
    const shown = (confirmations: number) => (wallet.transaction = { confirmations, fee: '-0.00000210', details })
    shown(0)
    expect(await look()).toEqual({ is: 'pending' })
    shown(-1)
    expect(await look()).toEqual({ is: 'replaced' })
    shown(3)
    expect(await look()).toEqual({
      ...{ is: 'placed', confirmations: 3, hasFailed: false, minedAt: null, paid: 150_000n, networkFee: 210n },
    })
  })
})

describe('another wallet', () => {
  it('is followed to the receiver: another tag or asset pays nothing', async () => {
    const seen = (found: object | 'unknown') =>
      findingPayer(() => ({ find: () => Promise.resolve(found) }) as unknown as Chain).look(
        payment({ assetCode: 'XRP', due: 5n, scale: 6, target: 'rN7n', memo: '77' }),
        { txId: 'AB', raw: '', nonce: null },
      )
    const found = { assetCode: 'XRP', units: 5n, decimals: 6, memo: '77', confirmations: 2 }
    const placed = { is: 'placed', confirmations: 2, hasFailed: false, minedAt: null, networkFee: null }
    expect(await seen(found)).toEqual({ ...placed, paid: 5n })
    expect(await seen({ ...found, memo: '78' })).toEqual({ ...placed, paid: 0n })
    expect(await seen({ ...found, assetCode: 'USDT' })).toEqual({ ...placed, paid: 0n })
    expect(await seen('unknown')).toEqual({ is: 'missing' })
  })
})
