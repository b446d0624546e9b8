// Outgoing transactions of Ethereum-compatible chains: one EIP-1559 transaction per withdrawal, or calls of a Safe, where the source has
// code. A payment is what left our source for the withdrawal's address, by the transaction's own value, a Safe's calls, or a token's logs.

import * as v from 'valibot'
import {
  type Hex,
  type TransactionSerialized,
  getAddress,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { PayoutSight } from '#domain/funds/payout'
import {
  type Ask,
  COIN_DECIMALS,
  type Config,
  balanceOf,
  callOf,
  chainOf,
  estimate,
  quantity,
  tokenOf,
} from './evm-call'
import { SAFE_SUCCESS, safeCalls, safeFile } from './evm-safe'
import { type JsonRpc, NodeRefusal, readAnswer } from './json-rpc'
import { type Payer, type Payment, type Sent, type Signed, type SignedRefusal, type Signing, assetUnits } from './payer'

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const hex = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))
const receipt = v.object({
  blockNumber: v.nullable(quantity),
  blockHash: v.nullable(v.string()),
  status: v.string(),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: v.array(v.object({ address, topics: v.array(v.string()), data: hex })),
})
const transaction = v.object({
  ...{ from: address, to: v.nullish(address, null), value: quantity, input: hex },
  nonce: v.optional(quantity),
})
const header = v.nullable(
  v.object({ hash: v.string(), baseFeePerGas: v.optional(quantity), timestamp: v.optional(quantity) }),
)

export function evmPayer(rpc: JsonRpc, config: Config): Payer {
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, method: string, params: readonly unknown[]) =>
    readAnswer(schema, method, await rpc(method, params))
  return {
    knowsSource: true,
    look: (payment, sent) => look(ask, config, payment, sent),
    signing: signingOf(ask, config),
    float: () =>
      Promise.all(
        [{ assetCode: config.coin, decimals: COIN_DECIMALS }, ...config.tokens].map(
          async ({ assetCode, decimals }) => ({ assetCode, decimals, units: await balanceOf(ask, config, assetCode) }),
        ),
      ),
  }
}

async function look(ask: Ask, config: Config, payment: Payment, { txId, nonce }: Sent): Promise<PayoutSight> {
  const found = await ask(v.nullable(receipt), 'eth_getTransactionReceipt', [txId])
  const sent = await ask(v.nullable(transaction), 'eth_getTransactionByHash', [txId])
  if (!found || found.blockNumber === null) {
    if (sent) return { is: 'pending' }
    if (nonce === null) return { is: 'missing' }
    const next = await ask(quantity, 'eth_getTransactionCount', [config.source, 'latest'])
    return { is: next > BigInt(nonce) ? 'replaced' : 'missing' }
  }
  const [tip, block] = await Promise.all([
    ask(quantity, 'eth_blockNumber', []),
    ask(header, 'eth_getBlockByNumber', [`0x${found.blockNumber.toString(16)}`, false]),
  ])
  // A reorg in progress, or answers from two nodes.
  if (!sent || block?.hash !== found.blockHash || tip < found.blockNumber) return { is: 'pending' }
  const isSafe = sameAddress(sent.to, config.source)
  const isDone =
    !isSafe || found.logs.some((log) => sameAddress(log.address, config.source) && log.topics[0] === SAFE_SUCCESS)
  const hasFailed = found.status !== '0x1' || !isDone
  return {
    is: 'placed',
    confirmations: Number(tip - found.blockNumber) + 1,
    hasFailed,
    minedAt: block.timestamp === undefined ? null : Number(block.timestamp) * 1_000,
    paid: hasFailed ? 0n : paidBy(config, payment, sent, found),
    networkFee: isSafe || sameAddress(sent.from, config.source) ? found.gasUsed * found.effectiveGasPrice : null,
    ...(sent.nonce !== undefined && sameAddress(sent.from, config.source) && { nonce: Number(sent.nonce) }),
  }
}

/** What left our source for the payment's address. */
function paidBy(
  config: Config,
  payment: Payment,
  sent: v.InferOutput<typeof transaction>,
  { logs }: v.InferOutput<typeof receipt>,
): bigint {
  const { source, coin } = config
  const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n)
  if (payment.assetCode === coin) {
    const own = sameAddress(sent.from, source) ? [{ to: sent.to ?? '', value: sent.value }] : []
    const calls = sameAddress(sent.to, source) ? safeCalls(sent.input) : []
    const units = [...own, ...calls].filter(({ to }) => sameAddress(to, payment.target)).map(({ value }) => value)
    return assetUnits(payment, sum(units), COIN_DECIMALS)
  }
  const token = tokenOf(config, payment.assetCode)
  if (!token) return 0n
  const units = logs
    .filter(
      ({ address: contract, topics: [topic, from = '', to = ''] }) =>
        sameAddress(contract, token.contract) &&
        topic === TRANSFER_TOPIC &&
        sameAddress(`0x${from.slice(-40)}`, source) &&
        sameAddress(`0x${to.slice(-40)}`, payment.target),
    )
    .map(({ data }) => BigInt(data === '0x' ? 0 : data))
  return assetUnits(payment, sum(units), token.decimals)
}

