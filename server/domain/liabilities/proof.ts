// Proof that a holder's amounts are in the published tree of liabilities, and its check. The page and verify.mjs share this code; a file is
// read strictly, because it comes from outside.

import * as v from 'valibot'
import { leafText, nodeText, sidesOf } from '../merkle'
import { count, listOf, malformedIn, matching, salt, units as unitsText } from '../published-forms'
import { type Amount, amount, formatTrimmed } from '../money/amount'
import type { Digest } from '../quotes/chain'
import {
  type AssetTotal,
  LIABILITIES_RULE,
  type Leaf,
  NOTHING,
  PARTS,
  PUBLIC_HOLDERS,
  type SumNode,
  type Sums,
  addSums,
  assetEntry,
  isSum,
  sumLeafText,
  sumNodeText,
} from './tree'

/** Amounts are integer text in the asset's smallest unit; hashes are in base64url. */
export interface LiabilityProof {
  readonly rule: typeof LIABILITIES_RULE
  readonly tree: number
  /** UTC day of the tree: "2026-11-28". */
  readonly day: string
  /** Number of the account, or "insurance" or "inviters". */
  readonly holder: string
  readonly asset: {
    readonly id: number
    readonly code: string
    readonly scale: number
    /** Leaves and sums of the asset's whole tree. */
    readonly size: number
    readonly equity: string
    readonly debt: string
    readonly hash: string
    /** Index in the asset list, from 0, with siblings up to the root. */
    readonly index: number
    readonly assets: number
    readonly path: readonly string[]
  }
  readonly parts: readonly PartProof[]
  readonly root: string
}

interface PartProof {
  readonly equity: string
  readonly debt: string
  readonly salt: string
  /** From 0. */
  readonly index: number
  /** Siblings, bottom up, each as "hash equity debt". */
  readonly path: readonly string[]
}

interface ProofFacts {
  readonly tree: number
  readonly day: string
  readonly holder: string
  readonly total: AssetTotal
  readonly place: { readonly index: number; readonly assets: number; readonly path: readonly string[] }
  readonly parts: readonly { readonly leaf: Leaf; readonly index: number; readonly path: readonly SumNode[] }[]
  readonly root: string
}

export function makeProof({ tree, day, holder, total, place, parts, root }: ProofFacts): LiabilityProof {
  const { assetId: id, code, scale, size, equity, debt, hash } = total
  return {
    rule: LIABILITIES_RULE,
    ...{ tree, day, holder },
    asset: { id, code, scale, size, equity: String(equity), debt: String(debt), hash, ...place },
    parts: parts.map(({ leaf, index, path }) => ({
      equity: String(leaf.equity),
      debt: String(leaf.debt),
      salt: leaf.salt,
      index,
      path: path.map((node) => `${node.hash} ${node.equity} ${node.debt}`),
    })),
    root,
  }
}

/** What a proof says that the holder owns and owes. */
export const provenSums = ({ parts }: LiabilityProof): Sums =>
  parts.map(({ equity, debt }) => ({ equity: units(equity), debt: units(debt) })).reduce(addSums, NOTHING)

/** What a right proof proves, as a line of text. */
export function provenText(proof: LiabilityProof): string {
  const { equity, debt } = provenSums(proof)
  const { asset, holder, day, root } = proof
  const text = (value: Amount) => `${formatTrimmed(asset, value)} ${asset.code}`
  const who = /^\d/.test(holder) ? `account ${holder}` : holder
  return `${who} owns ${text(equity)} and owes ${text(debt)} in the tree of ${day}, whose root is ${root}`
}

/** Proofs in a file or in an answer of the API; null for a file of another kind. */
export function liabilityProofsIn(value: unknown): readonly unknown[] | null {
  const message = isObject(value) && isObject(value['message']) ? value['message'] : value
  const found = isObject(message) && Array.isArray(message['proofs']) ? message['proofs'] : message
  const all: readonly unknown[] = Array.isArray(found) ? found : [found]
  const isKnown = all.length > 0 && all.every((each) => isObject(each) && each['rule'] === LIABILITIES_RULE)
  return isKnown ? all : null
}

/** Problems of a proof; empty when it leads to its root. The holder must still compare that root with the published one. */
export function checkLiabilityProof(value: unknown, digest: Digest): readonly string[] {
  const check = liabilityCheck(value)
  let step = check.next()
  while (step.done !== true) step = check.next(digest(step.value))
  return step.value
}

