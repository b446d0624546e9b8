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
 * @param {{ logKey: string, cosigned: string | null, refused: string | null, isRestored?: boolean, lastRound?: number | null, lastRoundAt?: number | null }} ports.state
 * @param {(state: any) => void} ports.save writes the state before anybody sees the cosignature
 * @param {(words: string) => void} ports.report hears of rounds whose time does not ascend
 */
export function makeWitness({ log, crypto, key, ask, state, save, report }) {
  let now = state

  /** Looks once; answers the newest cosigned checkpoint, and throws a Fork for one that is no continuation. */
  async function look(seconds) {
    if (now.refused !== null) throw new (now.isRestored ? Restored : Fork)(now.refused)
    const { checkpoint: text } = await ask('checkpoint')
    const known = now.cosigned && log.readCheckpoint(log.readNote(now.cosigned).text)
    const opened = await openByKeys(text, known)
    const { checkpoint } = opened
    if (known) await compare(known, checkpoint)
    const last = known ? await roundsUpTo(text, known.size, checkpoint.size) : null
    const { text: body, signatures } = checkpoint.note
    const cosignature = log.cosignatureOf(key, seconds, crypto.sign(log.utf8(log.cosignedText(seconds, body))))
    // Of the log's key only: what others signed is their own to serve.
    const own = signatures.filter(({ name }) => name === opened.key.name)
    const cosigned = log.writeNote({ text: body, signatures: [...own, cosignature] })
    keep({
      logKey: log.writePublicKey(opened.key),
      cosigned,
      lastRound: last?.no ?? null,
      lastRoundAt: last?.at ?? null,
    })
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

  /** Number and time of the last round; its time is null where no leaf's was shown. Refuses rounds that were skipped or logged again, unless a leaf says that the feed went back. */
  async function roundsUpTo(text, from, size) {
    let [last, at] = [now.lastRound ?? null, now.lastRoundAt ?? null]
    while (from < size) {
      const leaves = await ask(`leaves?from=${from}`)
      if (leaves.length === 0) throw new Error('it does not show its leaves')
      for (const leaf of leaves) {
        const isBack = leaf.source === 'rollback' && leaf.body.startsWith('rounds ')
        const rounds = log.readRoundsLeaf(leaf)
        if (leaf.no >= size || (!isBack && !rounds)) continue
        if (!(await isIn(text, leaf))) throw new Error(`leaf ${leaf.no} is not the one of its checkpoint`)
        if (rounds && last !== null && rounds.first !== last + 1)
          refuse(`after round ${last} it logged round ${rounds.first}: rounds were skipped or changed`)
        last = isBack ? null : leaf.number
        at = isBack ? null : await timeAfter(at, leaf, rounds)
      }
      from = leaves.at(-1).no + 1
    }
    return { no: last, at }
  }

  /** Time of a leaf's last round, as the leaf proves it; the time before where the site has the round no more, or it is one of a past second. */
  async function timeAfter(before, { number }, { first, root }) {
    const shown = await ask(`round?round=${number}`).catch(() => null)
    if (!shown?.round || !shown.path) return before
    const { late_symbol: lateSymbol, ...round } = shown.round
    const path = shown.path.map(log.fromHex)
    const leaf = log.hashOfRound(crypto.sha256, { ...round, lateSymbol })
    const place = { leaf, index: number - first, size: number - first + 1, path }
    const own = path.includes(null) ? null : log.rootFromInclusion(crypto.sha256, place)
    if (round.no !== number || own === null || !log.sameBytes(own, root)) {
      report(`round ${number} is not the one of its leaf`)
      return before
    }
    if (lateSymbol !== null) return before
    if (before !== null && round.at <= before)
      report(`round ${number} is of ${round.at}, and one before it of ${before}: a round was moved in time`)
    return round.at
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
        if (!next || !(await isIn(text, leaf))) continue
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
  async function isIn(text, { no, source, number, body }) {
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
