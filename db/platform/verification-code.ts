// Codes that were sent, as hashes. Every question about a code is one batch: parallel guesses cost a try each.

import { and, eq, gt, gte, lt, lte, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { CodePurpose } from '#domain/identity'
import { openDirectory } from './directory'
import { attemptCounter, verificationCode } from './identity-schema'

export interface CodeName {
  readonly target: string
  readonly purpose: CodePurpose
}

/** The code to check, by its hash. */
export interface CodeGuess extends CodeName {
  readonly hash: string
  /** From where, or by whom who is logged in. */
  readonly guesser: string
  /** The target is the guesser's own: strangers cannot use up the tries. */
  readonly isOwner: boolean
  /** Wrong ones that a guesser has for one code, and how long they are remembered: as long as a code is good. */
  readonly tries: number
  readonly countedForMs: number
}

/** Replaces whatever code was there, and what was counted against it. A null hash leaves a code that nothing matches. */
export async function writeCode(
  db: D1Database,
  code: CodeName & {
    readonly hash: string | null
    /** Whose tries nobody else can use up. */
    readonly asker: string
    readonly triesOfOthers: number
    readonly expiresAt: number
  },
): Promise<void> {
  const { target, purpose, expiresAt } = code
  const directory = openDirectory(db)
  const fresh = { codeHash: code.hash, triesLeft: code.triesOfOthers, expiresAt }
  const counted = guessPrefix(code)
  await directory.batch([
    directory
      .insert(verificationCode)
      .values({ target, purpose, ...fresh })
      .onConflictDoUpdate({ target: [verificationCode.target, verificationCode.purpose], set: fresh }),
    directory
      .delete(attemptCounter)
      .where(and(gte(attemptCounter.key, counted), lt(attemptCounter.key, `${counted}${LAST_CHARACTER}`))),
    directory.insert(attemptCounter).values({ key: askerKey(code, code.asker), count: 1, expiresAt }),
  ])
}

/** True when the guess is right; the code stays good. A wrong guess costs one try. */
export const tryCode = (db: D1Database, guess: CodeGuess, now: number): Promise<boolean> => judge(db, guess, now, [])

/** True when the guess is right, once: the code is gone with the answer. A wrong guess costs one try. */
export const takeCode = (db: D1Database, guess: CodeGuess, now: number): Promise<boolean> =>
  judge(db, guess, now, [
    openDirectory(db)
      .delete(verificationCode)
      .where(and(mayGuess(guess, now), eq(verificationCode.codeHash, guess.hash))),
  ])

/**
 * One batch, so parallel guesses cannot share a try: the guesser's own count, then the one of all strangers, and the first is given back
 * for a right guess. It goes up before anything is compared.
 */
async function judge(
  db: D1Database,
  guess: CodeGuess,
  now: number,
  rightly: readonly BatchItem<'sqlite'>[],
): Promise<boolean> {
  const directory = openDirectory(db)
  const key = guesserKey(guess)
  const costsOthers = guess.isOwner
    ? sql`0`
    : sql`(${verificationCode.codeHash} is not ${guess.hash} and not ${isAsker(guess)})`
  const [, rows] = await directory.batch([
    directory
      .insert(attemptCounter)
      .values({ key, count: 1, expiresAt: now + guess.countedForMs })
      .onConflictDoUpdate({ target: attemptCounter.key, set: { count: sql`${attemptCounter.count} + 1` } }),
    directory
      .update(verificationCode)
      .set({ triesLeft: sql`${verificationCode.triesLeft} - ${costsOthers}` })
      .where(mayGuess(guess, now))
      .returning({ codeHash: verificationCode.codeHash }),
    directory
      .update(attemptCounter)
      .set({ count: sql`${attemptCounter.count} - 1` })
      .where(
        and(
          eq(attemptCounter.key, key),
          sql`exists (select 1 from ${verificationCode} where ${and(mayGuess(guess, now), eq(verificationCode.codeHash, guess.hash))})`,
        ),
      ),
    ...rightly,
  ])
  return rows.some((row) => row.codeHash === guess.hash)
}

/** As many codes as one guess is compared with where it may be meant for several. */
const AWAITED_MAX = 5

/** Which of these targets wait for a code of this purpose. */
export async function listAwaited(
  db: D1Database,
  { targets, purpose }: { readonly targets: readonly string[]; readonly purpose: CodePurpose },
  now: number,
): Promise<string[]> {
  const rows = await openDirectory(db)
    .select({ target: verificationCode.target })
    .from(verificationCode)
    .where(
      and(
        // One parameter, however many there are.
        sql`${verificationCode.target} in (select value from json_each(${JSON.stringify(targets)}))`,
        eq(verificationCode.purpose, purpose),
        gt(verificationCode.expiresAt, now),
      ),
    )
    .orderBy(verificationCode.target)
    .limit(AWAITED_MAX)
  return rows.map(({ target }) => target)
}

export async function pruneCodes(db: D1Database, now: number): Promise<void> {
  await openDirectory(db).delete(verificationCode).where(lte(verificationCode.expiresAt, now))
}

const isLive = ({ target, purpose }: CodeName, now: number) =>
  and(eq(verificationCode.target, target), eq(verificationCode.purpose, purpose), gt(verificationCode.expiresAt, now))

/** Who has tries left of their own, while those of all strangers are not used up. Read after the guess was counted. */
const mayGuess = (guess: CodeGuess, now: number) =>
  and(
    isLive(guess, now),
    sql`(select count from ${attemptCounter} where key = ${guesserKey(guess)}) <= ${guess.tries}`,
    guess.isOwner ? undefined : or(gt(verificationCode.triesLeft, 0), isAsker(guess)),
  )

const isAsker = (guess: CodeGuess) =>
  sql`exists (select 1 from ${attemptCounter} where key = ${askerKey(guess, guess.guesser)})`

/** Behind every other character, so that keys of one prefix are one range. */
const LAST_CHARACTER = '\u{10ffff}'
const guessPrefix = ({ target, purpose }: CodeName): string => `guess:${purpose}:${target}:`
const askerKey = (name: CodeName, asker: string): string => `${guessPrefix(name)}asker:${asker}`
const guesserKey = (guess: CodeGuess): string => `${guessPrefix(guess)}by:${guess.guesser}`
