// A site: its document of operations, and signed requests.

import { randomUUID, sign } from 'node:crypto'
import { Wrong, readPrivateKey } from './profiles.mjs'

const METHODS = ['get', 'post', 'put', 'delete']

/** Origin of an address: HTTPS, or HTTP on this machine. */
export function siteOf(address) {
  if (!URL.canParse(address)) throw new Wrong('site_malformed', 'A site is an address such as https://example.com')
  const { protocol, hostname, origin } = new URL(address)
  const isHere = protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !isHere) throw new Wrong('site_malformed', 'A site is reached by HTTPS')
  return origin
}

/** Operations of /api/v1 that a program may call, by their id. */
export async function readOperations(site) {
  const { body } = await ask(`${site}/api/openapi.json`, {})
  try {
    return operationsOf(body)
  } catch {
    throw new Wrong('answer_malformed', `${site} answered without a document of its operations`, 3)
  }
}

function operationsOf(document) {
  const operations = new Map()
  for (const [path, methods] of Object.entries(document?.paths ?? {}))
    for (const method of METHODS) {
      const described = methods[method]
      const scope = described?.['x-key-scope'] ?? null
      if (!described || !path.startsWith('/v1/') || (scope === null && described.security.length > 0)) continue
      const { operationId: id, summary } = described
      operations.set(id, {
        id,
        summary,
        scope,
        path,
        method,
        isPublic: described.security.length === 0,
        ...inputOf(described),
      })
    }
  return operations
}

function inputOf({ parameters, requestBody }) {
  const body = requestBody?.content['application/json'].schema
  if (body) return { properties: body.properties, required: body.required }
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return {
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  }
}

export async function call(site, operation, { fields, commandId, profile }) {
  const isInQuery = operation.method === 'get' || operation.method === 'delete'
  const query = isInQuery ? new URLSearchParams(fields).toString() : ''
  const path = `/api${operation.path}${query && `?${query}`}`
  const body = isInQuery ? '' : JSON.stringify(typed(fields, operation.properties))
  const method = operation.method.toUpperCase()
  const headers = {
    Accept: 'application/json, application/problem+json',
    ...(body && { 'Content-Type': 'application/json' }),
  }
  if (profile) Object.assign(headers, signature(profile, { method, path, body, commandId }))
  return ask(site + path, { method, headers, ...(body && { body }) })
}

/** Lists and objects are written as JSON. */
const typed = (fields, properties) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      /array|object/.test(properties[name].type) ? readJson(name, text) : text,
    ]),
  )

function readJson(name, text) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Wrong('field_malformed', `--${name} is JSON`)
  }
}

function signature(profile, { method, path, body, commandId = method === 'GET' ? '' : randomUUID() }) {
  const timestamp = String(Date.now())
  const text = [timestamp, 5000, method, path, commandId, body].join('\n')
  return {
    'Api-Key': profile.key,
    'Api-Timestamp': timestamp,
    'Api-Recv-Window': '5000',
    'Api-Signature': sign(null, Buffer.from(text), readPrivateKey(profile)).toString('base64'),
    ...(commandId && { 'Idempotency-Key': commandId }),
  }
}

/** Follows no redirect: a signature is for this address. */
async function ask(url, init) {
  let answer
  try {
    answer = await fetch(url, { ...init, redirect: 'error' })
  } catch (failure) {
    throw new Wrong('site_unreachable', `${new URL(url).origin}: ${failure.cause?.message ?? failure.message}`, 3)
  }
  const text = await answer.text()
  try {
    const body = JSON.parse(text)
    const isOk = answer.ok && body.type !== 'error'
    return { isOk, body: isOk && body.type === 'ok' ? body.message : body }
  } catch {
    throw new Wrong('answer_malformed', `${new URL(url).origin} answered ${answer.status} without JSON`, 3)
  }
}
