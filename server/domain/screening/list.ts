// Entries of a sanctions list, and hits of a comparison with them.

import * as v from 'valibot'
import { HIT_SCORE_MIN, comparer } from './likeness'
import { type Name, isInitial, keysOf, readName, readWritten, writeName } from './names'

/** OFAC's list of specially designated nationals, and the consolidated list of the UN's Security Council. */
export const SCREENING_SOURCES = ['ofac', 'un'] as const
export type ScreeningSource = (typeof SCREENING_SOURCES)[number]

/** What is compared: a submitted identity, a withdrawal, a saved address, the sender of a deposit. */
export const SCREENED = ['identity', 'withdrawal', 'address', 'deposit'] as const
export type Screened = (typeof SCREENED)[number]

export const SCREENING_STATES = ['clear', 'open', 'cleared', 'confirmed'] as const

const words = v.pipe(v.string(), v.minLength(1), v.maxLength(400))

export const listEntry = v.strictObject({
  /** The list's own number. */
  uid: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  kind: v.picklist(['person', 'organisation', 'other']),
  /** The first is the main one. */
  names: v.pipe(v.array(words), v.minLength(1), v.maxLength(200)),
  /** "1971", "1971-03-22", "circa 1970". */
  births: v.pipe(v.array(words), v.maxLength(40)),
  /** ISO 3166-1 alpha-2 where the list's word is known, otherwise that word. */
  countries: v.pipe(v.array(words), v.maxLength(60)),
  /** Addresses on chains. */
  addresses: v.pipe(v.array(v.pipe(v.string(), v.minLength(10), v.maxLength(200))), v.maxLength(2_000)),
})
export type ListEntry = v.InferOutput<typeof listEntry>

/** Hexadecimal and bech32 addresses have one meaning in either case; others differ by it. */
export const addressKey = (address: string): string =>
  `@${/^(?:0x[\da-f]{40}|(?:bc|ltc|tb)1[02-9ac-hj-np-z]{8,87})$/i.test(address.trim()) ? address.trim().toLowerCase() : address.trim()}`

/** Where an index has the table of Chinese characters. */
export const HAN_KEY = '%han'

/** The index of a list: the lines "no name" under each key, in the order of the entries; and the table that it was made with. */
export function indexEntries(entries: readonly ListEntry[], han = ''): ReadonlyMap<string, string> {
  const index = new Map<string, Set<string>>()
  const put = (key: string, line: string) => (index.get(key) ?? index.set(key, new Set()).get(key))?.add(line)
  for (const [at, { names, addresses }] of entries.entries()) {
    for (const text of names) {
      const name = readName(text, han)
      for (const key of name ? keysOf(name) : []) if (name) put(key, `${at + 1} ${writeName(name)}`)
    }
    for (const address of addresses) put(addressKey(address), `${at + 1} @`)
  }
  const rows = [...index].map(([key, lines]) => [key, [...lines].join('\n')] as const)
  return new Map(han === '' ? rows : [...rows, [HAN_KEY, han]])
}

export interface Found {
  readonly no: number
  readonly score: number
}

/** Longer names than this share a second key with what they may match. */
const WORDS_WITH_ONE_KEY = 2

/** Entries whose names are like this one, by the index lines of its keys, best first. */
export function findNames(name: Name, found: readonly string[]): readonly Found[] {
  const shared = new Map<string, number>()
  for (const lines of found) for (const line of lines.split('\n')) shared.set(line, (shared.get(line) ?? 0) + 1)
  const compare = comparer(name)
  const lengthOf = ({ words: all }: Name) => all.filter((word) => !isInitial(word)).length
  const best = new Map<number, number>()
  for (const [line, count] of shared) {
    const space = line.indexOf(' ')
    const other = readWritten(line.slice(space + 1))
    const isLong = Math.min(lengthOf(name), lengthOf(other)) > WORDS_WITH_ONE_KEY
    if (isLong && count < 2) continue
    const score = compare(other)
    const no = parseInt(line.slice(0, space), 10)
    if (score >= HIT_SCORE_MIN && score > (best.get(no) ?? 0)) best.set(no, score)
  }
  return [...best].map(([no, score]) => ({ no, score })).sort((one, other) => other.score - one.score)
}

/** Subject text with its matching list entry. */
export interface Hit {
  readonly list: number
  readonly source: ScreeningSource
  readonly uid: string
  readonly name: string
  readonly births: readonly string[]
  readonly countries: readonly string[]
  /** The name or address that was compared. */
  readonly value: string
  /** 100 for an address. */
  readonly score: number
  /** Over value and entry: a cleared person is reviewed again when either changes. */
  readonly digest: string
}

/** Highest score first; equal scores rank a matching country first. */
export const rankHits = (hits: readonly Hit[], country: string | null): readonly Hit[] => {
  const isCompatriot = ({ countries }: Hit): boolean => country !== null && countries.includes(country)
  return [...hits.filter(isCompatriot), ...hits.filter((hit) => !isCompatriot(hit))].toSorted(
    (one, other) => other.score - one.score,
  )
}
