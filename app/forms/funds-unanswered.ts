// A form about money whose answer never came: it stays as it is, with the same command id, so that pressing again repeats the
// request instead of doubling it.

import { type FundsAnswer, UNTOLD_FIELDS } from './funds'
import { askOr } from '../unanswered'

export const askFunds = askOr<FundsAnswer>(({ commandId = '', ...typed }) => {
  const fields = Object.fromEntries(Object.entries(typed).filter(([name]) => !UNTOLD_FIELDS.has(name)))
  return { fields, commandId, problem: null, isUnanswered: true }
})
