// The game as people and clients ask for it: text in, rows of the Account room out. Draws the chance of a new seed, and decides nothing else.

import { randomBytes } from 'node:crypto'
import { type GameTerms, checkRound, readSeed } from '#domain/game/rules'
import { IsolateCache } from '#domain/isolate-cache'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { GameRoundRow, GameSeedRow, GameView } from '#party/protocol/game'
import { loadGameTerms } from '#db/platform/game'
import type { Session } from '#session/session'
import { askAccount, askCommand } from './account-room'
import { loadCatalogue } from './catalogue'
import { checkGate } from './gates'

const kept = new IsolateCache<D1Database, GameTerms>(30_000)

/** At most half a minute old; undefined while nothing can be staked. */
export async function findGameTerms(env: Pick<Env, 'DB'>): Promise<GameTerms | undefined> {
  const known = kept.get(env.DB, Date.now())
  if (known) return known
  const terms = await loadGameTerms(env.DB, await loadCatalogue(env))
  if (terms) kept.set(env.DB, terms, Date.now())
  return terms
}

/** A round in text; `under` in hundredths of a percent. */
export interface RoundForm {
  readonly seedNo: number
  readonly clientSeed: string
  readonly under: number
  readonly stake: string
}

interface Playing {
  readonly commandId: string
  readonly form: RoundForm
  /** Where the user is, as ISO 3166 or empty. */
  readonly country: string
}

export function playGame(env: Env, session: Session, playing: Playing): Promise<Outcome<GameRoundRow>> {
  const { seedNo, under } = playing.form
  const named = { type: 'play_game', commandId: playing.commandId, said: { seedNo, under } } as const
  return askCommand(env, session, named, () => readRound(env, playing))
}

async function readRound(env: Env, { form, country }: Playing) {
  const admitted = await checkGate(env, 'game', country)
  if (!admitted.ok) return admitted
  const terms = await findGameTerms(env)
  if (!terms?.isOpen) return refuse('game_halted')
  const clientSeed = readSeed(form.clientSeed)
  if (!clientSeed.ok) return clientSeed
  const stake = parseAmount(terms.asset, form.stake)
  if (!stake.ok)
    return stake.refusal.code === 'amount_too_precise' ? refuse('game_stake_decimals', { decimals: '2' }) : stake
  const checked = checkRound(terms, { stake: stake.value, under: form.under })
  if (!checked.ok) return checked
  return done({
    seedNo: form.seedNo,
    clientSeed: clientSeed.value,
    under: form.under,
    assetId: terms.asset.id,
    stake: encodeAmount(stake.value),
  })
}

/** Commits to a new seed and reveals the one before; one that served no round stays. */
export const commitGameSeed = (env: Env, session: Session, commandId: string): Promise<Outcome<GameSeedRow>> =>
  askAccount(env, session, { type: 'commit_game_seed', commandId, entropy: randomBytes(32).toString('hex') })

export const readGame = (env: Env, session: Session): Promise<Outcome<GameView>> =>
  askAccount(env, session, { type: 'game' })

/** Newest first. */
export const listGameRounds = (
  env: Env,
  session: Session,
  page: { readonly page: number; readonly limit: number },
): Promise<Outcome<Page<GameRoundRow>>> => askAccount(env, session, { type: 'game_rounds', ...page })