const sameAddress = (left: string | null, right: string): boolean => left?.toLowerCase() === right.toLowerCase()

function signingOf(ask: Ask, config: Config): Signing {
  const { source } = config
  return {
    prepare: async (payments, earlier) => {
      const chainId = await chainOf(ask, config)
      const { calls, refused } = await estimate(ask, config, payments, earlier === null)
      const safe = safeFile(
        chainId,
        source,
        calls.map(({ call }) => call),
        config.now,
      )
      if ((await ask(hex, 'eth_getCode', [source, 'latest'])) !== '0x')
        return { document: { safe }, nonces: new Map(), refused }
      const [pending, { maxFeePerGas, priority }] = await Promise.all([
        ask(quantity, 'eth_getTransactionCount', [source, 'pending']),
        feesNow(ask),
      ])
      const nonces = reserve(
        calls.map(({ payment }) => payment),
        Number(pending),
      )
      const transactions = calls.map(({ payment, call, gas }) => {
        const nonce = nonces.get(payment.withdrawalId) ?? 0
        const unsigned = {
          type: 'eip1559',
          ...{ chainId, nonce, to: getAddress(call.to), value: call.value, data: call.data, gas },
          ...{ maxFeePerGas, maxPriorityFeePerGas: priority },
        } as const
        return {
          withdrawal: payment.withdrawalId,
          ...unsigned,
          ...{ value: String(call.value), gas: String(gas), maxFeePerGas: String(maxFeePerGas) },
          maxPriorityFeePerGas: String(priority),
          serialized: serializeTransaction(unsigned),
        }
      })
      return { document: { from: source, transactions }, nonces, refused }
    },
    read: (payments, text) => readSigned(ask, config, payments, text),
    send: async (raw) => {
      try {
        await ask(v.unknown(), 'eth_sendRawTransaction', [raw])
      } catch (failure) {
        if (failure instanceof NodeRefusal && /already known|already imported/i.test(failure.message)) return
        throw failure
      }
    },
  }
}

async function feesNow(ask: Ask) {
  const [priority, block] = await Promise.all([
    ask(quantity, 'eth_maxPriorityFeePerGas', []),
    ask(header, 'eth_getBlockByNumber', ['latest', false]),
  ])
  // Twice the base fee lasts for about six full blocks.
  return { priority, maxFeePerGas: (block?.baseFeePerGas ?? 0n) * 2n + priority }
}

/** Reserved nonces stay; the others get the next free ones. */
function reserve(payments: readonly Payment[], pending: number): Map<number, number> {
  const taken = new Set(payments.flatMap(({ nonce }) => nonce ?? []))
  let next = pending
  return new Map(
    payments.map(({ withdrawalId, nonce }) => {
      if (nonce !== null) return [withdrawalId, nonce]
      while (taken.has(next)) next += 1
      next += 1
      return [withdrawalId, next - 1]
    }),
  )
}

/** Other types have wider effects: eip7702 can give a stranger control of the source. */
const PLAIN_TYPES: ReadonlySet<string | undefined> = new Set(['legacy', 'eip2930', 'eip1559'])

/** A signer may be in a hurry, but must not burn the source's coins as fees. Bitcoin's node bounds the fee itself (`maxfeerate`). */
const FEE_MARGIN = 10n

/** One signed transaction per line. */
async function readSigned(
  ask: Ask,
  config: Config,
  payments: readonly Payment[],
  text: string,
): Promise<Outcome<readonly Signed[], SignedRefusal>> {
  const [chainId, { maxFeePerGas }] = await Promise.all([chainOf(ask, config), feesNow(ask)])
  const open = new Map(payments.map((payment) => [payment.withdrawalId, payment]))
  const signed: Signed[] = []
  for (const line of text.split(/[\s,"[\]]/).filter(Boolean)) {
    const read = await readOne(line)
    if (!read) return refuse('payout_signed_malformed')
    const found = [...open.values()].find((payment) => {
      const call = callOf(config, payment)
      return (
        PLAIN_TYPES.has(read.type) &&
        read.from.toLowerCase() === config.source.toLowerCase() &&
        read.chainId === chainId &&
        (payment.nonce === null || payment.nonce === read.nonce) &&
        isAddressEqual(getAddress(call.to), read.to) &&
        call.value === read.value &&
        call.data === read.data
      )
    })
    if (!found) return refuse('payout_signed_foreign')
    if (read.feePerGas > maxFeePerGas * FEE_MARGIN) return refuse('payout_fee_too_high')
    open.delete(found.withdrawalId)
    signed.push({ withdrawalId: found.withdrawalId, txId: keccak256(read.raw), raw: read.raw, nonce: read.nonce })
  }
  return signed.length > 0 ? done(signed) : refuse('payout_signed_malformed')
}

async function readOne(line: string) {
  try {
    const raw = line as TransactionSerialized
    const { type, chainId, nonce = 0, to, value = 0n, data = '0x', ...fees } = parseTransaction(raw)
    const feePerGas = fees.maxFeePerGas ?? fees.gasPrice ?? 0n
    const from = await recoverTransactionAddress({ serializedTransaction: raw })
    return to ? { raw: raw as Hex, type, from, chainId, nonce, to, value, data, feePerGas } : null
  } catch {
    return null
  }
}
