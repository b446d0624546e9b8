// Check of the available balance and its refusal: the form warns before the account refuses.

import { type Outcome, done, refuse } from '../outcome'
import { type Amount, type AssetScale, formatTrimmed } from './amount'

export function checkAvailable(
  asset: AssetScale,
  { available, needed }: Readonly<Record<'available' | 'needed', Amount>>,
): Outcome<null, 'insufficient_available'> {
  if (needed <= available) return done(null)
  return refuse('insufficient_available', {
    asset: asset.code,
    available: formatTrimmed(asset, available),
    needed: formatTrimmed(asset, needed),
  })
}
