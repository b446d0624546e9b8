// The HTTP API of TRON's full nodes and of TronGrid: JSON by POST, with the documented shape of each answer. Any other answer is an error.

import * as v from 'valibot'
import { CallMeter } from './call-meter'
import { postJson, readAnswer } from './json-rpc'

export type TronHttp = (path: string, body: object) => Promise<unknown>

const refusal = v.object({ Error: v.unknown() })

/** Quotes amounts of sixteen digits and more: a JSON number would round them. Inside a string the quotes are escaped and do not match. */
const keepDigits = (text: string): string => text.replace(/"amount"\s*:\s*(\d{16,})(?=\s*[,}])/g, '"amount":"$1"')

/** A TronGrid API key is the user name in the URL, and is sent as a header. */
export function openTronNode(address: string, meter = new CallMeter(Infinity)): TronHttp {
  const url = new URL(address)
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (url.username) headers.set('TRON-PRO-API-KEY', decodeURIComponent(url.username))
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`
  return async (path, body) => {
    meter.take()
    const sent = { headers, body: JSON.stringify(body), call: path, change: keepDigits }
    const { status, answer } = await postJson(`${base}/wallet/${path}`, sent)
    if (status !== 200) throw new Error(`${path}: the node answered ${status}`)
    const refused = v.safeParse(refusal, answer)
    if (refused.success && refused.output.Error !== undefined)
      throw new Error(`${path}: ${JSON.stringify(refused.output.Error)}`)
    return answer
  }
}

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const header = v.object({
  blockID: v.string(),
  /** Omitted for block 0. */
  block_header: v.object({ raw_data: v.object({ number: v.optional(number, 0), timestamp: v.optional(number) }) }),
})
const transaction = v.object({
  txID: v.string(),
  ret: v.optional(v.array(v.object({ contractRet: v.optional(v.string()) }))),
  raw_data: v.object({
    contract: v.array(
      v.object({
        type: v.string(),
        // Differs for every type of contract.
        parameter: v.object({ value: v.unknown() }),
      }),
    ),
  }),
})
/** Amounts above 2^53 arrive as text (`keepDigits`), because a JSON number would round them. */
const units = v.pipe(
  v.union([number, v.pipe(v.string(), v.regex(/^\d{1,19}$/))]),
  v.transform((told) => BigInt(told)),
)
/** TransferContract parameters. */
export const sending = v.object({ amount: v.optional(units, 0), to_address: v.optional(v.string(), '') })
const block = v.object({ ...header.entries, transactions: v.optional(v.array(transaction), []) })
const log = v.object({
  /** Twenty bytes, without TRON's 41. */
  address: v.optional(v.string(), ''),
  topics: v.optional(v.array(v.string()), []),
  data: v.optional(v.string(), ''),
})
const info = v.object({
  id: v.string(),
  blockNumber: number,
  blockTimeStamp: v.optional(number),
  receipt: v.optional(v.object({ result: v.optional(v.string()) })),
  log: v.optional(v.array(log), []),
})
/** Documented empty answer for "not found". */
const unknown = v.strictObject({})
const noInfos = v.pipe(
  unknown,
  v.transform((): Info[] => []),
)
const blocks = v.object({ block: v.optional(v.array(block), []) })

export type Header = v.InferOutput<typeof header>
export type Block = v.InferOutput<typeof block>
export type Transaction = v.InferOutput<typeof transaction>
export type TronLog = v.InferOutput<typeof log>
export type Info = v.InferOutput<typeof info>

export const tronNode = (http: TronHttp) => {
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, path: string, body: object) =>
    readAnswer(schema, path, await http(path, body))
  return {
    newest: () => ask(header, 'getnowblock', {}),
    /** `endNum` is exclusive. */
    blocks: async (startNum: number, endNum: number) =>
      (await ask(blocks, 'getblockbylimitnext', { startNum, endNum })).block,
    block: async (height: number) => {
      const told = await ask(v.union([block, unknown]), 'getblock', { id_or_num: String(height), detail: true })
      return 'blockID' in told ? told : null
    },
    infosOf: (num: number) => ask(v.union([v.array(info), noInfos]), 'gettransactioninfobyblocknum', { num }),
    info: async (txId: string) => {
      const told = await ask(v.union([info, unknown]), 'gettransactioninfobyid', { value: txId })
      return 'id' in told ? told : null
    },
  }
}
export type TronNode = ReturnType<typeof tronNode>
