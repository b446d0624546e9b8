// Proofs known to one run of /verify.mjs: from its files, from files beside them, or asked from the site once.

import { checkCommitted } from '../../server/domain/log/committed.ts'
import { checkCosigned } from '../../server/domain/log/cosigned.ts'

const BLOCKS_MAX = 1_000

export function proofStore({ files, ask }) {
  const proofs = files.flatMap(({ name, proof }) => (proof ? [{ name, proof, isUsed: false }] : []))
  const notes = files.flatMap(({ note }) => note ?? [])
  const consistencies = files.flatMap(({ consistency }) => consistency ?? [])

  /** The proof of a receipt by its name; undefined where nothing has one. */
  async function proofOf(id) {
    const known = proofs.find(({ proof }) => proof.inclusion.text.endsWith(`\n${id}`))
    if (known || !ask) return known
    const { proof } = await ask(`receipt?receipt_id=${id}`)
    return proof && { proof, isUsed: true }
  }

  /** Verdict of a check, made again once the site has shown the consistency that it needs. */
  async function withConsistency(check) {
    const verdict = check()
    if (verdict.kind !== 'unproven' || verdict.needed === null || !ask) return verdict
    const [from, to] = verdict.needed
    const { consistency } = await ask(`consistency?from=${from}&to=${to}`)
    if (!consistency) return verdict
    consistencies.push(consistency)
    return check()
  }

  const cosigned = (checks, proof, witness) =>
    withConsistency(() => checkCosigned(checks, proof, { witness, notes, consistencies }))

  /** Whole list of allotments of a sale, by the name of the list's receipt; null without all blocks. */
  async function wholeList(id, project) {
    const known = files.flatMap(({ allocation }) => (allocation?.list_receipt_id === id ? [allocation] : []))
    const blocks = new Map(known.map((block) => [block.list[0]?.claim, block]))
    let count = known[0]?.blocks
    for (let no = 0; known.length === 0 && ask && no < (count ?? 1); no += 1) {
      const { allocation } = await ask(`../ieo/allocation?project_id=${project}&block=${no}`)
      if (allocation?.list_receipt_id !== id) return null
      count = Math.min(allocation.blocks, BLOCKS_MAX)
      blocks.set(allocation.list[0]?.claim, allocation)
    }
    // A sale without applications has one empty block.
    if (count === undefined || blocks.size !== Math.max(count, 1)) return null
    return [...blocks.values()].flatMap(({ list }) => list).sort((one, other) => one.claim - other.claim)
  }

  /** Whether the log held a commitment before the tick of a receipt; null without a proof of the commitment. */
  async function committed(checks, own, name) {
    const found = await proofOf(name)
    if (!found) return null
    found.isUsed = true
    return withConsistency(() => checkCommitted(checks, { own, name, proof: found.proof, consistencies }))
  }

  return { proofOf, cosigned, committed, wholeList, unused: () => proofs.filter(({ name, isUsed }) => name && !isUsed) }
}
