// Error text of a field: the server's refusal while the fields are unchanged, otherwise the predicted one.

import type { TransferAnswer, TransferFields, TransferProblem, TransferReading } from '../../forms/transfer'
import { useOwnRefusalWords } from '../../components/hidden-amounts'

interface Facts {
  readonly fields: TransferFields
  readonly reading: TransferReading
  readonly answer: TransferAnswer | null
  /** True when exactly these fields were submitted. */
  readonly isTried: boolean
}

/** Problems shown while typing, because further input cannot fix them. */
const SHOWN_WHILE_TYPING: readonly string[] = [
  'insufficient_available',
  'amount_too_precise',
  'amount_too_large',
  'wallet_same',
]

export function useProblem({ fields, reading, answer, isTried }: Facts): {
  readonly field: TransferProblem['field']
  readonly text: string
} | null {
  const refusalWords = useOwnRefusalWords()
  if (answer?.problem && isSame(answer.fields, fields)) return answer.problem
  const { problem } = reading
  if (!problem || !(isTried || SHOWN_WHILE_TYPING.includes(problem.refusal.code))) return null
  return { field: problem.field, text: refusalWords(problem.refusal) }
}

const isSame = (left: TransferFields, right: TransferFields): boolean =>
  left.assetId === right.assetId && left.from === right.from && left.to === right.to && left.amount === right.amount
