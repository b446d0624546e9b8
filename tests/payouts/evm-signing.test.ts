// Transactions of an Ethereum-compatible chain before they are sent: what is prepared, and which signed ones are taken.

import { type Hex, encodeFunctionData, keccak256, parseAbi, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { NodeRefusal } from '#services/chains/json-rpc'
import type { Payment } from '#services/chains/payer'
import { HALF, OTHER, SIGNER, SOURCE, TARGET, TOKEN, coinPayment, payerBy, tokenPayment } from './evm-node'

const ERC20 = parseAbi(['function transfer(address to, uint256 value)', 'function balanceOf(address owner)'])
const transfer = (value: bigint, to: Hex = TARGET): Hex =>
  encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [to, value] })

/** Twice a base fee of 10, and 2 for the miner: 22. */
const NODE = {
  ...{ eth_chainId: '0x1', eth_estimateGas: '0x5208', eth_getCode: '0x', eth_getTransactionCount: '0x5' },
  ...{ eth_maxPriorityFeePerGas: '0x2', eth_getBlockByNumber: { hash: '0xb1', baseFeePerGas: '0xa' } },
}
const reverted = new NodeRefusal('eth_estimateGas', 3, 'execution Reverted')

describe('prepared transactions', () => {
  it('have the next free numbers, past those that were given before, and their fees', async () => {
    const { signing, asked } = payerBy(NODE)
    const payments = [coinPayment(), tokenPayment({ nonce: 5 }), tokenPayment({ withdrawalId: 3, target: OTHER })]
    const { document, nonces, refused } = await signing.prepare(payments, null)
    expect([...nonces]).toEqual([
      [1, 6],
      [2, 5],
      [3, 7],
    ])
    expect(refused).toEqual([])
    const fees = { gas: '21000', maxFeePerGas: '22', maxPriorityFeePerGas: '2' }
    const common = { type: 'eip1559', chainId: 1, ...fees, serialized: expect.stringMatching(/^0x02/) as string }
    expect(document).toEqual({
      from: SOURCE,
      transactions: [
        { withdrawal: 1, nonce: 6, to: TARGET, value: String(HALF), data: '0x', ...common },
        { withdrawal: 2, nonce: 5, to: TOKEN, value: '0', data: transfer(12_500_000n), ...common },
        { withdrawal: 3, nonce: 7, to: TOKEN, value: '0', data: transfer(12_500_000n, OTHER), ...common },
      ],
    })
    const { transactions } = document as { transactions: readonly { serialized: Hex }[] }
    expect(transactions.map(({ serialized }) => parseTransaction(serialized as `0x02${string}`))[0]).toEqual({
      ...{ type: 'eip1559', chainId: 1, nonce: 6, to: TARGET, value: HALF, gas: 21_000n },
      ...{ maxFeePerGas: 22n, maxPriorityFeePerGas: 2n },
    })
    const paramsOf = (method: string) => asked.filter(([each]) => each === method).map(([, params]) => params)
    expect(paramsOf('eth_getCode')).toEqual([[SOURCE, 'latest']])
    expect(paramsOf('eth_getTransactionCount')).toEqual([[SOURCE, 'pending']])
    expect([paramsOf('eth_chainId'), paramsOf('eth_maxPriorityFeePerGas')]).toEqual([[[]], [[]]])
    expect(paramsOf('eth_getBlockByNumber')).toEqual([['latest', false]])
    expect(paramsOf('eth_estimateGas').slice(0, 2)).toEqual([
      [{ from: SOURCE, to: TARGET, value: '0x6f05b59d3b20000', data: '0x' }],
      [{ from: SOURCE, to: TOKEN, value: '0x0', data: transfer(12_500_000n) }],
    ])
  })

  it('offer what the miner wants where a block has no base fee', async () => {
    for (const block of [null, { hash: '0xb1' }]) {
      const { signing } = payerBy({ ...NODE, eth_getBlockByNumber: block })
      const { document } = await signing.prepare([coinPayment()], null)
      expect(document).toMatchObject({ transactions: [{ maxFeePerGas: '2' }] })
    }
  })

  it('are not made by a node of another chain, nor of an asset without a contract', async () => {
    await expect(payerBy(NODE, 5).signing.prepare([coinPayment()], null)).rejects.toThrow('the node is of chain 1')
    expect((await payerBy(NODE, null).signing.prepare([coinPayment()], null)).nonces.size).toBe(1)
    const unknown = coinPayment({ assetCode: 'DAI' })
    await expect(payerBy(NODE).signing.prepare([unknown], null)).rejects.toThrow('CHAIN_NODES has no contract of DAI')
  })

  it('leave out a payment that its address refuses, unless it was prepared before', async () => {
    const refusing = { ...NODE, eth_estimateGas: reverted, eth_getBalance: '0x6f05b59d3b20000' }
    const first = payerBy(refusing)
    expect(await first.signing.prepare([coinPayment()], null)).toMatchObject({
      ...{ refused: [1], document: { transactions: [] } },
    })
    expect(first.asked.find(([method]) => method === 'eth_getBalance')?.[1]).toEqual([SOURCE, 'latest'])
    // A signature may exist: it fails in the chain, with gas enough for that.
    const stays = { refused: [], document: { transactions: [{ withdrawal: 1, gas: '100000' }] } }
    expect(await payerBy(refusing).signing.prepare([coinPayment({ nonce: 9 })], null)).toMatchObject(stays)
    expect(await payerBy(refusing).signing.prepare([coinPayment()], {})).toMatchObject(stays)
  })

  it('are not made when the source has too little for all payments of an asset', async () => {
    const two = [tokenPayment(), tokenPayment({ withdrawalId: 3, target: OTHER }), coinPayment()]
    const having = (units: bigint) =>
      payerBy({ ...NODE, eth_estimateGas: reverted, eth_call: `0x${units.toString(16)}`, eth_getBalance: `0x${HALF.toString(16)}` }) // prettier-ignore
    const enough = having(25_000_000n)
    expect((await enough.signing.prepare(two, null)).refused).toEqual([2, 3, 1])
    const data = encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [SOURCE] })
    expect(enough.asked.find(([method]) => method === 'eth_call')?.[1]).toEqual([{ to: TOKEN, data }, 'latest'])
    await expect(having(24_999_999n).signing.prepare(two, null)).rejects.toBe(reverted)
  })

  it('are not made when the node fails otherwise', async () => {
    const failures = [new NodeRefusal('eth_estimateGas', -32_000, 'out of time'), new Error('reverted by a proxy')]
    for (const failure of failures) {
      const { signing } = payerBy({ ...NODE, eth_estimateGas: failure, eth_getBalance: '0xffffffffffffffff' })
      await expect(signing.prepare([coinPayment()], null)).rejects.toBe(failure)
    }
  })

  it('need answers in whole numbers', async () => {
    for (const chainId of ['x0x1', '0x1z', '0x', `0x${'1'.repeat(65)}`, 1])
      await expect(payerBy({ ...NODE, eth_chainId: chainId }).signing.prepare([], null)).rejects.toThrow(
        'eth_chainId: the answer is not as documented',
      )
    const widest = payerBy({ ...NODE, eth_getTransactionCount: `0x${'0'.repeat(63)}A` }).signing
    expect([...(await widest.prepare([coinPayment()], null)).nonces]).toEqual([[1, 10]])
    for (const code of ['x0x', '0x6z', 6, null, ['0x']])
      await expect(payerBy({ ...NODE, eth_getCode: code }).signing.prepare([], null)).rejects.toThrow('eth_getCode')
  })
})

