// One event: what is asked, what is staked on each option now, own bets on it; and what its forms are answered.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { type Amount, ZERO, parseAmount } from '#domain/money/amount'
import { QUIZ_WALLET, countsFor, objectionsEndAt, phaseOf } from '#domain/quiz/rules'
import { hashText } from '#domain/text-hash'
import {
  findOwnObjection,
  findQuizEvent,
  listQuizBets,
  objectToQuizAnswer,
  placeQuizBet,
  readQuizPool,
} from '#services/quiz'
import { listBalances } from '#services/wallet'
import { readSession } from '#session/session'
import { plainDecimal } from '../../forms/decimal-field'
import { textFieldsOf } from '../../site/revalidation'
import { broughtTexts } from '../../text/words.server'
import {
  areAmountsHidden,
  fieldOf,
  ownRefusalText,
  readFormLanguage,
  readLanguage,
  readOwnForm,
  throwIfSessionEnded,
} from '../../visitor/visitor.server'

const BETS_SHOWN = 50

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const id = parseInt(params['id'] ?? '', 10)
  const language = readLanguage(request)
  const found = Number.isSafeInteger(id) ? await findQuizEvent(env, id, language) : null
  if (!found?.ok) throw data(null, { status: 404 })
  const { terms, question, source, options, answer } = found.value
  const now = Date.now()
  const [pool, own] = await Promise.all([readQuizPool(env, id), loadOwn(request, env, terms)])
  const counted = countsFor(terms, answer)
  return {
    texts: broughtTexts(language, 'quiz'),
    title: question,
    language,
    terms,
    source,
    options,
    pool,
    phase: phaseOf(terms, answer, now),
    answer: counted && { ...counted, objectionsEndAt: objectionsEndAt(counted) },
    own,
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
    now,
  }
}

/** Null for a guest, and for a session that has ended: events are public. */
async function loadOwn(
  request: Request,
  env: Env,
  {
    id,
    asset,
  }: { readonly id: number; readonly asset: { readonly id: number; readonly code: string; readonly scale: number } },
) {
  const session = await readSession(request, env)
  if (!session) return null
  const [bets, sheet, objection] = await Promise.all([
    listQuizBets(env, session, { eventId: id, page: 1, limit: BETS_SHOWN }),
    listBalances(env, session),
    findOwnObjection(env, session, id),
  ])
  if (!bets.ok || !sheet.ok) return null
  const line = sheet.value.lines.find((each) => each.wallet === QUIZ_WALLET && each.assetId === asset.id)
  const available = parseAmount(asset, line?.available ?? '0')
  const amount: Amount = available.ok ? available.value : ZERO
  return { bets: bets.value.rows, available: amount, objection: objection ?? null }
}

export interface QuizAnswerToForm {
  readonly intent: string
  readonly isDone: boolean
  readonly problem: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, params, context }: ActionFunctionArgs): Promise<QuizAnswerToForm> {
  const { env, place } = context
  const { session, form } = await readOwnForm(request, env)
  const { commandId: _, ...asked } = textFieldsOf(form)
  // One page is drawn with one command id for its forms, so what each asks for is part of its command's own id.
  const commandId = `${fieldOf(form, 'commandId') || crypto.randomUUID()}.${hashText(JSON.stringify(asked)).toString(36)}`
  const eventId = parseInt(params['id'] ?? '', 10) || 0
  const intent = fieldOf(form, 'intent')
  const now = Date.now()
  const outcome =
    intent === 'object'
      ? await objectToQuizAnswer(env, session, { eventId, reason: fieldOf(form, 'reason'), now })
      : await placeQuizBet(env, session, {
          commandId,
          country: place.country,
          now,
          form: {
            eventId,
            option: parseInt(fieldOf(form, 'option'), 10) || 0,
            stake: plainDecimal(fieldOf(form, 'stake'), readFormLanguage(request, form)),
          },
        })
  throwIfSessionEnded(request, outcome)
  const problem = outcome.ok ? null : ownRefusalText(request, outcome.refusal)
  return { intent, isDone: outcome.ok, problem, fields: textFieldsOf(form) }
}
