// Repeated withdrawal command: identical content returns the same withdrawal; different content is refused.

import { type SavedAddressRow, findSavedAddress } from '#db/platform/payee'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import { type Asset, findKnownAsset } from '#domain/catalogue'
import { isAddressKind, readShownFee, withdrawalFee } from '#domain/funds/withdrawal'
import { parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { oneLine } from '#domain/written-line'
import { loadCatalogue } from '../catalogue'
import { checkAddress } from '../chains/address'
import { readTravel } from '#domain/screening/travel-rule'
import { isSameTravel } from '../screening/travel-rule'
import type { WithdrawalForm } from './withdrawal-plan'

/**
 * Compares with the stored draft only, never with current prices, fees, delays or open networks, because the answer to
 * a retry must not depend on them.
 */
export async function checkRepeat(env: Env, row: WithdrawalRow, form: WithdrawalForm): Promise<Outcome<null>> {
  if (form.kind !== row.kind || form.assetId !== row.assetId) return refuse('command_id_reused')
  const [catalogue, saved] = await Promise.all([
    loadCatalogue(env),
    form.addressId === null ? null : findSavedAddress(env.DB, row.userId, form.addressId),
  ])
  const asset = findKnownAsset(catalogue, row.assetId)
  if (!asset) return refuse('asset_not_found')
  if (form.feeShown !== null) {
    const shown = readShownFee(asset, form.feeShown)
    if (!shown.ok) return shown
    // The fee of the terms may be shown, without the fraction of a cent that a bank cannot send.
    const fee = withdrawalFee(asset, row.kind, { value: row.amount, fee: shown.value })
    if (fee < row.fee) return refuse('command_id_reused')
  }
  const travel = readTravel(form.travel ?? {})
  if (!travel.ok || !(await isSameTravel(env, row, travel.value))) return refuse('command_id_reused')
  const isSame = isSameAmount(asset, row, form) && isSamePayee(row, form, saved) && oneLine(form.remark) === row.remark
  return isSame ? done(null) : refuse('command_id_reused')
}

function isSameAmount(asset: Asset, row: WithdrawalRow, form: WithdrawalForm): boolean {
  const asked = parseAmount(asset, form.amount)
  return asked.ok && asked.value === row.amount
}

/** Only one card per kind exists, so the kind identifies it. */
function isSamePayee(row: WithdrawalRow, form: WithdrawalForm, saved: SavedAddressRow | null): boolean {
  if (!isAddressKind(form.kind)) return true
  if (form.addressId !== null)
    return saved?.network === row.network && saved.address === row.target && saved.memo === row.memo
  const written = checkAddress(row.network, form.address.trim())
  return (
    written.ok &&
    written.value === row.target &&
    (form.network === null || form.network === row.network) &&
    (form.memo === '' || form.memo === row.memo)
  )
}
