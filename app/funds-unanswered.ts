// A form about money whose answer never came: it stays as it is, with the same command id, so that pressing again repeats the
// request instead of doubling it.

import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { type FundsAnswer, UNTOLD_FIELDS } from './forms/funds'
import { answerOr, isUnanswered, textFieldsOf } from './unanswered'

export async function askFunds({ request, serverAction }: ClientActionFunctionArgs): Promise<FundsAnswer> {
  const { commandId = '', ...typed } = textFieldsOf(await request.clone().formData())
  const fields = Object.fromEntries(Object.entries(typed).filter(([name]) => !UNTOLD_FIELDS.has(name)))
  const unanswered: FundsAnswer = { fields, commandId, problem: null, isUnanswered: true }
  return answerOr<FundsAnswer>(() => serverAction<FundsAnswer>(), unanswered)
}

export const keepUnanswered = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  !isUnanswered(actionResult) && defaultShouldRevalidate
