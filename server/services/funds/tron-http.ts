// TRON's HTTP API as its full nodes and TronGrid speak it: JSON by POST. A node's error is thrown with its words, for the operator's log.

import * as v from 'valibot'
import { CallMeter } from './call-meter'
import { readJson } from './json-rpc'

const TIMEOUT_MS = 15_000

export type TronHttp = (path: string, body: object) => Promise<unknown>

const refusal = v.object({ Error: v.unknown() })

/** Amounts of sixteen digits and more as texts: a number would lose their last units. A text's own quotes are escaped and look otherwise. */
const keepDigits = (text: string): string => text.replace(/"amount"\s*:\s*(\d{16,})(?=\s*[,}])/g, '"amount":"$1"')

/** TronGrid's key, where one is needed, is the user of the address and goes into a header. */
export function openTronNode(address: string, meter = new CallMeter(Infinity)): TronHttp {
  const url = new URL(address)
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (url.username) headers.set('TRON-PRO-API-KEY', decodeURIComponent(url.username))
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`
  return async (path, body) => {
    meter.take()
    const sent = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) }
    const response = await fetch(`${base}/wallet/${path}`, sent)
    if (!response.ok) throw new Error(`${path}: the node answered ${response.status}`)
    const answer = await readJson(response, path, keepDigits)
    const refused = v.safeParse(refusal, answer)
    if (refused.success && refused.output.Error !== undefined)
      throw new Error(`${path}: ${JSON.stringify(refused.output.Error)}`)
    return answer
  }
}