type Check<Result> = Generator<string, Result, string>

/** The check in steps: yields a text and takes its SHA-256 in base64url, because a browser's own hashing takes turns. */
export function* liabilityCheck(value: unknown): Check<readonly string[]> {
  const malformed = malformedIn(LIABILITIES_SHAPE, value)
  if (malformed.length > 0) return malformed
  // Every field has been checked.
  const proof = value as LiabilityProof
  const [first, second] = proof.parts
  if (first?.index === second?.index) return ['both parts name the same leaf']
  const problems: string[] = []
  for (const [no, part] of proof.parts.entries()) problems.push(...(yield* partProblems(proof, { part, no })))
  return problems.length > 0 ? problems : yield* rootProblems(proof)
}

function* partProblems(
  { tree, holder, asset }: LiabilityProof,
  { part, no }: { readonly part: PartProof; readonly no: number },
): Check<string[]> {
  const named = `part ${no + 1}`
  const sides = sidesOf(part.index, asset.size)
  if (sides?.length !== part.path.length) return [`${named} has a path that does not fit its place`]
  const sums = { equity: units(part.equity), debt: units(part.debt) }
  const leaf = { tree, assetId: asset.id, holder, part: no, ...sums, salt: part.salt }
  let node: SumNode = { hash: yield sumLeafText(leaf), ...sums }
  for (const [step, side] of sides.entries()) {
    const neighbour = readNode(part.path[step] ?? '')
    const [left, right] = side === 'left' ? [neighbour, node] : [node, neighbour]
    node = { hash: yield sumNodeText(left, right), ...addSums(left, right) }
    if (!isSum(node.equity) || !isSum(node.debt)) return [`${named} leads to a sum that is too large`]
  }
  const isRoot = node.hash === asset.hash && String(node.equity) === asset.equity && String(node.debt) === asset.debt
  return isRoot ? [] : [`${named} leads to another root of ${asset.code}`]
}

function* rootProblems({ asset, root }: LiabilityProof): Check<string[]> {
  const sides = sidesOf(asset.index, asset.assets)
  if (sides?.length !== asset.path.length) return ['the path of the asset does not fit its place']
  const { id: assetId, code, scale, size, hash } = asset
  const entry = assetEntry({ assetId, code, scale, size, equity: units(asset.equity), debt: units(asset.debt), hash })
  let reached = yield leafText(entry)
  for (const [step, side] of sides.entries()) {
    const neighbour = asset.path[step] ?? ''
    reached = yield side === 'left' ? nodeText(neighbour, reached) : nodeText(reached, neighbour)
  }
  return reached === root ? [] : [`${asset.code} is not in the list of assets of this root`]
}

/** Only for text that has been checked. */
const units = (text: string): Amount => amount(BigInt(text))

/** Only for text that has been checked. */
function readNode(text: string): SumNode {
  const [hash = '', equity = '', debt = ''] = text.split(' ')
  return { hash, equity: units(equity), debt: units(debt) }
}

/** SHA-256 in base64url. */
const hash = matching('short hash', /^[\w-]{43}$/)
/** A path is no longer than the logarithm of the largest tree. */
const PATH_MAX = 53

export const LIABILITIES_SHAPE = v.strictObject({
  rule: v.literal(LIABILITIES_RULE),
  tree: count,
  day: matching('day', /^\d{4}-\d{2}-\d{2}$/),
  holder: v.union([v.picklist(PUBLIC_HOLDERS), matching('number', /^[1-9]\d{0,15}$/)]),
  asset: v.strictObject({
    ...{ id: count, code: matching('code', /^[^|\s]{1,20}$/), scale: count, size: count },
    ...{ equity: unitsText, debt: unitsText, hash, index: count, assets: count, path: listOf(hash, PATH_MAX) },
  }),
  parts: v.pipe(
    v.array(
      v.strictObject({
        ...{ equity: unitsText, debt: unitsText, salt, index: count },
        path: listOf(matching('node', /^[\w-]{43}(?: (?:0|[1-9]\d{0,39})){2}$/), PATH_MAX),
      }),
    ),
    v.length(PARTS),
  ),
  root: hash,
})

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
