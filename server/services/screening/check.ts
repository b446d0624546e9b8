// Comparisons of people and addresses with the lists in force, and what they forbid. A comparison is stored once per subject and set of
// lists, in one batch with its review; whoever approves makes it first if it is missing, so that a crash before it loses nothing.

import type { DepositRow } from '#db/platform/deposit'
import {
  type ScreeningRow,
  type Subject,
  findEntries,
  findKeys,
  findScreening,
  findScreeningOf,
  hitReviewStatement,
  insertScreening,
  listScreeningsWithHits,
  sendersOf,
  settleScreening,
} from '#db/platform/screening'
import { HAN_KEY, type Hit, type ListEntry, addressKey, findNames, rankHits } from '#domain/screening/list'
import { keysOf, readName } from '#domain/screening/names'
import { type Outcome, done, refuse } from '#domain/outcome'
import { sha256 } from '#lib/digest'
import { seal, unseal } from '../security/seal'
import { type Edition, currentEdition } from './lists'

/** What of a subject is compared. */
export interface Compared {
  readonly userId: number
  readonly names: readonly string[]
  readonly addresses: readonly string[]
  /** ISO 3166-1 alpha-2; ranks hits. */
  readonly country: string | null
}

/** Hits, the likeliest first. */
async function findHits(env: Pick<Env, 'DB'>, { lists }: Edition, compared: Compared): Promise<readonly Hit[]> {
  const listIds = lists.map(({ id }) => id)
  const hasHan = compared.names.some((name) => /\p{Script=Han}/u.test(name))
  const [han] = hasHan ? await findKeys(env.DB, listIds, [HAN_KEY]) : []
  const values = [
    ...compared.names.flatMap((value) => {
      const name = readName(value, han?.names)
      return name ? [{ value, name, keys: keysOf(name) }] : []
    }),
    ...compared.addresses.filter(Boolean).map((value) => ({ value, name: null, keys: [addressKey(value)] })),
  ]
  const rows = await findKeys(env.DB, listIds, [...new Set(values.flatMap(({ keys }) => keys))])
  const hits: Hit[] = []
  for (const { id, source } of lists) {
    for (const { value, name, keys } of values) {
      const lines = rows.filter(({ listId, key }) => listId === id && keys.includes(key)).map(({ names }) => names)
      const found = name
        ? findNames(name, lines)
        : lines.flatMap((each) => each.split('\n')).map((line) => ({ no: parseInt(line, 10), score: 100 }))
      const scores = new Map(found.slice(0, ENTRIES_READ_MAX).map(({ no, score }) => [no, score]))
      for (const { no, entry: text } of await findEntries(env.DB, id, [...scores.keys()])) {
        // The loading command's entries were checked by their schema.
        const { uid, names, births, countries } = JSON.parse(text) as ListEntry
        const digest = sha256(`${value}\n${text}`)
        const score = scores.get(no) ?? 0
        hits.push({ list: id, source, uid, name: names[0] ?? '', births, countries, value, score, digest })
      }
    }
  }
  return rankHits(hits, compared.country)
}

/** Limit per name or address, so that one cannot hide another's hits. */
const ENTRIES_READ_MAX = 40

type Screener = Pick<Env, 'DB' | 'SESSION_SECRET'>

const USE = 'screening'

export const openHits = async (env: Screener, { userId, hitsSealed }: ScreeningRow): Promise<readonly Hit[]> =>
  // Sealed below from hits.
  hitsSealed === '' ? [] : (JSON.parse((await unseal(env, { use: USE, userId }, hitsSealed)) ?? '[]') as Hit[])

/**
 * Compares a subject with the lists in force, once; null while there is no list. Hits that two people have cleared for this user are no hits
 * again, and those that they have confirmed need no second review. `isPass`: only hits are stored.
 */
