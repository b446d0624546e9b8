// Codes that were sent, as hashes. Every question about a code is one batch: parallel guesses cost a try each.

import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { CodePurpose } from '#domain/identity'
import { openDirectory } from './directory'
import { attemptCounter, verificationCode } from './identity-schema'

export interface CodeName {
  readonly target: string
  readonly purpose: CodePurpose
}

/** A code to check, by its hash. */
export interface CodeGuess extends CodeName {
  readonly hash: string
  /** Source of the attempt, or its logged-in user: wrong attempts at codes requested by others are counted by it. */
  readonly attemptSource: string
  /** Requester names that this source may have used. */
  readonly requesters: readonly string[]
  /** The target is the attemptSource's own: strangers cannot use up the tries. */
  readonly isOwner: boolean
  /** Wrong ones that a attemptSource has for codes of others, and how long they are remembered: as long as a code is good. */
  readonly tries: number
  readonly countedForMs: number
}

/** Replaces the requester's own earlier code, never a code of other requesters. A null hash stores a code that no attempt matches. */
export async function writeCode(
  db: D1Database,
  code: CodeName & {
    readonly hash: string | null
    readonly requester: string
    readonly triesOfRequester: number
    readonly triesOfOthers: number
    readonly expiresAt: number
  },
): Promise<void> {
  const { target, purpose, requester, expiresAt } = code
  const fresh = { codeHash: code.hash, triesLeft: code.triesOfOthers, ownTriesLeft: code.triesOfRequester, expiresAt }
  await openDirectory(db)
    .insert(verificationCode)
    .values({ target, purpose, requester, ...fresh })
    .onConflictDoUpdate({
      target: [verificationCode.target, verificationCode.purpose, verificationCode.requester],
      set: fresh,
    })
}

/** True when the guess is right; the code stays good. A wrong guess costs each code that it is compared with a try. */
export const tryCode = (db: D1Database, guess: CodeGuess, now: number): Promise<boolean> => judge(db, guess, now, [])

/** True for a right attempt, once: it deletes all codes of the target and purpose. */
export const takeCode = (db: D1Database, guess: CodeGuess, now: number): Promise<boolean> =>
  judge(db, guess, now, [
    openDirectory(db)
      .delete(verificationCode)
      .where(
        and(
          eq(verificationCode.target, guess.target),
          eq(verificationCode.purpose, guess.purpose),
          isRight(guess, now),
        ),
      ),
  ])

/**
 * One batch, so parallel attempts can't share a try: it counts the source's own attempts and each code's tries before comparing; a right
 * attempt restores the source's count.
 */
async function judge(
  db: D1Database,
  guess: CodeGuess,
  now: number,
  rightly: readonly BatchItem<'sqlite'>[],
): Promise<boolean> {
  const directory = openDirectory(db)
  const key = attemptSourceKey(guess)
  const isWrong = sql`${verificationCode.codeHash} is not ${guess.hash}`
  const [, rows] = await directory.batch([
    directory
      .insert(attemptCounter)
      .values({ key, count: 1, expiresAt: now + guess.countedForMs })
      .onConflictDoUpdate({
        target: attemptCounter.key,
        set: {
          count: sql`case when ${attemptCounter.expiresAt} <= ${now} then 1 else ${attemptCounter.count} + 1 end`,
          expiresAt: sql`case when ${attemptCounter.expiresAt} <= ${now} then ${now + guess.countedForMs} else ${attemptCounter.expiresAt} end`,
        },
      }),
    directory
      .update(verificationCode)
      .set({
        triesLeft: sql`${verificationCode.triesLeft} - (${isWrong} and not ${isOwn(guess)})`,
        ownTriesLeft: sql`${verificationCode.ownTriesLeft} - (${isWrong} and ${isOwn(guess)})`,
      })
      .where(mayGuess(guess, now))
      .returning({ codeHash: verificationCode.codeHash }),
    directory
      .update(attemptCounter)
      .set({ count: sql`${attemptCounter.count} - 1` })
      .where(and(eq(attemptCounter.key, key), isRight(guess, now))),
    ...rightly,
  ])
  return rows.some((row) => row.codeHash === guess.hash)
}

/** Most targets compared in one attempt that may mean several. */
const AWAITED_MAX = 5

/**
 * Targets among these with a valid code of this purpose: those requested by one of the requesters first, then the newest. Strangers who request
 * the same digits in other countries hide no code from its requester.
 */
export async function listAwaited(
  db: D1Database,
  { targets, purpose, requesters }: Pick<CodeGuess, 'purpose' | 'requesters'> & { readonly targets: readonly string[] },
  now: number,
): Promise<string[]> {
  const rows = await openDirectory(db)
    .select({ target: verificationCode.target })
    .from(verificationCode)
    .where(
      and(
        isOneOf(verificationCode.target, targets),
        eq(verificationCode.purpose, purpose),
        gt(verificationCode.expiresAt, now),
      ),
    )
    .groupBy(verificationCode.target)
    .orderBy(
      desc(sql`max(${isOneOf(verificationCode.requester, requesters)})`),
      desc(sql`max(${verificationCode.expiresAt})`),
      verificationCode.target,
    )
    .limit(AWAITED_MAX)
  return rows.map(({ target }) => target)
}

/** A valid code with tries left exists for one of these targets, requested by one of these. */
export async function hasAsked(
  db: D1Database,
  asked: { readonly targets: readonly string[]; readonly purpose: CodePurpose; readonly requesters: readonly string[] },
  now: number,
): Promise<boolean> {
  const rows = await openDirectory(db)
    .select({ target: verificationCode.target })
    .from(verificationCode)
    .where(
      and(
        isOneOf(verificationCode.target, asked.targets),
        eq(verificationCode.purpose, asked.purpose),
        isOneOf(verificationCode.requester, asked.requesters),
        gt(verificationCode.expiresAt, now),
        gt(verificationCode.ownTriesLeft, 0),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function pruneCodes(db: D1Database, now: number): Promise<void> {
  await openDirectory(db).delete(verificationCode).where(lte(verificationCode.expiresAt, now))
}

/** Codes that the source has tries for: its own code's tries, or those shared by all others. Read after the attempt was counted. */
const mayGuess = (guess: CodeGuess, now: number) =>
  and(
    eq(verificationCode.target, guess.target),
    eq(verificationCode.purpose, guess.purpose),
    gt(verificationCode.expiresAt, now),
    sql`case when ${isOwn(guess)} then ${verificationCode.ownTriesLeft} > 0
      else ${verificationCode.triesLeft} > 0
        and (select count from ${attemptCounter} where key = ${attemptSourceKey(guess)}) <= ${guess.tries} end`,
  )

/** The attempt matches a code that the source has tries for. */
const isRight = (guess: CodeGuess, now: number) =>
  sql`exists (select 1 from ${verificationCode} where ${and(mayGuess(guess, now), eq(verificationCode.codeHash, guess.hash))})`

const isOwn = ({ requesters, isOwner }: CodeGuess) =>
  isOwner ? sql`1` : sql`(${isOneOf(verificationCode.requester, requesters)})`

/** One parameter for any number of values. */
const isOneOf = (column: SQLiteColumn, values: readonly string[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`

const attemptSourceKey = ({ target, purpose, attemptSource }: CodeGuess): string =>
  `guess:${purpose}:${target}:by:${attemptSource}`
