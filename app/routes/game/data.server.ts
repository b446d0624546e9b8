// Loader and actions of the game: limits, house seed, own rounds.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { GAME_WALLET } from '#domain/game/rules'
import { commitGameSeed, findGameTerms, listGameRounds, playGame, readGame } from '#services/game'
import { listBalances } from '#services/wallet'
import { readSession } from '#session/session'
import { checkForm } from '../../forms/taken-fields.server'
import { availableIn } from '../../forms/available.server'
import { commandIdOf } from '../../forms/command-id.server'
import { plainDecimal } from '../../forms/decimal-field'
import { type GameAnswer, underOf } from '../../forms/game'
import { textFieldsOf } from '../../site/revalidation'
import { titleOf } from '../../text/title.server'
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

const ROUNDS_SHOWN = 20

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const [terms, own] = await Promise.all([findGameTerms(env), loadOwn(request, env)])
  return {
    texts: broughtTexts(readLanguage(request), 'game'),
    title: titleOf(request, 'game', 'title'),
    language: readLanguage(request),
    terms: terms ?? null,
    own: own && terms ? { ...own.shown, available: availableIn(own.balances, GAME_WALLET, terms.asset) } : null,
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
  }
}

/** Game state of the user; null for a guest or an ended session, since the rules are public. */
async function loadOwn(request: Request, env: Env) {
  const session = await readSession(request, env)
  if (!session) return null
  const [view, rounds, sheet] = await Promise.all([
    readGame(env, session),
    listGameRounds(env, session, { page: 1, limit: ROUNDS_SHOWN }),
    listBalances(env, session),
  ])
  if (!view.ok || !rounds.ok || !sheet.ok) return null
  return { shown: { ...view.value, rounds: rounds.value.rows }, balances: sheet.value }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<GameAnswer> {
  const { env, place } = context
  const { session, form } = await readOwnForm(request, env)
  const commandId = commandIdOf(form)
  const fields = textFieldsOf(form)
  if (fieldOf(form, 'intent') === 'renew') {
    const taken = await checkForm(env, session, form, { fields: ['seed_no'] })
    const renewed = taken.ok ? await commitGameSeed(env, session, commandId) : taken
    throwIfSessionEnded(request, renewed)
    const problem = renewed.ok ? null : ownRefusalText(request, renewed.refusal)
    return { round: null, isRenewed: renewed.ok, problem, fields }
  }
  const language = readFormLanguage(request, form)
  const taken = await checkForm(env, session, form, {
    fields: ['seed_no', 'client_seed', 'chance', 'stake'],
    words: { intent: ['play'] },
  })
  const played = !taken.ok
    ? taken
    : await playGame(env, session, {
        commandId,
        country: place.country,
        form: {
          seedNo: parseInt(fieldOf(form, 'seedNo'), 10) || 0,
          clientSeed: fieldOf(form, 'clientSeed'),
          under: underOf(plainDecimal(fieldOf(form, 'chance'), language)),
          stake: plainDecimal(fieldOf(form, 'stake'), language),
        },
      })
  throwIfSessionEnded(request, played)
  if (played.ok) return { round: played.value, isRenewed: false, problem: null, fields }
  return { round: null, isRenewed: false, problem: ownRefusalText(request, played.refusal), fields }
}
