// Log lines of Worker and rooms: one JSON object each, with the trace, and without personal data. Names of accounts are numbers; mail
// addresses, phone numbers, network addresses, tokens and the values of a failed query are cut out.

import { count } from './counters'
import { currentTrace } from './trace'

type Level = 'error' | 'warning'

const STACK_LINES_MAX = 8
const TEXT_LENGTH_MAX = 500

export const logError = (text: string, failure?: unknown): void => write('error', text, failure)
export const logWarning = (text: string, failure?: unknown): void => write('warning', text, failure)

function write(level: Level, text: string, failure: unknown): void {
  count('cm_log_lines', { level })
  const line = {
    at: new Date().toISOString(),
    level,
    trace: currentTrace() ?? null,
    text: scrub(text),
    ...(failure === undefined ? {} : { failure: describe(failure) }),
  }
  const say = level === 'error' ? console.error : console.warn
  say(JSON.stringify(line))
}

function describe(failure: unknown, depth = 0): object {
  if (!(failure instanceof Error)) return { text: scrub(typeof failure === 'string' ? failure : String(failure)) }
  return {
    name: failure.name,
    text: scrub(failure.message),
    stack: stackOf(failure),
    ...(failure.cause === undefined || depth > 1 ? {} : { cause: describe(failure.cause, depth + 1) }),
  }
}

/** Places only: the message before them is written scrubbed. */
const stackOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, STACK_LINES_MAX)
    .map((line) => line.trim())

const CUT: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Drizzle writes the values of a failed query behind it.
  [/\bparams: [^]*/, 'params: …'],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<address>'],
  [/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '<mail>'],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, '<token>'],
  [/\b(?:Bearer|Basic)\s+\S+/gi, '<token>'],
  [/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g, '<ip>'],
  [
    /(?<![\w:])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{0,4})/gi,
    '<ip>',
  ],
  [/\+\d[\d ()-]{6,}\d/g, '<phone>'],
  [/\b[\w-]{40,}\b/g, '<token>'],
]

/** A text without what could name a person or open a door. */
export const scrub = (text: string): string =>
  CUT.reduce((cut, [pattern, instead]) => cut.replace(pattern, instead), text).slice(0, TEXT_LENGTH_MAX)
