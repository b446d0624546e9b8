// Signed texts of this site: readable by anyone, forgeable by nobody, valid for one purpose.

import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { isSameText } from '#domain/same-text'

type Purpose = 'client' | 'code' | 'access' | 'refresh'
type Sealing = Pick<Env, 'SESSION_SECRET'>

/** "content.seal": base64url of the JSON, and 43 characters. */
export function seal(env: Sealing, purpose: Purpose, content: object): string {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${body}.${sealOf(env, purpose, body)}`
}

/** The content, or null for an invalid signature or another purpose. */
export function unseal<Schema extends v.GenericSchema>(
  env: Sealing,
  purpose: Purpose,
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | null {
  const [body = '', mark = '', ...rest] = text.split('.')
  if (rest.length > 0 || !isSameText(sealOf(env, purpose, body), mark)) return null
  return v.parse(schema, JSON.parse(Buffer.from(body, 'base64url').toString()))
}

// Neither a session token nor an API key's secret signs a text that begins so.
const sealOf = ({ SESSION_SECRET }: Sealing, purpose: Purpose, body: string): string =>
  createHmac('sha256', SESSION_SECRET).update(`agent ${purpose}\n${body}`).digest('base64url')
