// Codes that were sent, as hashes. Every question about a code is one atomic statement: parallel guesses cost a try each.

import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { CodePurpose } from '#domain/identity'
import { openDirectory } from './directory'
import { verificationCode } from './identity-schema'

export interface CodeName {
  readonly target: string
  readonly purpose: CodePurpose
}

/** The code to check, by its hash. */
export interface CodeGuess extends CodeName {
  readonly hash: string
}

/** Replaces whatever code was there. A null hash leaves a code that nothing matches. */
export async function writeCode(
  db: D1Database,
  code: CodeName & { readonly hash: string | null; readonly tries: number; readonly expiresAt: number },
): Promise<void> {
  const fresh = { codeHash: code.hash, triesLeft: code.tries, expiresAt: code.expiresAt }
  await openDirectory(db)
    .insert(verificationCode)
    .values({ target: code.target, purpose: code.purpose, ...fresh })
    .onConflictDoUpdate({ target: [verificationCode.target, verificationCode.purpose], set: fresh })
}

/** True when the guess is right; the code stays good. A wrong guess costs one try. */
export async function tryCode(db: D1Database, guess: CodeGuess, now: number): Promise<boolean> {
  const rows = await spendTry(db, guess, now)
  return rows.some((row) => row.codeHash === guess.hash)
}

/** True when the guess is right, once: the code is gone with the answer. A wrong guess costs one try. */
export async function takeCode(db: D1Database, guess: CodeGuess, now: number): Promise<boolean> {
  const directory = openDirectory(db)
  const [taken] = await directory.batch([
    directory
      .delete(verificationCode)
      .where(and(isLive(guess, now), eq(verificationCode.codeHash, guess.hash)))
      .returning({ target: verificationCode.target }),
    spendTry(db, guess, now),
  ])
  return taken.length === 1
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
        gt(verificationCode.triesLeft, 0),
      ),
    )
    .orderBy(verificationCode.target)
    .limit(AWAITED_MAX)
  return rows.map(({ target }) => target)
}

export async function pruneCodes(db: D1Database, now: number): Promise<void> {
  await openDirectory(db).delete(verificationCode).where(lte(verificationCode.expiresAt, now))
}

const spendTry = (db: D1Database, guess: CodeGuess, now: number) =>
  openDirectory(db)
    .update(verificationCode)
    .set({ triesLeft: sql`${verificationCode.triesLeft} - (${verificationCode.codeHash} is not ${guess.hash})` })
    .where(isLive(guess, now))
    .returning({ codeHash: verificationCode.codeHash })

const isLive = ({ target, purpose }: CodeName, now: number) =>
  and(
    eq(verificationCode.target, target),
    eq(verificationCode.purpose, purpose),
    gt(verificationCode.expiresAt, now),
    gt(verificationCode.triesLeft, 0),
  )
