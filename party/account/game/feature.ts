// The game: rolls from a seed that the house committed to in advance, settled at once against the user's change wallet. The seed's chance
// is fixed by the commit command and applies to all its rounds.

import type { ListPart } from '#domain/list-part'
import * as v from 'valibot'
import { findAsset } from '#domain/catalogue'
import { GAME_RULE, type GameReceipt } from '#domain/game/receipt'
import { GAME_WALLET, ROUNDS_PER_SEED_MAX, paidOf, rollOf, roundText } from '#domain/game/rules'
import type { LimitRefusal } from '#domain/limits/limits'
import { type Amount, ZERO, decodeAmount, encodeAmount, negate, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type GameRoundRow, type GameSeedRow, type GameView, SEEDS_SHOWN } from '#party/protocol/game'
import { gameRound, gameSeed } from '#db/account/game'
import { tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { command, feature, query } from '../feature'
import { listPart, positive, positiveIntegerText } from '../fields'
import { readList } from '../listing'
import { GameStore, type Round, type Seed } from './store'

interface Game {
  readonly account: AccountState
  readonly store: GameStore
}

const round = v.strictObject({
  seedNo: positive,
  clientSeed: v.pipe(v.string(), v.regex(/^[0-9a-f]{1,64}$/)),
  under: positive,
  assetId: positive,
  stake: positiveIntegerText,
})
type Played = v.InferOutput<typeof round>

export const game = feature({
  name: 'game',
  tables: GameStore.tables,
  open: (account: AccountState): Game => ({ account, store: new GameStore(account.store) }),
  commands: {
    /** Reveals the current seed, if rounds used it, and commits to a new one. */
    commit_game_seed: command({
      input: v.strictObject({ entropy: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
      // The Worker draws it anew for a repetition, which gets the first outcome.
      content: () => null,
      commit: 'log',
      run: ({ account, store }: Game, { entropy }, { now }) => {
        const { seed, rounds } = store
        if (seed && rounds.length === 0) return done(seedRow(seed, 0))
        const receiptId = seed ? account.capabilities.receipts.issue(receiptOf(seed, rounds, now), now) : null
        const next = { seed: entropy, commitment: account.digest(entropy), committedAt: now }
        store.replaceSeed(next, { revealedAt: now, receiptId })
        return store.seed ? done(seedRow(store.seed, 0)) : refuse('game_no_seed')
      },
    }),
    play_game: command({
      input: round,
      commit: 'log',
      run: (game: Game, played, { now }) => play(game, played, now),
    }),
  },
  queries: {
    game: query({
      input: v.strictObject({}),
      run: ({ account, store }: Game): Outcome<GameView, never> => {
        const served = (seedNo: number) => tableOf(gameRound).count(account.store, 'WHERE seed_no = ?', seedNo)
        const revealed = tableOf(gameSeed)
          .rows(account.store, 'WHERE revealed_at IS NOT NULL ORDER BY seed_no DESC LIMIT ?', SEEDS_SHOWN)
          .map((seed) => ({
            ...seedRow(seed, served(seed.seedNo)),
            seed: seed.seed,
            revealedAt: seed.revealedAt ?? 0,
            receiptId: seed.receiptId,
          }))
        return done({ seed: store.seed && seedRow(store.seed, store.rounds.length), revealed })
      },
    }),
    game_rounds: query({
      input: v.strictObject(listPart),
      run: ({ account }: Game, page) => done(listRounds(account, page)),
    }),
  },
  save: ({ store }: Game, log) => store.save(log),
  verify: ({ account }: Game, _turn, sums) => verify(account, sums),
})

type PlayRefusal =
  | 'trading_frozen'
  | 'asset_not_found'
  | 'game_no_seed'
  | 'game_seed_changed'
  | 'game_seed_used_up'
  | 'insufficient_available'
  | LimitRefusal

function play({ account, store }: Game, played: Played, now: number): Outcome<GameRoundRow, PlayRefusal> {
  const { seed, rounds } = store
  const stake = decodeAmount(played.stake)
  const asset = findAsset(account.catalogue, played.assetId)
  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  if (!asset) return refuse('asset_not_found')
  if (!seed) return refuse('game_no_seed')
  if (seed.seedNo !== played.seedNo) return refuse('game_seed_changed')
  if (rounds.length >= ROUNDS_PER_SEED_MAX) return refuse('game_seed_used_up', { max: String(ROUNDS_PER_SEED_MAX) })
  const limited = account.capabilities.limits.checkStake(stake, now)
  if (!limited.ok) return limited
  const covered = checkAvailable(asset, { available: account.ledger.available(GAME_WALLET, asset.id), needed: stake })
  if (!covered.ok) return covered

  const { clientSeed, under } = played
  const nonce = rounds.length + 1
  const roll = rollOf(account.hmac(seed.seed, roundText(clientSeed, nonce)))
  const paid = paidOf({ stake, under, roll })
  const result = subtract(paid, stake)
  if (result !== 0n)
    account.ledger.post(
      {
        reason: result > 0n ? 'game_won' : 'game_lost',
        ref: `game:${store.nextRoundNo()}`,
        lines: [
          { account: `${GAME_WALLET}:available`, assetId: asset.id, amount: result },
          { account: '@house:game', assetId: asset.id, amount: negate(result) },
        ],
      },
      now,
    )
  account.capabilities.limits.staked(now)
  account.capabilities.limits.record(result, now)
  const facts = { clientSeed, under, assetId: asset.id, asset: asset.code, stake }
  return done(roundRow(store.add({ ...facts, seedNo: seed.seedNo, nonce, roll, paid, at: now })))
}

const seedRow = ({ seedNo, commitment, committedAt }: Seed, rounds: number): GameSeedRow => ({
  seedNo,
  commitment,
  committedAt,
  rounds,
})

const roundRow = ({ stake, paid, ...facts }: Round): GameRoundRow => ({
  ...facts,
  stake: encodeAmount(stake),
  paid: encodeAmount(paid),
})

const listRounds = (account: AccountState, part: ListPart) => {
  const listing = { table: tableOf(gameRound), key: 'round_no', at: 'at', conditions: [] } as const
  const { rows, total } = readList(account.store, listing, part)
  return { rows: rows.map(roundRow), total }
}

const receiptOf = ({ seed, commitment, committedAt }: Seed, rounds: readonly Round[], at: number): GameReceipt => ({
  rule: GAME_RULE,
  at,
  asset: rounds[0]?.asset ?? '',
  seed,
  commitment,
  committedAt,
  rounds: rounds.map(({ nonce, clientSeed, under, roll, stake, paid, at: playedAt }) => ({
    nonce,
    clientSeed,
    under,
    roll,
    stake: encodeAmount(stake),
    paid: encodeAmount(paid),
    at: playedAt,
  })),
})

/** Audit: the house account equals the sum of all rounds, and each round paid its roll's payout. */
function verify(account: AccountState, sums: ReadonlyMap<string, Amount>): string[] {
  const problems: string[] = []
  const expected = new Map<number, Amount>()
  for (const each of tableOf(gameRound).rows(account.store)) {
    if (each.paid !== paidOf(each)) problems.push(`round ${each.roundNo} of the game paid ${each.paid}`)
    expected.set(each.assetId, subtract(expected.get(each.assetId) ?? ZERO, subtract(each.paid, each.stake)))
  }
  for (const [assetId, value] of expected) {
    const posted = sums.get(`@house:game/${assetId}`) ?? ZERO
    if (posted !== value)
      problems.push(`the house took ${posted} of asset ${assetId} by the game, and rounds gave ${value}`)
  }
  return problems
}
