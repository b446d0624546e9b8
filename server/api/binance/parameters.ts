// Reads parameters of the Binance Spot dialect from query and form body. Refuses duplicate, undeclared, missing and malformed ones.

import * as v from 'valibot'
import { clientOrderId, decimal } from '#services/input'
import { type InputSchema, readExactInput } from '#services/operation'
import { BODY_KB_MAX, readBoundedBody } from '#session/bounded-body'
import { type FaultOr, failed, succeed } from './fault'

/** Parameters, and the signed text: raw query and body without `signature`. */
export interface Sent {
  readonly parameters: ReadonlyMap<string, string>
  readonly signature: string | null
  readonly payload: string
}

/** Far more than any endpoint takes. Names are compared with each other, before anybody knows who sent them. */
const PARAMETERS_MAX = 100

export async function readSent(request: Request): Promise<FaultOr<Sent>> {
  const query = new URL(request.url).search.slice(1)
  const bytes = request.body === null ? new Uint8Array() : await readBoundedBody(request, BODY_KB_MAX)
  if (!bytes) return failed(-1101, 'Too many parameters sent for this endpoint.')
  const body = new TextDecoder().decode(bytes)
  // Signed texts of /api/v1 have line feeds, and those of this dialect none: no signature is good for both.
  if (/[\r\n]/.test(body)) return failed(-1100, "Illegal characters found in parameter 'body'; legal range is a form.")
  const parts = [query, body].map((text) => text.split('&').filter((pair) => pair !== ''))
  const pairs = [...new URLSearchParams(parts.flat().join('&'))]
  const parameters = new Map(pairs)
  if (pairs.length > PARAMETERS_MAX) return failed(-1101, 'Too many parameters sent for this endpoint.')
  const doubled = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) !== index)
  if (doubled) return failed(-1101, `Duplicate values for parameter '${wordOf(doubled[0])}' detected.`)
  const signature = parameters.get('signature') ?? null
  parameters.delete('signature')
  const payload = parts.map((pair) => pair.filter((text) => !text.startsWith('signature=')).join('&')).join('')
  return succeed({ parameters, signature, payload })
}

/** Codes of parameters whose wrong value has a number of its own. */
const MALFORMED: Readonly<Record<string, readonly [code: number, msg: string]>> = {
  timeInForce: [-1115, 'Invalid timeInForce.'],
  type: [-1116, 'Invalid orderType.'],
  side: [-1117, 'Invalid side.'],
  interval: [-1120, 'Invalid interval.'],
  symbol: [-1121, 'Invalid symbol.'],
  recvWindow: [-1131, 'recvWindow must be less than 60000'],
}

export function readParameters<Schema extends InputSchema>(
  schema: Schema,
  { parameters }: Pick<Sent, 'parameters'>,
): FaultOr<v.InferOutput<Schema>> {
  const empty = [...parameters].find(([, value]) => value === '')
  if (empty) return failed(-1105, `Parameter '${wordOf(empty[0])}' was empty.`)
  const input = readExactInput(schema, Object.fromEntries(parameters))
  if (input.ok) return succeed(input.value)
  const { code, facts } = input.refusal
  const field = wordOf(facts['field'] ?? '')
  if (code === 'field_not_taken') {
    const taken = Object.keys(schema.entries).filter((name) => parameters.has(name)).length
    const counts = `read '${taken}' parameter(s) but was sent '${parameters.size}'`
    return failed(-1104, `Not all sent parameters were read; ${counts}.`)
  }
  if (code === 'field_missing') return mandatory(field)
  const [number, msg] = MALFORMED[field] ?? [-1100, `Illegal characters found in parameter '${field}'.`]
  return failed(number, msg)
}

export const mandatory = (field: string) =>
  failed(-1102, `Mandatory parameter '${field}' was not sent, was empty/null, or malformed.`)
export const notRequired = (field: string) => failed(-1106, `Parameter '${field}' sent when not required.`)

/** A name as an answer may repeat it. */
const wordOf = (name: string): string => name.replace(/[^\w[\].]/g, '').slice(0, 40)

const digits = (longest: number) => v.pipe(v.string(), v.regex(new RegExp(`^\\d{1,${longest}}$`)), v.transform(Number))

/** "BTCUSDT". */
export const symbolName = v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,24}$/))
export const instant = digits(15)
export const orderId = v.pipe(digits(15), v.minValue(1))
export const rowLimit = (preset: number, most: number) =>
  v.optional(
    v.pipe(
      digits(6),
      v.minValue(1),
      v.transform((asked) => Math.min(asked, most)),
    ),
    String(preset),
  )
export const amount = decimal
export const clientId = clientOrderId
/** Fields of every signed request; `readSigner` checks them. */
export const signedFields = { timestamp: v.string(), recvWindow: v.optional(v.string()) }
