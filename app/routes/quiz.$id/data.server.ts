// Loader and actions of a quiz event: question, pools per option, own bets.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { QUIZ_WALLET, type QuizTerms, countsFor, objectionsEndAt, phaseOf } from '#domain/quiz/rules'
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
import { checkForm } from '../../forms/taken-fields.server'
import { availableIn } from '../../forms/available.server'
import { commandIdOf } from '../../forms/command-id.server'
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

/** Null for a guest or an ended session, since events are public. */
async function loadOwn(request: Request, env: Env, { id, asset }: Pick<QuizTerms, 'id' | 'asset'>) {
  const session = await readSession(request, env)
  if (!session) return null
  const [bets, sheet, objection] = await Promise.all([
    listQuizBets(env, session, { eventId: id, page: 1, limit: BETS_SHOWN }),
    listBalances(env, session),
    findOwnObjection(env, session, id),
  ])
  if (!bets.ok || !sheet.ok) return null
  const available = availableIn(sheet.value, QUIZ_WALLET, asset)
  return { bets: bets.value.rows, available, objection: objection ?? null }
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
  const commandId = commandIdOf(form)
  const eventId = parseInt(params['id'] ?? '', 10) || 0
  const intent = fieldOf(form, 'intent')
  const now = Date.now()
  const taken = await checkForm(env, session, form, {
    fields: intent === 'object' ? ['reason'] : ['option', 'stake'],
    words: { intent: ['object', 'bet'] },
  })
  const outcome = !taken.ok
    ? taken
    : intent === 'object'
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
