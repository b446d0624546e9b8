// Agents as OAuth 2.1 clients, registered dynamically (RFC 7591). All are public clients, so the id itself holds what was registered, under
// the site's seal: nothing is stored.

import * as v from 'valibot'
import { KEY_NAME_LENGTH_MAX } from '#domain/api-key'
import { seal, unseal } from './sealed'

const REDIRECTS_MAX = 10
const REDIRECT_LENGTH_MAX = 300
/** Of a client's id: it stands in the address of the consent page. */
const REGISTERED_LENGTH_MAX = 1_500

export interface AgentClient {
  readonly id: string
  /** As the agent calls itself. */
  readonly name: string
  readonly redirects: readonly string[]
}

/** Metadata that this site does not know is ignored, as the RFC demands. */
const wishes = v.object({
  client_name: v.optional(v.string(), ''),
  redirect_uris: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(REDIRECTS_MAX)),
})
const registered = v.object({ name: v.string(), redirects: v.array(v.string()) })

export type RegisterFailure = 'invalid_redirect_uri' | 'invalid_client_metadata'

export function registerClient(env: Env, metadata: unknown): AgentClient | RegisterFailure {
  const read = v.safeParse(wishes, metadata)
  if (!read.success) return v.getDotPath(read.issues[0])?.startsWith('redirect_uris') ? REDIRECT : METADATA
  const { client_name: called, redirect_uris: redirects } = read.output
  if (!redirects.every(isRedirect)) return REDIRECT
  const name = readableName(called) || hostOf(redirects[0] ?? '')
  const content = { name, redirects }
  if (JSON.stringify(content).length > REGISTERED_LENGTH_MAX) return METADATA
  return { id: seal(env, 'client', content), ...content }
}
const REDIRECT = 'invalid_redirect_uri'
const METADATA = 'invalid_client_metadata'

/** Null for an id that this site did not give out. */
export function readClient(env: Env, id: string): AgentClient | null {
  const content = unseal(env, 'client', registered, id)
  return content && { id, ...content }
}

/** A registered address; of one on the agent's own machine the port may differ (RFC 8252). */
export const hasRedirect = ({ redirects }: AgentClient, asked: string): boolean =>
  redirects.includes(asked) || (isRedirect(asked) && isLoopback(asked) && redirects.some(isSameButPort(asked)))

const isSameButPort = (asked: string) => (redirect: string) =>
  isLoopback(redirect) && withoutPort(redirect) === withoutPort(asked)

function withoutPort(address: string): string {
  const url = new URL(address)
  url.port = ''
  return url.href
}

export const hostOf = (address: string): string => new URL(address).host

/** HTTPS, or HTTP on the agent's own machine. */
function isRedirect(address: string): boolean {
  if (address.length > REDIRECT_LENGTH_MAX || !/^[!-~]+$/.test(address) || address.includes('#')) return false
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return username === '' && password === '' && (protocol === 'https:' || isLoopback(address))
}

function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** Without characters that are invisible or turn the direction of writing. */
const readableName = (name: string): string =>
  [
    ...name
      .normalize('NFC')
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, KEY_NAME_LENGTH_MAX)
    .join('')
    .trim()
