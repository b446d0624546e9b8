// Demo borrower for play money on a local machine: public password, verified identity, and a margin wallet to borrow against. Never seeded
// where other people can log in.

import { insertMissing } from './statement'

/** Reference of the borrower's play money. */
export const BORROWER_GRANT_REF = 'demo:borrower'

/** Below the first registered user's id. */
const ID = 10_000
/** Of "correct horse". */
const PASSWORD = 'scrypt$32768$8$1$ZGVtby1ib3Jyb3dlci0wMQ$a7c9WXL0elkCUsFZUE6cmSQDSBE_5SdzRwyheTPcB34'

export const demoUserStatements = (): string[] =>
  insertMissing('user', [
    {
      id: ID,
      email: 'borrower@example.com',
      password_hash: PASSWORD,
      pay_password_hash: PASSWORD,
      nickname: 'Borrower',
      language: 'jp',
      invite_code: 'BRRWERDM',
      review_status: 2,
      is_professional: true,
      demo_grant_owed: BORROWER_GRANT_REF,
      is_promotion_owed: true,
      created_at: 1_767_225_600_000,
      password_changed_at: 1_767_225_600_000,
    },
  ])
