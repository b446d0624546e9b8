// Proofs known to one run of /verify.mjs: from its files, from files beside them, or asked from the site once.

import { checkCosigned } from '../../server/domain/log/cosigned.ts'

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

  async function cosigned(checks, proof, witness) {
    const verdict = checkCosigned(checks, proof, { witness, notes, consistencies })
    if (verdict.kind !== 'unproven' || verdict.needed === null || !ask) return verdict
    const [from, to] = verdict.needed
    const { consistency } = await ask(`consistency?from=${from}&to=${to}`)
    if (!consistency) return verdict
    consistencies.push(consistency)
    return checkCosigned(checks, proof, { witness, notes, consistencies })
  }

  return { proofOf, cosigned, unused: () => proofs.filter(({ name, isUsed }) => name && !isUsed) }
}
