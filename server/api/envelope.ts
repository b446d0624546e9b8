// Envelope of every API answer: HTTP 200, `type` as a string, and payload or a message in the caller's language; programs on /v1 get
// failures with their HTTP status, as problem details (RFC 9457). Only these functions write answers, so internal messages cannot leak.

import type { Language } from '#domain/language'
import type { Refusal } from '#domain/outcome'
import { refusalText } from '#services/words'
import { statusOf } from './status'

/** "999": log in first. "998": verify your identity first. Both are compared as strings by clients. */
type FailureType = 'error' | '998' | '999'

/** `message` is the usual envelope; only the chart's endpoint answers with `code` and `data`; `problem` is for programs. */
export type Frame = 'message' | 'kline' | 'problem'

export const PROBLEM_TYPE = 'application/problem+json'

/** Programs with a key, and who asks for problem details, hear failures by HTTP; everyone else in the envelope. */
export const frameFor = (request: Request, isByKey: boolean, frame: Frame = 'message'): Frame =>
  new URL(request.url).pathname.startsWith('/api/v1/') &&
  (isByKey || (request.headers.get('Accept') ?? '').includes(PROBLEM_TYPE))
    ? 'problem'
    : frame

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

/** Payload already encoded as JSON, because many answers share most of it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export function answerOk(frame: Frame, value: unknown): Response {
  if (value instanceof JsonText) return new Response(`{"type":"ok","message":${value.text}}`, { headers: HEADERS })
  return write(frame === 'kline' ? { code: 1, msg: '', data: value } : { type: 'ok', message: value ?? null })
}

export function answerRefusal(frame: Frame, language: Language, refusal: Refusal): Response {
  const text = refusalText(language, refusal)
  if (frame === 'problem') return writeProblem(refusal, text)
  const type = failureType(refusal.code)
  if (frame === 'kline' && type === 'error') return write({ code: -1, msg: text, data: [] })
  return write({ type, message: text })
}

function failureType(code: string): FailureType {
  if (code === 'session_missing' || code === 'session_ended') return '999'
  if (code === 'identity_check_needed') return '998'
  return 'error'
}

/** `code` is closed and stays; `detail` is a sentence in the caller's language; `type` names the code for all time. */
function writeProblem({ code, facts }: Refusal, detail: string): Response {
  const status = statusOf(code)
  const headers = new Headers({ ...HEADERS, 'Content-Type': `${PROBLEM_TYPE}; charset=utf-8` })
  if (status === 401) headers.set('WWW-Authenticate', 'Api-Key')
  const seconds = facts['seconds']
  if (seconds !== undefined && (status === 429 || status === 503)) headers.set('Retry-After', seconds)
  return new Response(JSON.stringify(problemOf({ code, facts }, detail)), { status, headers })
}

/** Problem details (RFC 9457) of a refusal. */
export const problemOf = ({ code, facts }: Refusal, detail: string) => ({
  type: `urn:cm:refusal:${code}`,
  title: code.replaceAll('_', ' '),
  status: statusOf(code),
  code,
  detail,
  facts,
})

const write = (body: unknown): Response => new Response(JSON.stringify(body), { headers: HEADERS })
