// Settlement rules in words, by rule and version: text for a verifier's author, in English and Japanese.

import type { Language } from '#domain/language'
import { LIABILITIES_SHAPE } from '#domain/liabilities/proof'
import { LIABILITIES_RULE } from '#domain/liabilities/tree'
import { RECEIPT_SHAPES_BY_RULE, type ReceiptRule } from '#domain/receipt'
import { fieldsOf } from '#domain/published-forms'
import { type TextBlock, readBlocks } from './blocks'

type Rule = ReceiptRule | typeof LIABILITIES_RULE | 'simulator-1'

/** Newest version first within a kind; texts of older versions stay. */
const RULES = {
  'options-1': { title: 'rule_options', hasTicks: true },
  'futures-1': { title: 'rule_futures', hasTicks: true },
  'futures-open-1': { title: 'rule_futures_open', hasTicks: true },
  'futures-overnight-1': { title: 'rule_futures_overnight', hasTicks: true },
  'conditional-1': { title: 'rule_conditional', hasTicks: true },
  'fixing-1': { title: 'rule_fixing', hasTicks: true },
  'invest-1': { title: 'rule_invest', hasTicks: true },
  'loan-1': { title: 'rule_loan', hasTicks: true },
  'loan-call-1': { title: 'rule_loan_call', hasTicks: true },
  'loan-interest-1': { title: 'rule_loan_interest', hasTicks: false },
  'convert-1': { title: 'rule_convert', hasTicks: true },
  'ieo-payment-1': { title: 'rule_ieo_payment', hasTicks: true },
  'stock-action-1': { title: 'rule_stock_action', hasTicks: false },
  'house-1': { title: 'rule_house', hasTicks: true },
  'mining-1': { title: 'rule_mining', hasTicks: false },
  'game-1': { title: 'rule_game', hasTicks: false },
  'quiz-3': { title: 'rule_quiz', hasTicks: true },
  'quiz-2': { title: 'rule_quiz', hasTicks: true },
  'quiz-bets-2': { title: 'rule_quiz_bets', hasTicks: false },
  'quiz-bets-1': { title: 'rule_quiz_bets', hasTicks: false },
  'quiz-bet-2': { title: 'rule_quiz_bet', hasTicks: false },
  'quiz-bet-1': { title: 'rule_quiz_bet', hasTicks: false },
  'nft-box-1': { title: 'rule_nft_box', hasTicks: false },
  'ieo-3': { title: 'rule_ieo', hasTicks: true },
  'ieo-2': { title: 'rule_ieo', hasTicks: false },
  'ieo-list-1': { title: 'rule_ieo_list', hasTicks: true },
  'ieo-claims-1': { title: 'rule_ieo_claims', hasTicks: false },
  'liabilities-1': { title: 'rule_liabilities', hasTicks: false },
  'simulator-1': { title: 'rule_simulator', hasTicks: true },
} as const satisfies Readonly<Record<Rule, { readonly title: string; readonly hasTicks: boolean }>>

export interface RuleName {
  readonly name: Rule
  readonly title: (typeof RULES)[Rule]['title']
  readonly version: string
}

// The table's keys are the rules.
export const RULE_NAMES: readonly RuleName[] = (Object.keys(RULES) as Rule[]).map((name) => ({
  name,
  title: RULES[name].title,
  version: /-(\d+)$/.exec(name)?.[1] ?? '',
}))

/** Finds a rule by name, by default its newest version. */
export const findRule = (name: string): RuleName | null =>
  RULE_NAMES.find((rule) => rule.name === name) ?? RULE_NAMES.find((rule) => kindOf(rule) === name) ?? null

export const kindOf = ({ name, version }: RuleName): string => name.slice(0, -version.length - 1)

const TEXTS = import.meta.glob<string>('./*/*.md', { eager: true, query: '?raw', import: 'default' })

/** Text of a rule; other languages read the English one. */
export function ruleText(rule: RuleName, language: Language): { language: 'en' | 'jp'; blocks: readonly TextBlock[] } {
  const written = language === 'jp' ? 'jp' : 'en'
  const read = (file: string) => readBlocks(TEXTS[`./${written}/${file}.md`] ?? '')
  return {
    language: written,
    blocks: [
      ...read(rule.name),
      ...(rule.name === 'simulator-1' ? [] : [...read('fields'), codeOf(fieldsOf(SHAPES[rule.name]))]),
      ...(RULES[rule.name].hasTicks ? read('ticks') : []),
    ],
  }
}

const SHAPES = { ...RECEIPT_SHAPES_BY_RULE, [LIABILITIES_RULE]: LIABILITIES_SHAPE }

const codeOf = (lines: readonly string[]): TextBlock => ({ kind: 'code', text: lines.join('\n') })
