// Request of the trial form: what `fetch` is called with. Empty fields are left out.

import type { OperationPage } from '../../reference/document.server'

export interface Sent {
  readonly ok: true
  readonly url: string
  readonly init: RequestInit
}
/** Field whose text is no JSON. */
interface BadField {
  readonly ok: false
  readonly field: string
}

export function makeRequest({ method, path, takes }: OperationPage, form: FormData): Sent | BadField {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  const body: Record<string, unknown> = {}
  const files = new FormData()
  for (const { name, place, kind } of takes) {
    const value = form.get(`${place}.${name}`)
    if (value === null || value === '' || (typeof value !== 'string' && value.size === 0)) continue
    if (typeof value !== 'string') files.set(name, value)
    else if (place === 'query') query.set(name, value)
    else if (place === 'header') headers[name] = value
    else if (kind === 'text') body[name] = value
    else {
      const read = readJson(value)
      if (read === undefined) return { ok: false, field: name }
      body[name] = read
    }
  }
  const url = query.size === 0 ? path : `${path}?${query.toString()}`
  if (!takes.some(({ place }) => place === 'body')) return { ok: true, url, init: { method, headers } }
  if (takes.some(({ kind }) => kind === 'file')) {
    for (const [name, value] of Object.entries(body)) files.set(name, String(value))
    return { ok: true, url, init: { method, headers, body: files } }
  }
  const json = { ...headers, 'Content-Type': 'application/json' }
  return { ok: true, url, init: { method, headers: json, body: JSON.stringify(body) } }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
