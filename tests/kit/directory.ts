// The served app's directory, for what time or somebody else would have changed in it, and the sweep that the app's minute begins.

import { inject } from 'vitest'
import type { DirectoryChange } from './people'

async function askPeople(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(inject('peopleUrl') + path, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

/** Runs a statement and answers its rows. */
export const inDirectory = (sql: string, ...values: readonly (string | number)[]) =>
  askPeople('/directory', { sql, values } satisfies DirectoryChange) as Promise<readonly Record<string, unknown>[]>

/** What the app does every minute, done now. */
export const sweep = () => askPeople('/sweep', {})

/** The addresses and cards of this person have waited long enough to be used. */
export async function makeSavedYesterday(email: string): Promise<void> {
  for (const table of ['saved_address', 'bank_card'])
    await inDirectory(
      `update ${table} set changed_at = changed_at - 86400000 where user_id = (select id from user where email = ?)`,
      email,
    )
}
