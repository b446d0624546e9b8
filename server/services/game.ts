// The game as people and clients ask for it: text in, rows of the Account room out. Draws the chance of a new seed, and decides nothing else.

import type { ListPart } from '#domain/list-part'
import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type GameTerms, checkRound, readSeed } from '#domain/game/rules'
import { IsolateCache } from '#domain/isolate-cache'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { GameRoundRow, GameSeedRow, GameView } from '#party/protocol/game'
import { loadGameTerms } from '#db/platform/game'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'
import { decimal, id } from './input'
import { accountCommand, operation } from './operation'

const termsCache = new IsolateCache<D1Database, GameTerms>(30_000)

/** At most half a minute old; undefined while nothing can be staked. */
export async function findGameTerms(env: Pick<Env, 'DB'>): Promise<GameTerms | undefined> {
  const known = termsCache.get(env.DB, Date.now())
  if (known) return known
  const terms = await loadGameTerms(env.DB, await loadCatalogue(env))
  if (terms) termsCache.set(env.DB, terms, Date.now())
  return terms
}

/** Plays a round with the seed that the house has committed to. */
export const playGame = accountCommand('play_game', {
  gates: ['game'],
  input: v.object({
    seed_no: id,
    client_seed: v.pipe(v.string(), v.maxLength(80), v.description('1 to 64 hexadecimal digits, chosen by the player')),
    under: v.pipe(id, v.description('the roll has to be below it: 4950 is a chance of 49.5 %')),
    stake: decimal,
  }),
  refusedAt: {
    amount_not_positive: 'stake',
    game_chance_out_of_bounds: 'under',
    game_stake_decimals: 'stake',
    game_stake_out_of_bounds: 'stake',
    insufficient_available: 'stake',
    own_limit_stake: 'stake',
  },
  prepare: async ({ env }, { seed_no: seedNo, client_seed: clientSeed, under, stake: staked }) => {
    const terms = await findGameTerms(env)
    if (!terms?.isOpen) return refuse('game_halted')
    const seed = readSeed(clientSeed)
    if (!seed.ok) return seed
    const stake = parseAmount(terms.asset, staked)
    if (!stake.ok)
      return stake.refusal.code === 'amount_too_precise' ? refuse('game_stake_decimals', { decimals: '2' }) : stake
    const checked = checkRound(terms, { stake: stake.value, under })
    if (!checked.ok) return checked
    return done({ seedNo, clientSeed: seed.value, under, assetId: terms.asset.id, stake: encodeAmount(stake.value) })
  },
})

/** Commits to a new seed and reveals the one before; one that served no round stays. */
export const commitGameSeed = operation({
  input: v.object({}),
  run: ({ env, session, commandId }): Promise<Outcome<GameSeedRow>> =>
    callAccount(env, session, { type: 'commit_game_seed', commandId, entropy: randomBytes(32).toString('hex') }),
})

export const readGame = (env: Env, session: Session): Promise<Outcome<GameView>> =>
  callAccount(env, session, { type: 'game' })

/** Newest first. */
export const listGameRounds = (env: Env, session: Session, part: ListPart): Promise<Outcome<Page<GameRoundRow>>> =>
  callAccount(env, session, { type: 'game_rounds', ...part })
