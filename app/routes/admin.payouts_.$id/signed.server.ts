// Signed transactions of a form: written into it, or a signer's file.

import { type Outcome, done, refuse } from '#domain/outcome'
import { fieldOf } from '../../visitor/visitor.server'

/** How a PSBT in bytes begins (BIP 174). */
const PSBT_BEGINNING = [...new TextEncoder().encode('psbt'), 0xff]

/** Text as a payer reads it; of both or none it would be unclear what is sent. */
export async function readSigned(form: FormData): Promise<Outcome<string, 'payout_signed_malformed'>> {
  const [typed, file] = [fieldOf(form, 'transactions').trim(), form.get('file')]
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(0)
  if ((typed === '') === (bytes.length === 0)) return refuse('payout_signed_malformed')
  if (typed !== '') return done(typed)
  const isPsbt = PSBT_BEGINNING.every((byte, index) => bytes[index] === byte)
  return done(isPsbt ? Buffer.from(bytes).toString('hex') : new TextDecoder().decode(bytes))
}
