// /api/v1/log: checkpoints of the append-only log, proofs, and leaf texts.

import * as v from 'valibot'
import { LEAF_SOURCES, type TickRound } from '#domain/log/leaf'
import { done, refuse } from '#domain/outcome'
import type { Outcome } from '#domain/outcome'
import { leafInclusion, logConsistency, logHead, logLeaves, receiptProof, roundProof } from '#services/log'
import { labelled } from '#services/input'
import { publicRoute } from './route'

const count = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,14})$/),
  v.transform((text) => parseInt(text, 10)),
)
const path = v.pipe(v.array(v.string()), v.description('hashes in hex, bottom up'))
const inclusion = v.object({
  leaf: v.number(),
  size: v.number(),
  text: v.pipe(v.string(), v.description('what is hashed, after a zero byte')),
  path,
})
const tickRound = {
  round: v.object({ no: v.number(), at: v.number(), late_symbol: v.nullable(v.string()) }),
  hashes: v.pipe(v.array(v.string()), v.description('of all ticks of the round')),
  leaf: v.number(),
  path,
}
const tick = v.object({
  symbol: v.string(),
  seq: v.number(),
  at: v.number(),
  price: v.string(),
  source: v.string(),
  previousHash: v.string(),
})

const found = <Value>(value: Value | null): Outcome<Value> => (value === null ? refuse('log_not_found') : done(value))

export const logRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/log/checkpoint',
    summary: 'A signed checkpoint of the log (c2sp.org/tlog-checkpoint): the newest, or that of a size',
    tag: 'Log',
    input: v.object({ size: v.optional(count) }),
    output: v.object({
      key: v.pipe(v.string(), v.description('public key that signs now')),
      size: v.number(),
      at: v.number(),
      checkpoint: v.string(),
    }),
    handler: async ({ env, input }) => found(await logHead(env, input.size ?? null)),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/log/inclusion',
    summary: 'Proof that a leaf is in the log of a signed size, the newest without one (RFC 9162, 2.1.3)',
    tag: 'Log',
    input: v.object({ leaf: count, size: v.optional(count) }),
    output: inclusion,
    handler: async ({ env, input }) => {
      const proof = found(await leafInclusion(env, input.leaf, input.size ?? null))
      return proof.ok ? done({ ...proof.value, path: [...proof.value.path] }) : proof
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/log/consistency',
    summary: 'Proof that the log of a signed size is the beginning of that of a later one (RFC 9162, 2.1.4)',
    tag: 'Log',
    input: v.object({ from: labelled('earlier_size', count), to: labelled('later_size', count) }),
    output: v.object({ from: v.number(), to: v.number(), path }),
    handler: async ({ env, input }) => {
      const proof = found(await logConsistency(env, input.from, input.to))
      return proof.ok ? done({ ...proof.value, path: [...proof.value.path] }) : proof
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/log/leaves',
    summary: 'Up to 256 leaves from a number on, of one source or all, of those that a checkpoint covers',
    tag: 'Log',
    input: v.object({ from: labelled('leaf', count), source: v.optional(v.picklist(LEAF_SOURCES)) }),
    output: v.array(v.object({ no: v.number(), source: v.string(), number: v.number(), body: v.string() })),
    handler: async ({ env, input }) => {
      const leaves = found(await logLeaves(env, input.from, LEAVES, input.source ?? null))
      return leaves.ok ? done([...leaves.value]) : leaves
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/log/round',
    summary: 'What proves that a round of prices is in the log; found once a checkpoint covers it, for two days',
    tag: 'Log',
    input: v.object({ round: count }),
    output: v.object({
      checkpoint: v.string(),
      inclusion: v.pipe(inclusion, v.description('of the leaf that holds the round')),
      round: v.object({ no: v.number(), at: v.number(), late_symbol: v.nullable(v.string()), digest: v.string() }),
      path,
    }),
    handler: async ({ env, input }) => {
      const proof = found(await roundProof(env, input.round))
      if (!proof.ok) return proof
      const { checkpoint, inclusion: held, round, path: hashes } = proof.value
      const { lateSymbol, ...rest } = round
      return done({
        checkpoint,
        inclusion: { ...held, path: [...held.path] },
        round: { ...rest, late_symbol: lateSymbol },
        path: [...hashes],
      })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/log/receipt',
    summary: 'What proves that a receipt and its prices are in the log; found once a checkpoint covers it',
    tag: 'Log',
    input: v.object({ receipt_id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
    output: v.object({
      checkpoint: v.string(),
      inclusion,
      ticks: v.array(
        v.nullable(
          v.object({
            ...tickRound,
            before: v.nullable(tick),
            before_round: v.pipe(v.nullable(v.object(tickRound)), v.description('of the tick before')),
          }),
        ),
      ),
      rounds: v.pipe(v.array(inclusion), v.description('of the leaves that hold the rounds')),
    }),
    handler: async ({ env, input }) => {
      const proof = found(await receiptProof(env, input.receipt_id))
      if (!proof.ok) return proof
      const copy = ({ path: hashes, ...rest }: (typeof proof.value)['inclusion']) => ({ ...rest, path: [...hashes] })
      return done({
        checkpoint: proof.value.checkpoint,
        inclusion: copy(proof.value.inclusion),
        ticks: proof.value.ticks.map((each) => {
          if (!each) return null
          const { before, beforeRound } = each
          return { ...wireRound(each), before, before_round: beforeRound && wireRound(beforeRound) }
        }),
        rounds: proof.value.rounds.map(copy),
      })
    },
  }),
]

const LEAVES = 256

const wireRound = ({ round: { no, at, lateSymbol }, hashes, leaf, path: toRoot }: TickRound) => ({
  round: { no, at, late_symbol: lateSymbol },
  hashes: [...hashes],
  leaf,
  path: [...toRoot],
})
