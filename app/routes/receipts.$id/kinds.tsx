// Receipt kinds: translations, back link and facts component of each settlement rule.

import type { ComponentType } from 'react'
import type { Receipt, ReceiptRule } from '#domain/receipt'
import type { BroughtWords } from '../../text/words.server'
import { ConditionalFacts } from './conditional'
import { ConvertFacts } from './funds'
import { FuturesFacts, OpeningFacts, OvernightFacts } from './futures'
import { GameFacts } from './game'
import { LoanCallFacts, LoanFacts, LoanInterestFacts } from './loan'
import { HouseFacts } from './house'
import { IeoClaimsFacts, IeoFacts, IeoListFacts, IeoPaymentFacts, OldIeoFacts } from './ieo'
import { FixingFacts, InvestFacts } from './invest'
import { OptionFacts } from './options'
import { MiningFacts } from './mining'
import { BoxFacts } from './nft'
import { QuizBetFacts, QuizBetsFacts, QuizFacts } from './quiz'
import { StockFacts } from './stocks'

interface Kind<Shown extends Receipt> {
  readonly words: BroughtWords
  readonly backTo: string
  readonly Facts: ComponentType<{ readonly receipt: Shown }>
}

export const RECEIPT_KINDS: { readonly [Rule in ReceiptRule]: Kind<Extract<Receipt, { rule: Rule }>> } = {
  'futures-1': { words: 'futures', backTo: '/orders/futures', Facts: FuturesFacts },
  'futures-open-1': { words: 'futures', backTo: '/orders/futures', Facts: OpeningFacts },
  'futures-overnight-1': { words: 'futures', backTo: '/orders/futures', Facts: OvernightFacts },
  'game-1': { words: 'game', backTo: '/game', Facts: GameFacts },
  'fixing-1': { words: 'invest', backTo: '/earn/invest/help', Facts: FixingFacts },
  'invest-1': { words: 'invest', backTo: '/earn/invest/mine', Facts: InvestFacts },
  'options-1': { words: 'options', backTo: '/orders/seconds', Facts: OptionFacts },
  'conditional-1': { words: 'conditional', backTo: '/orders?list=conditionals', Facts: ConditionalFacts },
  'ieo-3': { words: 'ieo', backTo: '/ieo/orders', Facts: IeoFacts },
  'ieo-2': { words: 'ieo', backTo: '/ieo/orders', Facts: OldIeoFacts },
  'ieo-list-1': { words: 'ieo', backTo: '/ieo', Facts: IeoListFacts },
  'ieo-claims-1': { words: 'ieo', backTo: '/ieo', Facts: IeoClaimsFacts },
  'loan-1': { words: 'loan', backTo: '/loans', Facts: LoanFacts },
  'loan-call-1': { words: 'loan', backTo: '/loans', Facts: LoanCallFacts },
  'loan-interest-1': { words: 'loan', backTo: '/loans', Facts: LoanInterestFacts },
  'convert-1': { words: 'futures', backTo: '/assets/convert', Facts: ConvertFacts },
  'ieo-payment-1': { words: 'ieo', backTo: '/ieo/orders', Facts: IeoPaymentFacts },
  'stock-action-1': { words: 'futures', backTo: '/assets/bills?wallet=stocks', Facts: StockFacts },
  'house-1': { words: 'futures', backTo: '/orders?list=fills', Facts: HouseFacts },
  'mining-1': { words: 'mining', backTo: '/earn/lock/orders', Facts: MiningFacts },
  'quiz-3': { words: 'quiz', backTo: '/quiz', Facts: QuizFacts },
  'quiz-2': { words: 'quiz', backTo: '/quiz', Facts: QuizFacts },
  'quiz-bet-2': { words: 'quiz', backTo: '/quiz/mine', Facts: QuizBetFacts },
  'quiz-bet-1': { words: 'quiz', backTo: '/quiz/mine', Facts: QuizBetFacts },
  'quiz-bets-2': { words: 'quiz', backTo: '/quiz', Facts: QuizBetsFacts },
  'quiz-bets-1': { words: 'quiz', backTo: '/quiz', Facts: QuizBetsFacts },
  'nft-box-1': { words: 'lots', backTo: '/nft/mine', Facts: BoxFacts },
}
