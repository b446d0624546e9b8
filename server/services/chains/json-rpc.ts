// JSON-RPC 2.0 over HTTP, as the nodes of chains speak it. A node's error is thrown with its words, for the operator's log, and so is an
// answer that is not what is documented: "no such transaction" is only what a node has said in so many words.

import * as v from 'valibot'
import { CallMeter } from './call-meter'

const TIMEOUT_MS = 15_000

export type JsonRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A node's own refusal, with the code of its protocol. */
export class NodeRefusal extends Error {
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`)
    this.code = code
  }
}

/** Null where the node refuses for such a reason; what else it refuses is thrown. */
export async function orNull<Value>(
  asked: Promise<Value>,
  isSuch: (refusal: NodeRefusal) => boolean,
): Promise<Value | null> {
  try {
    return await asked
  } catch (failure) {
    if (failure instanceof NodeRefusal && isSuch(failure)) return null
    throw failure
  }
}

const refusal = v.object({ error: v.object({ code: v.number(), message: v.string() }) })
/** Bitcoin's nodes say `error: null` beside a result. A null result is one; none at all, as gateways send it with their own words, is not. */
const success = v.object({ result: v.unknown(), error: v.optional(v.null()) })

/** User and password, where the node asks for them, are in the address and go into a header. An answer's text may be changed before it is read. */
export function openNode(address: string, meter = new CallMeter(Infinity), change?: (text: string) => string): JsonRpc {
  const url = new URL(address)
  const headers = new Headers({ 'Content-Type': 'application/json' })
  const { username, password } = url
  if (username)
    headers.set('Authorization', `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`)
  url.username = ''
  url.password = ''
  let calls = 0
  return async (method, params) => {
    meter.take()
    calls += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id: calls, method, params })
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const answer = await readJson(response, method, change)
    const refused = v.safeParse(refusal, answer)
    if (refused.success) throw new NodeRefusal(method, refused.output.error.code, refused.output.error.message)
    const told = v.safeParse(success, answer)
    if (!told.success || told.output.result === undefined)
      throw new Error(`${method}: the node answered ${response.status} and neither a result nor an error`)
    return told.output.result
  }
}

/** Bitcoin's node answers its errors with status 500 and a body that says which. The text may be changed before it is read. */
export async function readJson(
  response: Response,
  call: string,
  change = (text: string): string => text,
): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(change(text)) as unknown
  } catch {
    throw new Error(`${call}: the node answered ${response.status} and no JSON`)
  }
}

/** What a call answered, in the shape that is documented for it. */
export function readAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  call: string,
  answer: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, answer)
  if (read.success) return read.output
  const [issue] = read.issues
  throw new Error(`${call}: the answer is not as documented: ${v.getDotPath(issue) ?? 'all of it'}, ${issue.message}`)
}
