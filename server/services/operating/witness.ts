// The witness of the log (npm run witness): when it last cosigned a checkpoint of ours.

import { verifyEd25519 } from '#lib/ed25519'
import { cosignedAt } from '#domain/log/checkpoint'
import { readNote, readPublicKey } from '#domain/log/note'
import { createHash } from 'node:crypto'

const CALL_TIMEOUT_MS = 5_000
const NOTE_LENGTH_MAX = 20_000

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())

/** Name of the witness and instant of its cosignature in seconds; 0 when it is silent or signs otherwise. Null where none is configured. */
export async function witnessSample(
  env: Pick<Env, 'WITNESS_URL' | 'WITNESS_KEY'>,
): Promise<{ readonly name: string; readonly seconds: number } | null> {
  const key = env.WITNESS_KEY ? readPublicKey(sha256, env.WITNESS_KEY) : null
  if (!env.WITNESS_URL || !key) return null
  try {
    const response = await fetch(env.WITNESS_URL, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    const note = response.ok ? readNote((await response.text()).slice(0, NOTE_LENGTH_MAX)) : null
    return { name: key.name, seconds: (note && cosignedAt(verifyEd25519, note, key)) ?? 0 }
  } catch {
    return { name: key.name, seconds: 0 }
  }
}
