// What was wrong with a form about money that stands beside none of its fields; and that no answer came, so that pressing again is safe.

import type { FundsAnswer, FundsField } from '../forms/funds'
import { useWords } from '../text/words'
import { Notice } from './notice'

interface FundsProblemsProps {
  readonly answer: FundsAnswer | undefined
  /** Fields that this form does not show. */
  readonly fields: readonly FundsField[]
}

export function FundsProblems({ answer, fields }: FundsProblemsProps) {
  const sayShell = useWords('shell')
  const problem = answer?.problem ?? null
  if (answer?.isUnanswered) return <Notice tone="bad">{sayShell('unanswered')}</Notice>
  if (!problem || !fields.includes(problem.field)) return null
  return <Notice tone="bad">{problem.text}</Notice>
}
