// The only message of a client on an account's socket: resume after an event number. All other requests use HTTP.

import * as v from 'valibot'
import type { Resume } from './account'

const resume = v.strictObject({ type: v.literal('resume'), after: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })

const TEXT_LENGTH_MAX = 100

/** Parses a socket message; null when malformed. */
export function parseResume(text: unknown): Resume | null {
  if (typeof text !== 'string' || text.length > TEXT_LENGTH_MAX) return null
  try {
    const parsed = v.safeParse(resume, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    // Not JSON at all.
    return null
  }
}
