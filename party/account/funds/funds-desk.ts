// What the Worker tells an account about deposits and withdrawals, each to the function that does it. In a turn over the tables.

import type { FundsSystemRequest } from '#party/protocol/funds'
import type { AccountBook } from '../book'
import { creditDeposit } from './deposits'
import { recallDeposit, settleRecall } from './recalls'
import { settleWithdrawal, voidWithdrawal } from './withdrawals'

export function obeyFunds(book: AccountBook, request: FundsSystemRequest, now: number) {
  switch (request.type) {
    case 'credit_deposit':
      return creditDeposit(book, request, now)
    case 'recall_deposit':
      return recallDeposit(book, request, now)
    case 'settle_recall':
      return settleRecall(book, request, now)
    case 'settle_withdrawal':
      return settleWithdrawal(book, request, now)
    case 'void_withdrawal':
      return voidWithdrawal(book, request.withdrawalId, now)
  }
}
