// Amount formatting while typing: groups digits by language, keeps the caret position, never drops or guesses input.
// Incomplete text stays unchanged; `plainDecimal` parses the result. Pure.

import type { FormEvent } from 'react'
import type { Language } from '#domain/language'
import { formatUnits } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { type NumberSigns, groupWhole, signsOf } from '#domain/number-writing'
import { cutDecimals, unitsOf } from './decimal-text'

/** Formats plain decimal text for a field: "1234.5" becomes "1,234.5", in French "1 234,5". */
export function typedAmount(plain: string, language: Language): string {
  const signs = signsOf(language)
  const [whole = '', ...fraction] = plain.split('.')
  if (!/^\d*$/.test(whole) || fraction.length > 1) return plain
  return [groupWhole(whole, signs), ...fraction].join(signs.decimal)
}

interface Typing {
  /** Text of the field before the last key. */
  readonly before: string
  readonly text: string
  readonly caret: number
}

export interface Typed {
  readonly text: string
  readonly caret: number
}

/** Field text and caret after a key. */
export function retypeAmount({ before, text, caret }: Typing, language: Language): Typed {
  const plain = readTyping(before, text, signsOf(language))
  if (plain === null) return { text, caret }
  const grouped = typedAmount(plain, language)
  return { text: grouped, caret: caretAfter(grouped, countMeant(text.slice(0, caret), signsOf(language)), language) }
}

/** Plain decimal text for unambiguous input, otherwise null. */
function readTyping(before: string, text: string, signs: NumberSigns): string | null {
  const typed = narrow(text)
  if (signs.decimal === ',') {
    const plain = typed.replace(/[ \u00a0\u202f]/g, '').replace(/[.,]/, '.')
    return isDecimal(plain) ? plain : null
  }
  // A typed comma may be meant as a decimal sign, so only valid grouping commas are removed.
  if (
    typed.includes(',') &&
    !isWellGrouped(typed) &&
    (!isOurs(before, signs) || inserted(before, typed).includes(','))
  ) {
    return null
  }
  const plain = typed.replaceAll(',', '')
  return isDecimal(plain) ? plain : null
}

const isDecimal = (text: string): boolean => /^\d*\.?\d*$/.test(text) && text !== ''
const isWellGrouped = (text: string): boolean => /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)
const isOurs = (text: string, signs: NumberSigns): boolean => {
  const [whole = ''] = text.split(signs.decimal)
  return groupWhole(whole.replaceAll(signs.group, ''), signs) === whole
}

/** Converts full-width digits and signs of a Japanese keyboard. */
const narrow = (text: string): string =>
  text.replace(/[\uff0c\uff0e\uff10-\uff19]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Text inserted by the last key or paste. */
function inserted(before: string, after: string): string {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.slice(start, after.length - end)
}

const countMeant = (text: string, { group }: NumberSigns): number =>
  [...narrow(text)].filter((char) => char !== group && char !== ' ' && char !== '\u00a0').length

function caretAfter(text: string, meant: number, language: Language): number {
  const { group } = signsOf(language)
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === meant) return index
    if (text[index] !== group) seen += 1
  }
  return text.length
}

/** `percent` of a plain decimal, truncated to `scale` decimals. */
export function shareOf(plain: string, percent: number, scale: number): string {
  const units = divideDown(unitsOf(plain, scale) * BigInt(percent), 100n)
  return cutDecimals(formatUnits(units, scale), scale)
}

interface Stepping {
  readonly step: string
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** Next value up or down on the step grid, within min and max. All arguments are plain decimals. */
export function stepFrom(plain: string, direction: 1 | -1, { step, min = '0', max }: Stepping): string {
  const scale = Math.max(...[plain, step, min, max ?? ''].map((text) => text.split('.')[1]?.length ?? 0))
  const units = (text: string): bigint => unitsOf(text, scale)
  const wanted = units(plain || '0') + BigInt(direction) * units(step)
  const least = units(min)
  const most = max === undefined ? wanted : units(max)
  return cutDecimals(formatUnits(wanted < least ? least : wanted > most ? most : wanted, scale), scale)
}

/** New input text after a key: grouped, with the caret preserved. */
export function typedText(event: FormEvent<HTMLInputElement>, before: string, language: Language): string {
  const input = event.currentTarget
  // During IME composition the input method owns the text.
  if ('isComposing' in event.nativeEvent && event.nativeEvent.isComposing) return input.value
  const caret = input.selectionStart ?? input.value.length
  const typed = retypeAmount({ before, text: input.value, caret }, language)
  if (typed.text !== input.value) {
    // Set on the element first, so that React sees no change and keeps the caret.
    input.value = typed.text
    input.setSelectionRange(typed.caret, typed.caret)
  }
  return typed.text
}
