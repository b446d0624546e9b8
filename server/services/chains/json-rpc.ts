// JSON-RPC 2.0 over HTTP. Node errors are thrown with their message for the operator's log; an undocumented answer is
// an error too, never "not found".

import * as v from 'valibot'
import { CallMeter } from './call-meter'

const TIMEOUT_MS = 15_000

export type JsonRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Error answer of a node, with its JSON-RPC code. */
export class NodeRefusal extends Error {
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`)
    this.code = code
  }
}

/** Null for refusals that match `isSuch`; others are thrown. */
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
/** Bitcoin's nodes add `error: null` to a result. A null result is valid; a missing one, as gateways send it, is not. */
const success = v.object({ result: v.unknown(), error: v.optional(v.null()) })

interface NodeCall {
  readonly headers: Headers
  readonly body: string
  /** Name of the call in errors. */
  readonly call: string
  /** Edits an answer's text before it is parsed. */
  readonly change?: ((text: string) => string) | undefined
}

/** Credentials in the URL are sent as Basic authorization. `change` edits an answer's text before it is parsed. */
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
    const { status, answer } = await postJson(url, { headers, body, call: method, change })
    const refused = v.safeParse(refusal, answer)
    if (refused.success) throw new NodeRefusal(method, refused.output.error.code, refused.output.error.message)
    const accepted = v.safeParse(success, answer)
    if (!accepted.success || accepted.output.result === undefined)
      throw new Error(`${method}: the node answered ${status} and neither a result nor an error`)
    return accepted.output.result
  }
}

/**
 * Posts JSON and reads a JSON answer, within TIMEOUT_MS. The timer ends with the answer: one run of a watcher may make ten thousand calls. Reads
 * JSON with any status: Bitcoin's node answers errors with status 500 and a JSON body.
 */
export async function postJson(
  url: URL | string,
  { call, change = (text) => text, ...sent }: NodeCall,
): Promise<{ readonly status: number; readonly answer: unknown }> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new DOMException('no answer in time', 'TimeoutError')), TIMEOUT_MS)
  try {
    const response = await fetch(url, { method: 'POST', ...sent, signal: ending.signal })
    return { status: response.status, answer: parse(change(await response.text()), call, response.status) }
  } finally {
    clearTimeout(timer)
  }
}

function parse(text: string, call: string, status: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`${call}: the node answered ${status} and no JSON`)
  }
}

/** Validates an answer against its documented shape. */
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