export async function screen(
  env: Screener,
  subject: Subject,
  { compared, edition, isPass = false, at }: Screening,
): Promise<ScreeningRow['state'] | null> {
  if (edition.id === '') return null
  const known = await findScreeningOf(env.DB, subject)
  const { userId } = compared
  if (known?.edition === edition.id) {
    if (known.state !== 'open') return known.state
    // After a crash, an earlier decision may not have reached this row.
    await settleShared(env, userId, at)
    return (await findScreening(env.DB, known.id))?.state ?? known.state
  }
  const found = await findHits(env, edition, compared)
  const before = found.length === 0 ? [] : await listScreeningsWithHits(env.DB, userId)
  const decided = new Map<string, ScreeningRow['state']>()
  for (const row of before) for (const { digest } of await openHits(env, row)) decided.set(digest, row.state)
  const hits = found.filter(({ digest }) => decided.get(digest) !== 'cleared')
  const isAsked = hits.length > 0 && hits.every(({ digest }) => decided.get(digest) === 'open')
  const state =
    hits.length === 0 ? 'clear' : hits.some(({ digest }) => decided.get(digest) === 'confirmed') ? 'confirmed' : 'open'
  if (isPass && state === 'clear') return state
  const row = {
    ...subject,
    id: sha256([subject.kind, subject.subjectId, edition.id].join('\n')).slice(0, 32),
    userId,
    edition: edition.id,
    state,
    hitsSealed: hits.length === 0 ? '' : await seal(env, { use: USE, userId }, JSON.stringify(hits)),
    at,
  } as const
  const [first] = hits
  const lines = first
    ? ([
        { label: 'screened_as', value: subject.kind },
        { label: 'score', value: String(first.score) },
      ] as const)
    : []
  await insertScreening(env.DB, row, isAsked ? null : lines)
  if (!isAsked) return state
  // Two people look at these hits already, and may have decided meanwhile.
  await settleShared(env, userId, at)
  return (await findScreening(env.DB, row.id))?.state ?? state
}

/** Decided hits also decide the user's other comparisons that found the same. A comparison whose hits cannot be read is asked about. */
export async function settleShared(env: Screener, userId: number, at: number): Promise<void> {
  const rows = await Promise.all(
    (await listScreeningsWithHits(env.DB, userId)).map(async (row) => ({
      ...{ id: row.id, kind: row.kind, state: row.state },
      digests: (await openHits(env, row)).map(({ digest }) => digest),
    })),
  )
  const decided = new Map(
    rows.filter(({ state }) => state !== 'open').flatMap(({ state, digests }) => digests.map((each) => [each, state])),
  )
  for (const { id, kind, state, digests } of rows) {
    if (state !== 'open') continue
    if (digests.length === 0) {
      // Sealed under an earlier SESSION_SECRET: nobody can say whether another review asked about its hits.
      await hitReviewStatement(env.DB, { id, userId, at }, [{ label: 'screened_as', value: kind }])
      continue
    }
    if (!digests.every((each) => decided.has(each))) continue
    const isOne = digests.some((each) => decided.get(each) === 'confirmed')
    await settleScreening(env.DB, { id, state: isOne ? 'confirmed' : 'cleared', at })
  }
}

interface Screening {
  readonly compared: Compared
  readonly edition: Edition
  readonly isPass?: boolean
  readonly at: number
}

export type ScreeningRefusal = 'screening_open' | 'screening_confirmed'

/**
 * Whether the lists allow to approve a subject. An open hit about the user stops everything of the user; a confirmed one stops its own subject,
 * and of an identity everything. A hit of a deposit's sender, whom the user did not choose, stops that deposit alone.
 */
export async function checkScreening(
  env: Screener,
  { userId, subject }: { readonly userId: number; readonly subject: Subject | null },
): Promise<Outcome<null, ScreeningRefusal>> {
  const rows = await listScreeningsWithHits(env.DB, userId)
  const standing = newestOf(rows)
  const isOurs = (row: ScreeningRow) => row.kind === subject?.kind && row.subjectId === subject.subjectId
  if (standing.some((row) => row.state === 'confirmed' && (row.kind === 'identity' || isOurs(row))))
    return refuse('screening_confirmed')
  return rows.some(({ kind, state }) => state === 'open' && kind !== 'deposit') ? refuse('screening_open') : done(null)
}

/** Newest of each subject; `rows` are from old to new. */
const newestOf = (rows: readonly ScreeningRow[]): readonly ScreeningRow[] => [
  ...new Map(rows.map((row) => [`${row.kind} ${row.subjectId}`, row])).values(),
]

/** Worst hit of a deposit's senders: open, then confirmed, then cleared. Null without hits. */
export async function findSenderHit(
  env: Pick<Env, 'DB'>,
  { userId, ...transfer }: Pick<DepositRow, 'userId' | 'network' | 'txId'>,
): Promise<ScreeningRow | null> {
  const rows = (await listScreeningsWithHits(env.DB, userId)).filter(
    ({ kind, subjectId }) => kind === 'deposit' && subjectId.startsWith(sendersOf(transfer)),
  )
  const standing = newestOf(rows)
  const isIn = (wanted: ScreeningRow['state']) => (row: ScreeningRow) => row.state === wanted
  return rows.find(isIn('open')) ?? standing.find(isIn('confirmed')) ?? standing[0] ?? null
}

/** Makes the comparison of a subject if the lists in force lack it, and says what it allows. */
export async function screenAndCheck(
  env: Screener,
  subject: Subject,
  compared: Compared,
  at: number,
): Promise<Outcome<null, ScreeningRefusal>> {
  await screen(env, subject, { compared, edition: await currentEdition(env), at })
  return checkScreening(env, { userId: compared.userId, subject })
}
