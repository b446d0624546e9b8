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
import { availableIn } from '../../forms/available.server'
import { idOf } from '../../lists/query'
import { form, forms } from '../../site/page.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage } from '../../visitor/visitor.server'

const BETS_SHOWN = 50

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const id = idOf(params['id'])
  const language = readLanguage(request)
  const found = await findQuizEvent(env, id, language)
  if (!found.ok) throw data(null, { status: 404 })
  const { terms, question, source, options, answer, betsReceiptId } = found.value
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
    areCommitted: betsReceiptId !== null,
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

const eventOf = ({ id = '' }: ActionFunctionArgs['params']) => ({ event_id: id })

export const action = forms({
  bet: form(placeQuizBet, { given: eventOf }),
  object: form(objectToQuizAnswer, { given: eventOf }),
})
