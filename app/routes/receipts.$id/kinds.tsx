// Receipt kinds: translations, back link and facts component of each settlement rule.

import type { ComponentType } from 'react'
import type { Receipt, ReceiptRule } from '#domain/receipt'
import type { BroughtWords } from '../../text/words.server'
import { ConditionalFacts } from './conditional'
import { FuturesFacts } from './futures'
import { GameFacts } from './game'
import { LoanFacts } from './loan'
import { IeoFacts } from './ieo'
import { FixingFacts, InvestFacts } from './invest'
import { OptionFacts } from './options'
import { BoxFacts } from './nft'
import { QuizFacts } from './quiz'

interface Kind<Shown extends Receipt> {
  readonly words: BroughtWords
  readonly backTo: string
  readonly Facts: ComponentType<{ readonly receipt: Shown }>
}

export const RECEIPT_KINDS: { readonly [Rule in ReceiptRule]: Kind<Extract<Receipt, { rule: Rule }>> } = {
  'futures-1': { words: 'futures', backTo: '/orders/futures', Facts: FuturesFacts },
  'game-1': { words: 'game', backTo: '/game', Facts: GameFacts },
  'fixing-1': { words: 'invest', backTo: '/earn/invest/help', Facts: FixingFacts },
  'invest-1': { words: 'invest', backTo: '/earn/invest/mine', Facts: InvestFacts },
  'options-1': { words: 'options', backTo: '/orders/seconds', Facts: OptionFacts },
  'conditional-1': { words: 'conditional', backTo: '/orders?list=conditionals', Facts: ConditionalFacts },
  'ieo-2': { words: 'ieo', backTo: '/ieo/orders', Facts: IeoFacts },
  'loan-1': { words: 'loan', backTo: '/loans', Facts: LoanFacts },
  'quiz-1': { words: 'quiz', backTo: '/quiz', Facts: QuizFacts },
  'nft-box-1': { words: 'lots', backTo: '/nft/mine', Facts: BoxFacts },
}
