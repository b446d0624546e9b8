// Outgoing transactions of Bitcoin and Litecoin by their node's wallet, which has no private key: it chooses coins and writes a PSBT
// (BIP 174) with the derivation paths that signers need, and finalises the signed one. Dogecoin's node knows no PSBT; its transactions are
// only found and sent.

import * as v from 'valibot'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { PayoutSight } from '#domain/funds/payout'
import { isNotKnown, unitsOf } from './bitcoin'
import { type JsonRpc, NodeRefusal, orNull, readAnswer } from './json-rpc'
import {
  type Payer,
  type Payment,
  type Sent,
  type Signed,
  type SignedRefusal,
  type Signing,
  assetUnits,
  chainUnits,
} from './payer'

const DECIMALS = 8
const coins = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => unitsOf(String(value))),
)
const sentTransaction = v.object({
  confirmations: v.pipe(v.number(), v.safeInteger()),
  fee: v.optional(coins),
  blocktime: v.optional(v.pipe(v.number(), v.safeInteger())),
  details: v.array(v.object({ category: v.string(), address: v.optional(v.string()), amount: coins })),
})
const decoded = v.object({
  txid: v.string(),
  vin: v.array(v.object({ txid: v.optional(v.string()), vout: v.optional(v.number()) })),
  vout: v.array(
    v.object({
      value: coins,
      scriptPubKey: v.object({ address: v.optional(v.string()), addresses: v.optional(v.array(v.string())) }),
    }),
  ),
})
const inputs = v.array(v.object({ txid: v.string(), vout: v.number() }))
/** Earlier document of a batch, whose coins a new one must use again. */
const earlierDocument = v.object({ inputs })

type Ask = <Schema extends v.GenericSchema>(
  schema: Schema,
  method: string,
  params: readonly unknown[],
) => Promise<v.InferOutput<Schema>>

export function bitcoinPayer(rpc: JsonRpc, coin: string): Payer {
  const ask: Ask = async (schema, method, params) => readAnswer(schema, method, await rpc(method, params))
  return {
    knowsSource: true,
    look: (payment, sent) => look(ask, payment, sent),
    signing: signingOf(ask, coin),
    float: async () => [{ assetCode: coin, units: await ask(coins, 'getbalance', ['*', 1, true]), decimals: DECIMALS }],
  }
}

async function look(ask: Ask, payment: Payment, { txId, raw }: Sent): Promise<PayoutSight> {
  const found = await orNull(ask(sentTransaction, 'gettransaction', [txId, true]), isNotKnown)
  if (!found) return { is: raw !== '' && (await isExcluded(ask, raw)) ? 'replaced' : 'missing' }
  // Below zero: a block has another transaction with its inputs.
  if (found.confirmations < 0) return { is: 'replaced' }
  if (found.confirmations === 0) return { is: 'pending' }
  const units = found.details
    .filter(({ category, address }) => category === 'send' && address === payment.target)
    .reduce((sum, { amount }) => sum + size(amount), 0n)
  return {
    is: 'placed',
    confirmations: found.confirmations,
    hasFailed: false,
    minedAt: found.blocktime === undefined ? null : found.blocktime * 1_000,
    paid: assetUnits(payment, units, DECIMALS),
    networkFee: found.fee === undefined ? null : size(found.fee),
  }
}

/** Another transaction spent one of its coins. */
async function isExcluded(ask: Ask, raw: string): Promise<boolean> {
  const { vin } = await ask(decoded, 'decoderawtransaction', [raw])
  for (const { txid, vout } of vin)
    if ((await ask(v.nullable(v.object({ confirmations: v.number() })), 'gettxout', [txid, vout, true])) === null)
      return true
  return false
}

/** The wallet writes sent amounts below zero. */
const size = (units: bigint): bigint => (units < 0n ? -units : units)

const coinText = (units: bigint): string => {
  const text = String(units).padStart(DECIMALS + 1, '0')
  return `${text.slice(0, -DECIMALS)}.${text.slice(-DECIMALS)}`
}

