// Initial terms of copy trading. No traders: users apply to become one.

import { insertMissing } from './statement'

const TERMS = {
  id: 1,
  copy_multiple_max: 500,
  lots_max: 500,
  traders_max: 2,
  share_max: '20000000',
  slippage_max: '1000000',
  is_open: true,
}

export const copyTermStatements = (): string[] => insertMissing('copy_term', [TERMS])
