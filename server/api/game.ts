// /api/v1 game: limits, the house's seeds, rounds. Extends the old contract.

import * as v from 'valibot'
import { GAME_RETURN, ROLLS, UNDER, multiplierText } from '#domain/game/rules'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { done, refuse } from '#domain/outcome'
import type { GameRoundRow, GameSeedRow } from '#party/protocol/game'
import { commitGameSeed, findGameTerms, listGameRounds, playGame, readGame } from '#services/game'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal } from './fields'
import { privateRoute, publicRoute, route } from './route'

const SCALE = 6
const seed = v.object({ seed_no: v.number(), commitment: v.string(), committed_at: v.number(), rounds: v.number() })
const seedRow = ({ seedNo, commitment, committedAt, rounds }: GameSeedRow): v.InferInput<typeof seed> => ({
  seed_no: seedNo,
  commitment,
  committed_at: committedAt,
  rounds,
})

const round = v.object({
  round_id: v.number(),
  seed_no: v.number(),
  nonce: v.number(),
  client_seed: v.string(),
  under: v.number(),
  roll: v.number(),
  asset: v.string(),
  stake: wireDecimal,
  paid: wireDecimal,
  at: v.number(),
})
const money = (text: string) => formatUnits(decodeAmount(text), SCALE)
const roundRow = (row: GameRoundRow): v.InferInput<typeof round> => ({
  round_id: row.roundNo,
  seed_no: row.seedNo,
  nonce: row.nonce,
  client_seed: row.clientSeed,
  under: row.under,
  roll: row.roll,
  asset: row.asset,
  stake: money(row.stake),
  paid: money(row.paid),
  at: row.at,
})

export const gameRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/game/terms',
    summary: 'Bounds of the game; a roll from 0 to rolls - 1 wins below `under`, and a win pays stake × return / under',
    tag: 'Game',
    input: v.object({}),
    output: v.object({
      asset: v.string(),
      stake_min: wireDecimal,
      stake_max: wireDecimal,
      gain_max: wireDecimal,
      is_open: v.boolean(),
      rolls: v.number(),
      return: v.pipe(v.number(), v.description('of 10,000 staked comes back on average')),
      under_min: v.number(),
      under_max: v.number(),
    }),
    handler: async ({ env }) => {
      const terms = await findGameTerms(env)
      if (!terms) return refuse('game_halted')
      const text = (value: bigint) => formatUnits(value, terms.asset.scale)
      return done({
        asset: terms.asset.code,
        stake_min: text(terms.stakeMin),
        stake_max: text(terms.stakeMax),
        gain_max: text(terms.gainMax),
        is_open: terms.isOpen,
        rolls: ROLLS,
        return: GAME_RETURN,
        under_min: UNDER.min,
        under_max: UNDER.max,
      })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/game/seeds',
    summary: 'The seed that the house is committed to, and those that were revealed, newest first',
    tag: 'Game',
    input: v.object({}),
    output: v.object({
      current: v.nullable(seed),
      revealed: v.array(
        v.object({
          ...seed.entries,
          seed: v.string(),
          revealed_at: v.number(),
          receipt_id: v.nullable(v.string()),
        }),
      ),
    }),
    handler: async ({ env, session }) => {
      const read = await readGame(env, session)
      if (!read.ok) return read
      return done({
        current: read.value.seed && seedRow(read.value.seed),
        revealed: read.value.revealed.map((each) => ({
          ...seedRow(each),
          seed: each.seed,
          revealed_at: each.revealedAt,
          receipt_id: each.receiptId,
        })),
      })
    },
  }),
  route(commitGameSeed, {
    at: 'POST /v1/game/seed',
    summary: 'Commit to a new seed of the house and reveal the one before; one that served no round stays',
    tag: 'Game',
    answers: { schema: seed, write: seedRow },
  }),
  route(playGame, {
    at: 'POST /v1/game/round',
    summary: 'Play a round with the seed that is committed to',
    tag: 'Game',
    answers: {
      schema: v.object({ ...round.entries, multiplier: wireDecimal }),
      write: (row: GameRoundRow) => ({ ...roundRow(row), multiplier: multiplierText(row.under) }),
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/game/rounds',
    summary: 'Own rounds, newest first',
    tag: 'Game',
    input: v.object(listFields),
    output: listOf(round),
    handler: async ({ env, session, input }) => {
      const rounds = await listGameRounds(env, session, partOf(input))
      if (!rounds.ok) return rounds
      const { rows, end } = endOf(rounds.value, input, ({ roundNo }) => roundNo)
      return done({ list: rows.map(roundRow), ...end })
    },
  }),
]