function signingOf(ask: Ask, coin: string): Signing | null {
  if (coin === 'DOGE') return null
  return {
    prepare: async (payments, earlier) => {
      const before = v.safeParse(earlierDocument, earlier)
      const used = before.success ? before.output.inputs : []
      const outputs = payments.map((payment) => ({ [payment.target]: coinText(chainUnits(payment, DECIMALS)) }))
      const options = { add_inputs: true, includeWatching: true, lockUnspents: true, replaceable: true }
      const made = await ask(v.object({ psbt: v.string(), fee: coins }), 'walletcreatefundedpsbt', [
        ...[used, outputs, 0, options, true],
      ])
      const { tx } = await ask(v.object({ tx: decoded }), 'decodepsbt', [made.psbt])
      return {
        document: {
          psbt: made.psbt,
          fee: coinText(size(made.fee)),
          inputs: tx.vin.flatMap(({ txid, vout }) =>
            txid !== undefined && vout !== undefined ? [{ txid, vout }] : [],
          ),
        },
        nonces: new Map(),
        refused: [],
      }
    },
    read: (payments, text) => readSigned(ask, payments, text.trim()),
    send: async (raw) => {
      try {
        await ask(v.unknown(), 'sendrawtransaction', [raw])
      } catch (failure) {
        // RPC_VERIFY_ALREADY_IN_CHAIN, or already in the node's pool.
        if (failure instanceof NodeRefusal && (failure.code === -27 || /already/i.test(failure.message))) return
        throw failure
      }
    },
  }
}

/** A PSBT in hexadecimal: "psbt" and 0xff. */
const PSBT_IN_HEX = /^70736274ff/i

/**
 * A signed PSBT in base64 or hexadecimal, or the finished transaction in hexadecimal: one transaction that pays every withdrawal of the batch.
 * Programs break long texts into lines.
 */
async function readSigned(
  ask: Ask,
  payments: readonly Payment[],
  written: string,
): Promise<Outcome<readonly Signed[], SignedRefusal>> {
  const isRefused = () => true
  const finished = v.object({ hex: v.optional(v.string()), complete: v.boolean() })
  const text = written.replace(/\s/g, '')
  const isHex = /^[0-9a-f]+$/i.test(text)
  const isPsbt = !isHex || PSBT_IN_HEX.test(text)
  const psbt = isHex ? Buffer.from(text, 'hex').toString('base64') : text
  const raw = isPsbt ? (await orNull(ask(finished, 'finalizepsbt', [psbt]), isRefused))?.hex : text
  const read = raw === undefined ? null : await orNull(ask(decoded, 'decoderawtransaction', [raw]), isRefused)
  if (raw === undefined || !read) return refuse('payout_signed_malformed')
  const addressOf = ({ address, addresses }: (typeof read.vout)[number]['scriptPubKey']) =>
    address ?? addresses?.[0] ?? ''
  const outputs = read.vout.map(({ value, scriptPubKey }) => ({ address: addressOf(scriptPubKey), value }))
  for (const payment of payments) {
    const units = chainUnits(payment, DECIMALS)
    const at = outputs.findIndex(({ address, value }) => address === payment.target && value === units)
    if (at < 0) return refuse('payout_signed_foreign')
    outputs.splice(at, 1)
  }
  // Every further output is change, to ourselves.
  const own = v.object({ ismine: v.boolean(), iswatchonly: v.optional(v.boolean()), ischange: v.optional(v.boolean()) })
  for (const { address } of outputs) {
    const info = address === '' ? null : await orNull(ask(own, 'getaddressinfo', [address]), isRefused)
    if (!info?.ismine && !info?.iswatchonly) return refuse('payout_signed_foreign')
  }
  return done(payments.map(({ withdrawalId }) => ({ withdrawalId, txId: read.txid, raw, nonce: null })))
}
