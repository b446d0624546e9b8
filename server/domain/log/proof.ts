// Log proofs of a receipt: a signed checkpoint covers its name, logged rounds contain its ticks, and the first tick counted where the rule says so.
// The offline script needs only the receipt, the proof and the log's public key.

import { type Receipt, firstTicksOf } from '../receipt'
import { type Digest, GENESIS_HASH, type Tick, tickText } from '../quotes/chain'
import { type Sha256, fromHex, sameBytes, utf8 } from './bytes'
import { type SignedCheckpoint, isRestoredFrom, openCheckpoint, readCheckpoint } from './checkpoint'
import {
  type LoggedRound,
  type TickProof,
  type TickRound,
  type RoundsLeaf,
  digestOfTicks,
  hashOfRound,
  isTimely,
  leafText,
  readRoundsLeaf,
  roundText,
} from './leaf'
import { type PublicKey, type VerifySignature, readNote } from './note'
import { leafHash, rootFromInclusion } from './tree'

interface Inclusion {
  readonly leaf: number
  readonly size: number
  readonly text: string
  readonly path: readonly string[]
}

export interface ReceiptProof {
  /** Signed note. */
  readonly checkpoint: string
  /** Of the receipt's name. */
  readonly inclusion: Inclusion
  /** One for each tick of the receipt; null where none was found. */
  readonly ticks: readonly (TickProof | null)[]
  /** Inclusions of leaves containing the rounds of the ticks and of the ticks before them. */
  readonly rounds: readonly Inclusion[]
}

/** Proof of a round that the caller holds, by its text, since its order was accepted. */
export interface RoundProof {
  /** Signed note. */
  readonly checkpoint: string
  /** Of the leaf that holds the round. */
  readonly inclusion: Inclusion
  readonly round: LoggedRound
  /** Hex hashes, leading up to the root named by the leaf. */
  readonly path: readonly string[]
}

export interface ProofChecks {
  readonly sha256: Sha256
  readonly digest: Digest
  readonly verify: VerifySignature
  readonly key: PublicKey
}

export interface Proven {
  /** Empty when the proof is sound. */
  readonly problems: readonly string[]
  /** What the proof shows, in English. */
  readonly proven: readonly string[]
  /** What it neither shows nor refutes, in English. */
  readonly open: readonly string[]
}

/** Checks a proof against the exact text of its receipt. */
export function checkProof(checks: ProofChecks, body: string, receipt: Receipt, proof: ReceiptProof): Proven {
  const checkpoint = openCheckpoint(checks.verify, proof.checkpoint, checks.key)
  if (!checkpoint) return failed(unsigned(checks, proof))
  const { inclusion } = proof
  // The number is the receipt's place among receipts; its name says which it is.
  const [, number = ''] = /^receipt\n([1-9]\d{0,14})\n/.exec(inclusion.text) ?? []
  const own = leafText({ source: 'receipt', number: parseInt(number, 10), body: checks.digest(body) })
  if (inclusion.text !== own) return failed('the leaf is that of another receipt')
  if (!isIncluded(checks, checkpoint, inclusion)) return failed('the receipt is not in the log of that checkpoint')
  const ticks = 'ticks' in receipt ? receipt.ticks : []
  if (ticks.length !== proof.ticks.length) return failed('the proof is of another number of ticks')
  const [problems, proven, open]: [string[], string[], string[]] = [[], [`checkpoint ${checkpoint.size} covers it`], []]
  const instants = firstTicksOf(receipt)
  for (const [index, tick] of ticks.entries()) {
    const name = `tick ${tick.seq} of ${tick.symbol}`
    const shown = proof.ticks[index] ?? null
    const problem = shown && problemOfTick(checks, checkpoint, { tick, shown, rounds: proof.rounds })
    if (!shown) problems.push(`${name} is in no round that the log holds`)
    else if (problem) problems.push(`${name} ${problem}`)
    else proven.push(`${name} is in the log`)
    if (!shown || problem) continue
    if (leafOf(shown, proof.rounds)?.isAgain) open.push(`${name}: ${AGAIN}`)
    const from = instants[index]
    if (from === undefined) continue
    const isFirst = isFirstFrom(tick, { shown, from, rounds: proof.rounds })
    if (isFirst === false) problems.push(`${name} is not the first that counts: one was published before it`)
    else if (isFirst) proven.push(`${name} is the first that counts`)
    else open.push(`${name}: no proof that it is the first that counts`)
  }
  return { problems, proven, open }
}

function unsigned({ key }: ProofChecks, { checkpoint }: Pick<ReceiptProof, 'checkpoint'>): string {
  const shown = readCheckpoint(readNote(checkpoint)?.text ?? '')
  const isRestored = shown !== null && isRestoredFrom(shown.origin, key.name)
  const why = isRestored ? `: it is of ${shown.origin}, which says that it continues a backup of that log` : ''
  return `the checkpoint is not signed by the key of the log${why}`
}

const failed = (problem: string): Proven => ({ problems: [problem], proven: [], open: [] })

const AGAIN =
  'its round was logged again after the feed went back, so another one may have been in its place (leaves of the source rollback say when)'

/**
 * True if a tick is its symbol's first at or after the instant `from`; null if the proof leaves it open. The proof contains the tick
 * published before. If that tick predates `from`, and both were published live and logged in time, no tick lies between them. A late
 * round is published after ticks of later seconds, so the order of publication then proves nothing. Nor does the first tick of a symbol, for a
 * site can begin its chain anew.
 */
