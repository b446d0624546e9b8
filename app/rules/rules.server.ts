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

/** In development and in tests nothing is built; of the built app these lines are left out. */
const FILES = import.meta.env.DEV
  ? import.meta.glob<string>('./*/*.md', { eager: true, query: '?raw', import: 'default' })
  : {}

/**
 * Text of a rule; other languages read the English one. The built app reads it from its assets, because few read rules and every room's script
 * would carry them.
 * @throws when the assets do not answer
 */
export async function ruleText(
  rule: RuleName,
  language: Language,
  env: Pick<Env, 'ASSETS'>,
): Promise<{ language: 'en' | 'jp'; blocks: readonly TextBlock[] }> {
  const written = language === 'jp' ? 'jp' : 'en'
  const read = async (name: string) => readBlocks(await readText(`${written}/${name}.md`, env))
  return {
    language: written,
    blocks: [
      ...(await read(rule.name)),
      ...(rule.name === 'simulator-1' ? [] : [...(await read('fields')), codeOf(fieldsOf(SHAPES[rule.name]))]),
      ...(RULES[rule.name].hasTicks ? await read('ticks') : []),
    ],
  }
}

async function readText(path: string, env: Pick<Env, 'ASSETS'>): Promise<string> {
  if (import.meta.env.DEV) return FILES[`./${path}`] ?? ''
  const answer = await env.ASSETS.fetch(`https://assets/rule-texts/${path}`)
  if (!answer.ok) throw new Error(`The assets answered ${answer.status} for the rule ${path}`)
  return answer.text()
}

const SHAPES = { ...RECEIPT_SHAPES_BY_RULE, [LIABILITIES_RULE]: LIABILITIES_SHAPE }

const codeOf = (lines: readonly string[]): TextBlock => ({ kind: 'code', text: lines.join('\n') })
