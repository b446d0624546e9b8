// Loader and actions of the game: limits, house seed, own rounds.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { GAME_WALLET } from '#domain/game/rules'
import { commitGameSeed, findGameTerms, listGameRounds, playGame, readGame } from '#services/game'
import { listBalances } from '#services/wallet'
import { readSession } from '#session/session'
import { availableIn } from '../../forms/available.server'
import { hundredthsOf } from '../../forms/game'
import { form, forms } from '../../site/page.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage } from '../../visitor/visitor.server'

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

export const action = forms({
  play: form(playGame, { typed: { chance: { field: 'under', read: hundredthsOf } } }),
  renew: form(commitGameSeed),
})
export type GameAnswer = Awaited<ReturnType<typeof action>>
