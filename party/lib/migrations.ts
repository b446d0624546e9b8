// Migrates a room's SQLite to the newest schema when the room wakes: synchronous, so no request runs in between. Migrations are generated,
// and from 1.0 on appended and never edited; a room with a different history refuses to start.

import { assert } from '#domain/assert'
import { hashText } from '#domain/text-hash'
import type { Store } from './store'

/** What drizzle-kit writes into `migrations.js` of a room's store. */
export interface Migrations {
  readonly journal: { readonly entries: readonly { readonly idx: number; readonly tag: string }[] }
  /** "m0000" -> SQL text. */
  readonly migrations: Readonly<Record<string, string>>
}

interface AppliedRow {
  readonly idx: number
  readonly tag: string
  readonly hash: number
}

/** Applies new migrations, each in full or not at all. Returns their count. */
export function migrate(store: Store, { journal, migrations }: Migrations): number {
  store.run(
    'CREATE TABLE IF NOT EXISTS migration (idx INTEGER PRIMARY KEY, tag TEXT NOT NULL, hash INTEGER NOT NULL) STRICT',
  )
  const applied = store.rows<AppliedRow>('SELECT idx, tag, hash FROM migration ORDER BY idx')
  assert(applied.length <= journal.entries.length, 'a room is never older code than its store')
  journal.entries.forEach((entry, position) => {
    const text = migrations[`m${String(entry.idx).padStart(4, '0')}`]
    assert(text !== undefined, `migration ${entry.tag} has its text`)
    const known = applied[position]
    if (known) {
      assert(known.tag === entry.tag && known.hash === hashText(text), `migration ${known.tag} is as it was applied`)
      return
    }
    store.runInTransaction(() => {
      for (const statement of text.split('--> statement-breakpoint')) if (statement.trim() !== '') store.run(statement)
      store.run('INSERT INTO migration (idx, tag, hash) VALUES (?, ?, ?)', entry.idx, entry.tag, hashText(text))
    })
  })
  return journal.entries.length - applied.length
}
