// Envelope of every API answer: HTTP 200, `type` as a string, and payload or a message in the caller's language. Only
// these functions write answers, so internal messages cannot leak.

import type { Language } from '#domain/language'
import type { Refusal } from '#domain/outcome'
import { refusalText } from '#services/words'

/** "999": log in first. "998": verify your identity first. Both are compared as strings by clients. */
export type FailureType = 'error' | '998' | '999'

/** `message` is the usual envelope; only the chart's endpoint answers with `code` and `data`. */
export type Frame = 'message' | 'kline'

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

export function answerOk(frame: Frame, value: unknown): Response {
  return write(frame === 'kline' ? { code: 1, msg: '', data: value } : { type: 'ok', message: value ?? null })
}

export function answerRefusal(frame: Frame, language: Language, refusal: Refusal): Response {
  const text = refusalText(language, refusal)
  const type = failureType(refusal.code)
  if (frame === 'kline' && type === 'error') return write({ code: -1, msg: text, data: [] })
  return write({ type, message: text })
}

function failureType(code: string): FailureType {
  if (code === 'session_missing' || code === 'session_ended') return '999'
  if (code === 'identity_check_needed') return '998'
  return 'error'
}

const write = (body: unknown): Response => new Response(JSON.stringify(body), { headers: HEADERS })
