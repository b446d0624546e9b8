// The served app's directory, for changes by time or by other people, and the sweep that the app runs every minute.

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

/** Runs the app's minute sweep now. */
export const sweep = () => askPeople('/sweep', {})

/** Backdates addresses and bank cards of this user, past their waiting time. */
export async function makeSavedYesterday(email: string): Promise<void> {
  for (const table of ['saved_address', 'bank_card'])
    await inDirectory(
      `update ${table} set changed_at = changed_at - 86400000 where user_id = (select id from user where email = ?)`,
      email,
    )
}
