// After a list changed: verified people, saved addresses and unsent withdrawals are compared again, slice by slice. The place of the pass is
// stored after each slice, so a restart repeats one slice at most, and a repeated comparison changes nothing.

import {
  type ScreeningPassRow,
  listAddressesAfter,
  listIdentitiesAfter,
  listUnsentAfter,
  movePass,
  pruneLists,
  startPass,
} from '#db/platform/screening'
import { type Swept, eachAlone } from '../each-alone'
import { screen } from './check'
import { type Edition, currentEdition } from './lists'
import { type Screenable, addressSubject, identitySubject, withdrawalSubject } from './subjects'

interface Slice {
  readonly after: number
  readonly limit: number
}

interface Place {
  readonly no: number
  readonly what: Screenable
}

/** In this order. */
const PARTS: readonly ((env: Env, slice: Slice) => Promise<readonly Place[]>)[] = [
  async (env, { after, limit }) =>
    (await listIdentitiesAfter(env.DB, after, limit)).map(({ no, ...row }) => ({ no, what: identitySubject(row) })),
  async (env, { after, limit }) =>
    (await listAddressesAfter(env.DB, after, limit)).map((row) => ({ no: row.id, what: addressSubject(row) })),
  async (env, { after, limit }) =>
    Promise.all(
      (await listUnsentAfter(env.DB, after, limit)).map(async (row) => ({
        no: row.id,
        what: await withdrawalSubject(env, row),
      })),
    ),
]

const ROWS_DELETED_PER_ROW = 20

export async function sweepScreening(env: Env, limit: number, now: number): Promise<Swept> {
  const most = limit * ROWS_DELETED_PER_ROW
  const pruned = await pruneLists(env.DB, now, most)
  const edition = await currentEdition(env)
  const pass = edition.id === '' ? null : await startPass(env.DB, edition.id, now)
  const moved = pass !== null && pass.endedAt === null && (await moveOn(env, pass, edition, limit, now))
  return { settled: pruned + Number(moved), isFull: moved || pruned >= most, rows: null }
}

/** One slice. False when a comparison failed: the slice is repeated by the next sweep. */
async function moveOn(
  env: Env,
  pass: ScreeningPassRow,
  edition: Edition,
  limit: number,
  now: number,
): Promise<boolean> {
  const places = (await PARTS[pass.part]?.(env, { after: pass.after, limit })) ?? []
  const states = await eachAlone(places, {
    work: ({ what: { subject, compared } }) => screen(env, subject, { compared, edition, isPass: true, at: now }),
    failed: ({ what: { subject } }) => `${subject.kind} ${subject.subjectId}: not compared with the lists yet`,
  })
  if (states.length < places.length) return false
  const isPartOver = places.length < limit
  const part = isPartOver ? pass.part + 1 : pass.part
  await movePass(env.DB, pass, {
    part,
    after: isPartOver ? 0 : (places.at(-1)?.no ?? pass.after),
    checked: pass.checked + states.length,
    found: pass.found + states.filter((state) => state === 'open' || state === 'confirmed').length,
    endedAt: part === PARTS.length ? now : null,
  })
  return true
}