function isFirstFrom(
  tick: Tick,
  { shown, from, rounds }: { readonly shown: TickProof; readonly from: number; readonly rounds: readonly Inclusion[] },
): boolean | null {
  const { before, beforeRound } = shown
  if (tick.at < from) return false
  if (before === null) return null
  if (before.at >= from) return before.at <= tick.at ? false : null
  return wasTimely(shown, rounds) && beforeRound && wasTimely(beforeRound, rounds) ? true : null
}

const leafOf = ({ leaf }: TickRound, rounds: readonly Inclusion[]): RoundsLeaf | null => {
  const held = rounds.find((each) => each.leaf === leaf)
  return held ? readLeaf(held) : null
}

function readLeaf({ text }: Inclusion): RoundsLeaf | null {
  const [source = '', , body = ''] = text.split('\n')
  return readRoundsLeaf({ source, number: 0, body })
}

/** Whether a sound proof shows that a round was logged live and in its time. */
export function wasTimely(shown: TickRound, rounds: readonly Inclusion[]): boolean {
  const held = leafOf(shown, rounds)
  return held !== null && isTimely(held, shown.round)
}

function problemOfTick(
  checks: ProofChecks,
  checkpoint: SignedCheckpoint,
  { tick, shown, rounds }: { readonly tick: Tick; readonly shown: TickProof; readonly rounds: readonly Inclusion[] },
): string | null {
  const { before, beforeRound } = shown
  if (checks.digest(tickText(tick)) !== tick.hash) return 'does not have the hash that it says'
  if (
    before
      ? checks.digest(tickText(before)) !== tick.previousHash
      : tick.seq === 1 && tick.previousHash !== GENESIS_HASH
  )
    return 'does not follow the tick that the proof puts before it'
  if (before && (before.symbol !== tick.symbol || before.seq !== tick.seq - 1)) return 'follows a tick of another place'
  const problem = problemOfTickRound(checks, checkpoint, { tick, shown, rounds })
  if (problem || !before || !beforeRound) return problem
  const earlier = { tick: { ...before, hash: tick.previousHash }, shown: beforeRound, rounds }
  return problemOfTickRound(checks, checkpoint, earlier) && 'follows a tick that is in no round of its proof'
}

function problemOfTickRound(
  checks: ProofChecks,
  checkpoint: SignedCheckpoint,
  { tick, shown, rounds }: { readonly tick: Tick; readonly shown: TickRound; readonly rounds: readonly Inclusion[] },
): string | null {
  const { round, hashes, leaf } = shown
  if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)) || !hashes.includes(tick.hash))
    return 'is not in the round of its proof'
  if (round.at !== tick.at) return 'is of another second than its round'
  if (round.lateSymbol !== null && round.lateSymbol !== tick.symbol) return 'is in a round of another symbol'
  const held = rounds.find((each) => each.leaf === leaf)
  if (!held) return 'is in a leaf that the checkpoint does not cover'
  const logged = { ...round, digest: digestOfTicks(checks.digest, hashes) }
  return problemOfRound(checks, checkpoint, { round: logged, path: shown.path, inclusion: held })
}

/** Checks that the log holds a round: the caller compares its text with the one held since the order. */
export function checkRoundProof(checks: ProofChecks, proof: RoundProof): Proven {
  const checkpoint = openCheckpoint(checks.verify, proof.checkpoint, checks.key)
  if (!checkpoint) return failed(unsigned(checks, proof))
  const problem = problemOfRound(checks, checkpoint, proof)
  if (problem) return failed(`round ${proof.round.no} ${problem}`)
  return {
    problems: [],
    proven: [`checkpoint ${checkpoint.size} covers the round ${roundText(proof.round)}`],
    open: readLeaf(proof.inclusion)?.isAgain ? [`round ${proof.round.no}: ${AGAIN}`] : [],
  }
}

function problemOfRound(
  checks: ProofChecks,
  checkpoint: SignedCheckpoint,
  { round, path, inclusion }: Omit<RoundProof, 'checkpoint'>,
): string | null {
  // An empty symbol hashes like none.
  if (round.lateSymbol === '') return 'names a late symbol without letters'
  if (!isIncluded(checks, checkpoint, inclusion)) return 'is in a leaf that the checkpoint does not cover'
  const [source = '', number = '', body = '', ...more] = inclusion.text.split('\n')
  const named = more.length === 0 ? readRoundsLeaf({ source, number: 0, body }) : null
  if (!named || !/^[1-9]\d{0,14}$/.test(number)) return 'is in a leaf that holds no rounds'
  const hashes = bytesOf(path)
  const root =
    hashes &&
    rootFromInclusion(checks.sha256, {
      leaf: hashOfRound(checks.sha256, round),
      index: round.no - named.first,
      size: parseInt(number, 10) - named.first + 1,
      path: hashes,
    })
  return root && sameBytes(root, named.root) ? null : 'is in a round that the leaf does not hold'
}

export function isIncluded({ sha256 }: ProofChecks, checkpoint: SignedCheckpoint, inclusion: Inclusion): boolean {
  const path = bytesOf(inclusion.path)
  if (inclusion.size !== checkpoint.size || path === null) return false
  const leaf = leafHash(sha256, utf8(inclusion.text))
  const root = rootFromInclusion(sha256, { leaf, index: inclusion.leaf, size: inclusion.size, path })
  return root !== null && sameBytes(root, checkpoint.root)
}

function bytesOf(path: readonly string[]): Uint8Array[] | null {
  const hashes = path.map(fromHex)
  return hashes.every((hash) => hash !== null) ? hashes : null
}