describe('signed transactions', () => {
  const base = { chainId: 1, nonce: 5, gas: 21_000n } as const
  const fees = { type: 'eip1559', maxFeePerGas: 22n, maxPriorityFeePerGas: 2n } as const
  const coin = { ...base, ...fees, to: TARGET, value: HALF } as const
  const token = { ...base, ...fees, to: TOKEN, value: 0n, data: transfer(12_500_000n) } as const
  const read = async (payments: readonly Payment[], text: string) => {
    const outcome = await payerBy(NODE).signing.read(payments, text)
    return outcome.ok ? outcome.value : outcome.refusal.code
  }
  const signed = (withdrawalId: number, raw: Hex, nonce = 5) => ({ withdrawalId, txId: keccak256(raw), raw, nonce })

  it('are taken when each pays its withdrawal, in any order and on lines or as a list', async () => {
    const [first, second] = [await SIGNER.signTransaction(coin), await SIGNER.signTransaction({ ...token, nonce: 6 })]
    const payments = [coinPayment({ nonce: 5 }), tokenPayment()]
    for (const text of [`${second}\n${first}`, JSON.stringify([second, first]), ` ${second},${first} `])
      expect(await read(payments, text)).toEqual([signed(2, second, 6), signed(1, first)])
    expect(await read(payments, first)).toEqual([signed(1, first)])
  })

  it('have any number where none was given, and zero is one', async () => {
    const raw = await SIGNER.signTransaction({ ...coin, nonce: 0 })
    expect(await read([coinPayment()], raw)).toEqual([signed(1, raw, 0)])
    expect(await read([coinPayment({ nonce: 0 })], raw)).toEqual([signed(1, raw, 0)])
    expect(await read([coinPayment({ nonce: 5 })], raw)).toBe('payout_signed_foreign')
  })

  it('are of a kind that moves nothing else', async () => {
    const plain = [
      { ...base, to: TARGET, value: HALF, type: 'legacy', gasPrice: 22n },
      { ...base, to: TARGET, value: HALF, type: 'eip2930', gasPrice: 22n, accessList: [] },
    ] as const
    for (const each of plain) {
      const raw = await SIGNER.signTransaction(each)
      expect(await read([coinPayment()], raw)).toEqual([signed(1, raw)])
    }
    const authorization = await SIGNER.signAuthorization({ contractAddress: OTHER, chainId: 1, nonce: 9 })
    const wider = { ...coin, type: 'eip7702', authorizationList: [authorization] } as const
    expect(await read([coinPayment()], await SIGNER.signTransaction(wider))).toBe('payout_signed_foreign')
  })

  it('are foreign when they pay anything else, or from elsewhere', async () => {
    const stranger = privateKeyToAccount(`0x${'5d'.repeat(32)}`)
    const others = [
      await stranger.signTransaction(coin),
      await SIGNER.signTransaction({ ...coin, chainId: 5 }),
      await SIGNER.signTransaction({ ...coin, nonce: 6 }),
      await SIGNER.signTransaction({ ...coin, to: OTHER }),
      await SIGNER.signTransaction({ ...coin, value: HALF + 1n }),
      await SIGNER.signTransaction({ ...coin, data: '0x01' }),
    ]
    for (const raw of others) expect(await read([coinPayment({ nonce: 5 })], raw)).toBe('payout_signed_foreign')
    const more = await SIGNER.signTransaction({ ...token, data: transfer(12_500_001n) })
    expect(await read([tokenPayment()], more)).toBe('payout_signed_foreign')
    // A payment is paid once.
    const raw = await SIGNER.signTransaction(coin)
    expect(await read([coinPayment()], `${raw}\n${raw}`)).toBe('payout_signed_foreign')
  })

  it('offer at most ten times the fee of now', async () => {
    const offering = async (maxFeePerGas: bigint) =>
      read([coinPayment()], await SIGNER.signTransaction({ ...coin, maxFeePerGas }))
    expect([await offering(220n), await offering(221n)]).toMatchObject([[{ withdrawalId: 1 }], 'payout_fee_too_high'])
    const legacy = { ...base, to: TARGET, value: HALF, type: 'legacy', gasPrice: 221n } as const
    expect(await read([coinPayment()], await SIGNER.signTransaction(legacy))).toBe('payout_fee_too_high')
  })

  it('are malformed when there are none, or one is no transaction to an address', async () => {
    const { to: _to, ...creation } = { ...coin, data: '0x60' } as const
    const texts = ['', ' \n', '0x02', 'zzz', `${await SIGNER.signTransaction(coin)}\nx`, await SIGNER.signTransaction(creation)] // prettier-ignore
    for (const text of texts) expect(await read([coinPayment()], text)).toBe('payout_signed_malformed')
  })

  it('are sent once: a node that has one already says so', async () => {
    const sending = (answer: unknown) => {
      const { signing, asked } = payerBy({ eth_sendRawTransaction: answer })
      return signing.send('0x02').then(() => asked)
    }
    expect(await sending('0xab')).toEqual([['eth_sendRawTransaction', ['0x02']]])
    for (const words of ['already known', 'Transaction Already Imported'])
      expect(await sending(new NodeRefusal('eth_sendRawTransaction', -32_000, words))).toHaveLength(1)
    const failures = [new NodeRefusal('eth_sendRawTransaction', -32_000, 'nonce too low'), new Error('already known')]
    for (const failure of failures) await expect(sending(failure)).rejects.toBe(failure)
  })
})
