// /api/v1/fairness endpoints: the daily tree of liabilities for everybody, and a user's own proofs.

import * as v from 'valibot'
import { PUBLIC_HOLDERS } from '#domain/liabilities/tree'
import { done, refuse } from '#domain/outcome'
import { type LiabilityTree, assetFigures, readLiabilities, readProofs } from '#services/liabilities/proofs'
import { isSessionLive } from '#services/sessions'
import { wireDecimal } from './fields'
import { privateRoute, publicRoute } from './route'

const hash = v.pipe(v.string(), v.description('SHA-256 in base64url'))
const units = v.pipe(v.string(), v.description('integer text in the smallest unit of the asset'))
const treeEntries = {
  tree: v.number(),
  day: v.pipe(v.string(), v.description('UTC')),
  root: hash,
  ended_at: v.number(),
  users: v.pipe(v.number(), v.description('accounts that exist')),
  counted: v.pipe(v.number(), v.description('accounts in the tree')),
  oldest_count_at: v.nullable(v.number()),
}

const treeRow = ({ no: tree, day, root, endedAt, users, counted, oldestAt }: LiabilityTree) => ({
  ...{ tree, day, root, users, counted },
  ended_at: endedAt,
  oldest_count_at: oldestAt,
})

const proof = v.object({
  rule: v.string(),
  tree: v.number(),
  day: v.string(),
  holder: v.pipe(v.string(), v.description('account number, or insurance or inviters')),
  asset: v.object({
    id: v.number(),
    code: v.string(),
    scale: v.number(),
    size: v.number(),
    equity: units,
    debt: units,
    hash,
    index: v.number(),
    assets: v.number(),
    path: v.array(hash),
  }),
  parts: v.array(
    v.object({
      equity: units,
      debt: units,
      salt: v.string(),
      index: v.number(),
      path: v.array(v.pipe(v.string(), v.description('hash, equity and debt of a sibling'))),
    }),
  ),
  root: hash,
})
const proofs = v.object({ ...treeEntries, proofs: v.array(proof) })

const answerProofs = (found: Awaited<ReturnType<typeof readProofs>>) =>
  found === null
    ? done(null)
    : done({
        ...treeRow(found.tree),
        proofs: found.proofs.map(({ asset, parts, ...rest }) => ({
          ...rest,
          asset: { ...asset, path: [...asset.path] },
          parts: parts.map((part) => ({ ...part, path: [...part.path] })),
        })),
      })

export const liabilityRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/fairness/liabilities',
    summary: 'Roots of the daily trees of what customers own and owe, newest first, and the assets of the newest',
    tag: 'Fairness',
    input: v.object({}),
    output: v.object({
      trees: v.array(v.object(treeEntries)),
      assets: v.array(
        v.object({
          asset_id: v.number(),
          currency: v.string(),
          scale: v.number(),
          leaves: v.number(),
          hash,
          equity: v.pipe(wireDecimal, v.description('sum of the tree, with the public holders')),
          debt: wireDecimal,
          customers_equity: wireDecimal,
          customers_debt: wireDecimal,
          insurance: wireDecimal,
          inviters: wireDecimal,
          stated_reserve: v.pipe(wireDecimal, v.description('as the site says: deposits less withdrawals')),
          play_money: wireDecimal,
        }),
      ),
    }),
    handler: async ({ env }) => {
      const { trees, assets } = await readLiabilities(env)
      return done({
        trees: trees.map(treeRow),
        assets: assets.map((asset) => {
          const { usersEquity, usersDebt, reserve, demo, ...figures } = assetFigures(asset)
          return {
            ...{
              asset_id: asset.assetId,
              currency: asset.code,
              scale: asset.scale,
              leaves: asset.size,
              hash: asset.hash,
            },
            ...figures,
            ...{ customers_equity: usersEquity, customers_debt: usersDebt, stated_reserve: reserve, play_money: demo },
          }
        }),
      })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/fairness/liabilities/fund',
    summary: 'Proofs of a public holder in the newest tree: the insurance fund, or what inviters are owed',
    tag: 'Fairness',
    input: v.object({ holder: v.picklist(PUBLIC_HOLDERS) }),
    output: v.nullable(proofs),
    handler: async ({ env, input }) => answerProofs(await readProofs(env, input.holder)),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/fairness/liabilities/proof',
    summary: 'Proofs of the own account in the newest tree, one for each asset; null before the first tree',
    tag: 'Fairness',
    input: v.object({}),
    output: v.nullable(proofs),
    handler: async ({ env, session }) =>
      (await isSessionLive(env, session))
        ? answerProofs(await readProofs(env, session.userId))
        : refuse('session_ended'),
  }),
]
