// Sanctions lists as the operators' own command (scripts/screening.mjs) brings them: begun, filled in parts, and current when whole.

import {
  type ScreeningListRow,
  currentListStatements,
  insertList,
  insertListPart,
  isListWhole,
  listCurrentLists,
  listListsById,
} from '#db/platform/screening'
import type { ListEntry, ScreeningSource } from '#domain/screening/list'
import { writeAudited } from '../desk/audit'

export interface ListHead {
  readonly source: ScreeningSource
  readonly published: string
  readonly digest: string
  readonly entries: number
  readonly keys: number
  /** The operators know that it has far fewer entries than before. */
  readonly isShrunk: boolean
}

/** Below this percentage of the former entries a file is taken for an incomplete one. */
const KEPT_PERCENT_MIN = 80

/** A problem as text, or the id of the list; null when this file is the current list. */
export async function startList(
  env: Env,
  head: ListHead,
  at: number,
): Promise<string | { readonly id: number | null }> {
  const before = (await listCurrentLists(env.DB)).find(({ source }) => source === head.source)
  if (before?.digest === head.digest) return { id: null }
  if (before && head.published < before.published)
    return `It is older than the list in force: ${head.published}, and that of ${before.published}.`
  if (before && !head.isShrunk && head.entries * 100 < before.entries * KEPT_PERCENT_MIN)
    return `It has ${head.entries} entries, the list in force ${before.entries}. If that is right: --smaller.`
  const { isShrunk: _isShrunk, ...row } = head
  return { id: await insertList(env.DB, { ...row, startedAt: at }) }
}

export interface ListPart {
  readonly id: number
  readonly entries: readonly (readonly [no: number, entry: ListEntry])[]
  readonly keys: readonly (readonly [key: string, names: string])[]
}

export const addListPart = (env: Env, { id, entries, keys }: ListPart): Promise<void> =>
  insertListPart(env.DB, id, { entries: entries.map(([no, entry]) => [no, JSON.stringify(entry)]), keys })

/** Puts a whole list in force, with a line of the desk's log. A repetition answers as the first. */
export async function endList(env: Env, id: number, at: number): Promise<string | null> {
  const [list] = await listListsById(env.DB, [id])
  if (!list) return 'There is no such list.'
  if (list.state !== 'loading') return null
  const { source, published, digest, entries } = list
  const entry = {
    staffId: null,
    action: 'screening_loaded',
    target: `screening:${source}`,
    facts: { published, digest, entries: String(entries) },
    commandId: `screening:list:${id}`,
    at,
  } as const
  const written = await writeAudited(env, entry, {
    precondition: isListWhole(id),
    statements: currentListStatements(env.DB, { id, source, at }),
  })
  return written.ok
    ? null
    : `Not taken (${written.refusal.code}): parts are missing, or a newer list is in force. Load it again.`
}

/** The set of lists in force: ids and, for people, versions. Empty while none is loaded. */
export interface Edition {
  readonly id: string
  readonly lists: readonly ScreeningListRow[]
}

export async function currentEdition(env: Pick<Env, 'DB'>): Promise<Edition> {
  const lists = await listCurrentLists(env.DB)
  return { id: lists.map(({ id }) => id).join(' '), lists }
}

/** "OFAC 2026-11-28 (1f0a5b2c), UN 2026-11-20 (…)". */
export const versionText = (lists: readonly ScreeningListRow[]): string =>
  lists
    .map(({ source, published, digest }) => `${source.toUpperCase()} ${published} (${digest.slice(0, 8)})`)
    .join(', ')

export const versionTextOf = async (env: Pick<Env, 'DB'>, edition: string): Promise<string> =>
  versionText(await listListsById(env.DB, edition.split(' ').map(Number)))
