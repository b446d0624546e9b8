// Accounts of demo traders, made when they first trade. Login is impossible: no password has this hash, and no form takes the invite code.

import { DEMO_TRADERS } from '#domain/demo-traders'
import { insertMissing } from './statement'

/** Reference of their play money. */
export const DEMO_TRADER_GRANT = 'demo:trader'

/** For programs; pages say it in the reader's language. */
const WORDS = {
  trend: 'A demo trader: trades play money by itself, with the day’s move, and closes within the hour.',
  range:
    'A demo trader: trades play money by itself, buys low in the day’s range and sells high in it, and closes within the hour.',
  contrary: 'A demo trader: trades play money by itself, against the day’s move, and closes within the hour.',
} as const

/** Formatted like a hash, but no password matches it. */
const NO_PASSWORD = `scrypt$32768$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export const demoTraderStatements = (now: number): string[] => [
  ...insertMissing(
    'user',
    DEMO_TRADERS.map(({ id, nickname }) => ({
      id,
      email: `trader-${id}@demo.invalid`,
      password_hash: NO_PASSWORD,
      nickname,
      language: 'jp',
      invite_code: `demo-${id}`,
      demo_grant_owed: DEMO_TRADER_GRANT,
      created_at: now,
      password_changed_at: now,
    })),
  ),
  ...insertMissing(
    'trader',
    DEMO_TRADERS.filter(({ follows }) => follows.length === 0).map(({ id, nickname, view }) => ({
      user_id: id,
      application_id: `demo-${id}`,
      nickname,
      words: WORDS[view],
      share: '10000000',
      state: 'active',
      applied_at: now,
      decided_at: now,
    })),
  ),
]
