// Seed SQL: one line per statement, and none changes an existing row.

import { describe, expect, it } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import { insertMissing } from '#db/platform/seed/statement'

/** Statements that put works of the house on sale again, unless they are on sale. */
const ON_SALE =
  /^(?:INSERT OR IGNORE INTO nft_event |INSERT INTO nft_(?:lot|series|prize) .* NOT EXISTS |UPDATE nft_series SET is_ready = 1 WHERE .* is_ready = 0 )/

describe('the seed', () => {
  it('inserts what is missing, and changes nothing but what follows the product', () => {
    const statements = seedStatements()
    expect(statements.length).toBeGreaterThan(8)
    for (const statement of statements) {
      expect(statement).not.toContain('\n')
      // wrangler takes its END for a trigger's and reads on to the end of the file.
      expect(statement).not.toMatch(/\bCASE\b/)
      // D1 takes statements up to 100 KB.
      expect(new TextEncoder().encode(statement).length).toBeLessThan(90_000)
      if (ON_SALE.test(statement)) continue
      const [, table = ''] = /^INSERT INTO (\w+) \([\w, ]+\) (?:VALUES \(|SELECT coalesce\()/.exec(statement) ?? []
      expect(table).not.toBe('')
      const [, end] = /ON CONFLICT(?: \([\w, ]+\))? DO ((?:NOTHING|UPDATE SET).*)$/.exec(statement) ?? []
      const isFollowing = ['menu_item', 'news_text', 'site_text'].includes(table)
      expect(end, table).toMatch(isFollowing ? /^UPDATE SET .* WHERE / : /^NOTHING$/)
    }
  })

  it('is the same every time, so that a hash of it says whether it changed', () => {
    expect(seedStatements()).toEqual(seedStatements())
  })

  it('quotes what people write', () => {
    const row = { a: "it's", b: null, c: true, d: 1.5, e: 'two\n  lines' }
    expect(insertMissing('t', [row])).toEqual([
      "INSERT INTO t (a, b, c, d, e) VALUES ('it''s', NULL, 1, 1.5, 'two lines') ON CONFLICT DO NOTHING",
    ])
    expect(insertMissing('t', [])).toEqual([])
  })
})
