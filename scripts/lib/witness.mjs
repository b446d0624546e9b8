// A witness of the log: knows the last checkpoint that it cosigned, and cosigns another only when the log proves that it is a continuation.

/** What the log showed contradicts what it signed before. */
export class Fork extends Error {}
/** The log says that it was restored from a backup which lacks leaves that were cosigned. */
export class Restored extends Fork {}

/**
 * @param {object} ports
 * @param {any} ports.log functions of server/domain/log, as scripts/witness.mjs loads them
 * @param {{ sha256: any, verify: any, sign: (message: Uint8Array) => Uint8Array }} ports.crypto
 * @param {any} ports.key the witness's own public key
 * @param {(path: string) => Promise<any>} ports.ask the message of an answer below /api/v1/log
 * @param {{ logKey: string, cosigned: string | null, refused: string | null, isRestored?: boolean, lastRound?: number | null, lastLive?: number | null, hasLostRounds?: boolean }} ports.state
 * @param {(state: any) => void} ports.save writes the state before anybody sees the cosignature
 */
export function makeWitness({ log, crypto, key, ask, state, save }) {
  let now = state

  /** Looks once; answers the newest cosigned checkpoint, and throws a Fork for one that is no continuation. */
  async function look(seconds) {
    if (now.refused !== null) throw new (now.isRestored ? Restored : Fork)(now.refused)
    const { checkpoint: text } = await ask('checkpoint')
    const known = now.cosigned && log.readCheckpoint(log.readNote(now.cosigned).text)
    const opened = await openByKeys(text, known)
    const { checkpoint } = opened
    if (known) await compare(known, checkpoint)
    const rounds = known ? await readLeaves(known, checkpoint) : {}
    const { text: body, signatures } = checkpoint.note
    const cosignature = log.cosignatureOf(key, seconds, crypto.sign(log.utf8(log.cosignedText(seconds, body))))
    // Of the log's key only: what others signed is their own to serve.
    const own = signatures.filter(({ name }) => name === opened.key.name)
    const cosigned = log.writeNote({ text: body, signatures: [...own, cosignature] })
    keep({ logKey: log.writePublicKey(opened.key), cosigned, ...rounds })
    return cosigned
  }

  async function compare(known, checkpoint) {
    if (checkpoint.size < known.size) refuse(`it had ${known.size} leaves and now shows ${checkpoint.size}`)
    if (checkpoint.size === known.size) {
      if (!log.sameBytes(known.root, checkpoint.root)) refuse(`it has two roots of ${known.size} leaves`)
      return
    }
    const { path } = await ask(`consistency?from=${known.size}&to=${checkpoint.size}`)
    const proof = path.map(log.fromHex)
    if (proof.includes(null) || !log.isConsistent(crypto.sha256, known, checkpoint, proof))
      refuse(`its ${checkpoint.size} leaves do not begin with the ${known.size} that were cosigned`)
  }

  /**
   * What the leaves since the last cosignature say of the feed: number of the newest round, and whether rounds of before may follow. They must make
   * the checkpoint's root out of the cosigned one, so that none is left out or shown as another. Refuses rounds that were skipped or logged again
   * without a leaf that says so.
   */
  async function readLeaves(known, shown) {
    let rounds = {
      lastRound: now.lastRound ?? null,
      lastLive: now.lastLive ?? null,
      hasLostRounds: now.hasLostRounds ?? false,
    }
    let [peaks, problem] = [null, null]
    // The last cosigned leaf leads to the subtrees that later ones are joined with.
    for (let next = known.size - 1; next < shown.size;) {
      const leaves = await ask(`leaves?from=${next}`)
      for (const leaf of leaves.slice(0, shown.size - next)) {
        if (leaf.no !== next) throw new Error(`it does not show leaf ${next}`)
        peaks = log.grown(crypto.sha256, peaks ?? (await peaksBefore(known.size)), log.hashOfLeaf(crypto.sha256, leaf))
        if (next === known.size - 1) expectRoot(peaks, known)
        else {
          problem ??= problemOfRounds(rounds, leaf)
          rounds = roundsAfter(rounds, leaf)
        }
        next += 1
      }
      if (leaves.length === 0) throw new Error(`it does not show leaf ${next}`)
    }
    expectRoot(peaks, shown)
    if (problem !== null) refuse(problem)
    return rounds
  }

  async function peaksBefore(size) {
    const { path } = await ask(`inclusion?leaf=${size - 1}&size=${size}`)
    const hashes = path.map(log.fromHex)
    return (hashes.includes(null) ? null : log.peaksBefore(size, hashes)) ?? []
  }

  function expectRoot(peaks, { root }) {
    if (!log.sameBytes(log.rootOfPeaks(crypto.sha256, peaks), root))
      throw new Error('the leaves that it shows are not those of its checkpoint')
  }

  /** Rounds of numbers that were logged before say so themselves, after a leaf that says that the feed went back or lost some. */
  function problemOfRounds({ lastRound, lastLive, hasLostRounds }, leaf) {
    const rounds = log.readRoundsLeaf(leaf)
    if (!rounds || lastRound === null) return null
    const isSaid = rounds.isAgain ? leaf.number <= lastRound : rounds.first > lastRound
    if (!(hasLostRounds ? isSaid : !rounds.isAgain && rounds.first === lastRound + 1))
      return `after round ${lastRound} it logged round ${rounds.first}: rounds were skipped or changed`
    // Leaves of overlapping times would let the site log prices of the past.
    if (rounds.isAgain || lastLive === null || rounds.times?.since >= lastLive) return null
    return `after prices up to ${new Date(lastLive).toISOString()} it logged round ${rounds.first} as one of before`
  }

  function roundsAfter(rounds, leaf) {
    if (leaf.source === 'rollback' && leaf.body.startsWith('rounds ')) return { ...rounds, hasLostRounds: true }
    const { isAgain = true, times } = log.readRoundsLeaf(leaf) ?? {}
    return isAgain ? rounds : { lastRound: leaf.number, lastLive: times?.until ?? null, hasLostRounds: false }
  }

  /** Opens a checkpoint by the log's key, or by one that the log's leaves hand over to. A restored log has fewer leaves than were cosigned. */
  async function openByKeys(text, known) {
    let current = log.readPublicKey(crypto.sha256, now.logKey)
    const opened = log.openCheckpoint(crypto.verify, text, current)
    if (opened) return { checkpoint: opened, key: current }
    const size = log.readCheckpoint(log.readNote(text)?.text ?? '')?.size ?? 0
    for (let from = 0; from < size;) {
      const leaves = await ask(`leaves?from=${from}&source=key`)
      if (leaves.length === 0) break
      for (const leaf of leaves) {
        const next = leaf.source === 'key' && leaf.number > 1 ? log.keyAfter(crypto, leaf.body, current) : null
        if (!next || !(await isAccepted(text, leaf))) continue
        await continued(text, leaf, known)
        current = next
      }
      from = leaves.at(-1).no + 1
    }
    const checkpoint = log.openCheckpoint(crypto.verify, text, current)
    if (!checkpoint) throw new Error('the checkpoint is not signed by the key of the log')
    return { checkpoint, key: current }
  }

  /** Refuses a log that was restored to fewer leaves than were cosigned, or that does not begin with what it says that it continues. */
  async function continued(text, { no, body }, known) {
    const restored = log.restoredFrom(body)
    if (restored === null) return
    const shown = log.readCheckpoint(log.readNote(text).text)
    const { path } = await ask(`consistency?from=${restored.size}&to=${shown.size}`)
    const proof = path.map(log.fromHex)
    const isPrefix = !proof.includes(null) && log.isConsistent(crypto.sha256, restored, shown, proof)
    if (restored.size !== no || !isPrefix)
      refuse('it was restored and does not begin with what it says that it continues')
    if (known && known.size > no) {
      const gone = `it was restored from a backup of ${no} leaves, and ${known.size - no} of the ${known.size} that were cosigned are gone`
      refuse(`${gone}. A witness with a state of its own can follow the restored log`, true)
    }
  }

  /** Whether a leaf is in the log of a checkpoint, whichever key signed that. */
  async function isAccepted(text, { no, source, number, body }) {
    const shown = log.readCheckpoint(log.readNote(text).text)
    const { path } = await ask(`inclusion?leaf=${no}&size=${shown.size}`)
    const leaf = log.leafHash(crypto.sha256, log.utf8(log.leafText({ source, number, body })))
    const hashes = path.map(log.fromHex)
    const root = hashes.includes(null)
      ? null
      : log.rootFromInclusion(crypto.sha256, { leaf, index: no, size: shown.size, path: hashes })
    return root !== null && log.sameBytes(root, shown.root)
  }

  function refuse(reason, isRestored = false) {
    keep({ refused: reason, isRestored })
    throw new (isRestored ? Restored : Fork)(reason)
  }

  function keep(change) {
    now = { ...now, ...change }
    save(now)
  }

  return { look, cosigned: () => now.cosigned, refused: () => now.refused }
}
