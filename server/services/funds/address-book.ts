// Withdrawal addresses: validated by their network's rules, stored once, with a waiting period after each change before
// withdrawals.

import {
  type SavedAddressRow,
  deleteSavedAddress,
  findSavedAddress,
  insertSavedAddress,
  listSavedAddresses,
  updateSavedAddress,
} from '#db/platform/payee'
import { type Asset, findAsset } from '#domain/catalogue'
import { findNetworkFacts, isMemoFor } from '#domain/funds/network'
import { newAddressDelayMs } from '#domain/funds/withdrawal'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { StepUpProof, StepUpRefusal } from '#domain/security'
import { hasHiddenSigns, nameKey, oneLine } from '#domain/written-line'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { dropInvitationsOfPayee } from '../promotion/invitation'
import { noticeChange } from '../security/notice'
import { hasStepUp, readSecurityState } from '../security/state'
import { proveStepUp } from '../security/step-up'
import { ownsUpload } from '../uploads'
import { type AddressFault, checkAddress } from '../chains/address'
import { isTokenContract } from '../chains/networks'

export const ADDRESSES_MAX = 100

export type AddressRefusal =
  | StepUpRefusal
  | 'asset_not_found'
  | AddressFault
  | 'memo_malformed'
  | 'address_name_malformed'
  | 'address_not_found'
  | 'address_exists'
  | 'address_name_taken'
  | 'addresses_above_max'
  | 'upload_not_found'

/** Address form. Absent fields keep their values on a change and are empty for a new address. */
export interface AddressForm {
  /** Null for a new address. */
  readonly id: number | null
  readonly assetId: number
  /** Null for a new address: the first network of the asset on which the address is valid. */
  readonly network: string | null
  readonly name?: string | undefined
  readonly address: string
  readonly memo?: string | undefined
  /** Reference of an uploaded picture; empty for none. */
  readonly qrcode?: string | undefined
}

/** A saved address as its owner sees it. */
export interface SavedAddress {
  readonly id: number
  readonly assetId: number
  readonly code: string
  readonly logo: string
  readonly network: string
  readonly name: string
  readonly address: string
  readonly memo: string
  readonly qrcode: string
  readonly updatedAt: number
  /** Activation time (ms). */
  readonly usableAt: number
}

/** Saved addresses, newest first; addresses of unlisted assets are omitted. */
export async function listAddresses(env: Env, session: Session): Promise<Outcome<readonly SavedAddress[]>> {
  const [check, catalogue, rows] = await Promise.all([
    checkSession(env, session),
    loadCatalogue(env),
    listSavedAddresses(env.DB, session.userId),
  ])
  if (!check.ok) return check
  return done(
    rows.flatMap((row) => {
      const asset = findAsset(catalogue, row.assetId)
      return asset ? [showAddress(env, asset, row)] : []
    }),
  )
}

export const addressUsableAt = (env: Pick<Env, 'DEMO_MODE'>, changedAt: number): number =>
  changedAt + newAddressDelayMs(env.DEMO_MODE === 'on')

function showAddress(env: Env, asset: Asset, row: SavedAddressRow): SavedAddress {
  const { id, network, name, address, memo, qrcode, updatedAt } = row
  const shown = { id, network, name, address, memo, qrcode, updatedAt }
  return {
    ...shown,
    assetId: asset.id,
    code: asset.code,
    logo: asset.logo,
    usableAt: addressUsableAt(env, row.changedAt),
  }
}

/**
 * Saves an address. Pages send the owner's step-up `proof`; old API clients may have no field for it, and for a new
 * address the activation delay is the protection against a thief. A changed address, or a known one with another memo
 * or network, is trusted already, so it requires the proof if the owner has a step-up method.
 */
export async function saveAddress(
  env: Env,
  session: Session,
  form: AddressForm,
  { proof, now }: { readonly proof: StepUpProof | null; readonly now: number },
): Promise<Outcome<{ readonly id: number }>> {
  const { userId } = session
  // Session check first: an ended session gets that refusal regardless of the form.
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const checked = await checkForm(env, userId, form)
  if (!checked.ok) return checked
  const proven = proof ? await proveStepUp(env, session, proof, now) : check
  if (!proven.ok) return proven

  const { row, known, isTrusted } = checked.value
  if (known && isUnchanged(known, row)) return done({ id: known.id })
  const isProofNeeded = isTrusted && !proof && hasStepUp(await readSecurityState(env, userId, now))
  if (isProofNeeded) return refuse('step_up_missing')
  if (known) {
    const isSame = isSameAddress(known, row)
    const isKept = await updateSavedAddress(
      env.DB,
      { userId, id: known.id },
      { ...row, updatedAt: now, changedAt: isSame ? known.changedAt : now },
    )
    // A concurrent request may have taken the place: nothing changed, so no notice is sent.
    if (!isKept) return refuse('address_exists')
    await noticeChange(env, userId, 'payee', now)
    if (!isSame) await dropInvitationsOfPayee(env, userId)
    return done({ id: known.id })
  }
  const id = await insertSavedAddress(env.DB, { ...row, userId, changedAt: now, updatedAt: now })
  if (id === null) return refuse('address_exists')
  await noticeChange(env, userId, 'payee', now)
  await dropInvitationsOfPayee(env, userId)
  return done({ id })
}

type AddressKey = Pick<SavedAddressRow, 'assetId' | 'network' | 'address' | 'memo'>

/** Asset, network, address and memo identify a place: the recipient of one asset's address may not own it for another asset. */
const isSameAddress = (known: AddressKey, row: AddressKey): boolean =>
  known.assetId === row.assetId &&
  known.network === row.network &&
  known.address === row.address &&
  known.memo === row.memo

const isUnchanged = (known: SavedAddressRow, row: CheckedAddress['row']): boolean =>
  isSameAddress(known, row) && known.name === row.name && known.qrcode === row.qrcode

interface CheckedAddress {
  readonly row: Pick<SavedAddressRow, 'assetId' | 'network' | 'name' | 'address' | 'memo' | 'qrcode'>
  readonly known: SavedAddressRow | null
  /** True when the owner already has this address in the book. */
  readonly isTrusted: boolean
}

async function checkForm(
  env: Env,
  userId: number,
  input: AddressForm,
): Promise<Outcome<CheckedAddress, AddressRefusal>> {
  const [catalogue, saved] = await Promise.all([loadCatalogue(env), listSavedAddresses(env.DB, userId)])
  const asset = findAsset(catalogue, input.assetId)
  if (!asset) return refuse('asset_not_found')
  const known = input.id === null ? null : (saved.find((row) => row.id === input.id) ?? null)
  if (input.id !== null && !known) return refuse('address_not_found')
  const form = filledIn(input, known)
  const place = findPlace(asset, form)
  if (!place.ok) return place
  if (isTokenContract(env, place.value)) return refuse('address_loses_coins', { network: place.value.network })
  const wanted = { assetId: asset.id, ...place.value, memo: form.memo }
  const twin = saved.find((row) => row.id !== form.id && isSameAddress(row, wanted))
  if (twin) return refuse('address_exists')
  if (!known && saved.length >= ADDRESSES_MAX) return refuse('addresses_above_max', { most: String(ADDRESSES_MAX) })
  const name = oneLine(form.name)
  if (hasHiddenSigns(name)) return refuse('address_name_malformed')
  // Names are unique, because owners choose payees by name. Without a name the address itself is shown.
  const isTaken = name !== '' && saved.some((row) => row.id !== form.id && nameKey(row.name) === nameKey(name))
  if (isTaken) return refuse('address_name_taken')
  const isOwnPicture =
    form.qrcode === '' || form.qrcode === known?.qrcode || (await ownsUpload(env, userId, form.qrcode))
  if (!isOwnPicture) return refuse('upload_not_found')
  const isAlike = ({ address, network, memo }: SavedAddressRow) =>
    address === wanted.address && (network !== wanted.network || memo !== wanted.memo)
  const isTrusted = known !== null || saved.some(isAlike)
  return done({ row: { ...wanted, name, qrcode: form.qrcode }, known, isTrusted })
}

/** A saved memo applies to its own network only. */
function filledIn(input: AddressForm, known: SavedAddressRow | null) {
  const network = input.network ?? (known?.assetId === input.assetId ? known.network : null)
  const isSameNetwork = known?.assetId === input.assetId && known.network === network
  return {
    ...input,
    network,
    name: input.name ?? known?.name ?? '',
    memo: input.memo ?? (isSameNetwork ? known.memo : ''),
    qrcode: input.qrcode ?? known?.qrcode ?? '',
  }
}

/** Named network, or the first on which the address is valid; the address in that network's spelling. */
export function findPlace(
  asset: Asset,
  { network, address, memo }: Pick<AddressForm, 'network' | 'address'> & { readonly memo: string },
): Outcome<{ readonly network: string; readonly address: string }, AddressRefusal> {
  const names = asset.networks.map(({ name }) => name)
  if (network !== null && !names.includes(network)) return refuse('network_not_found')
  for (const name of network === null ? names : [network]) {
    const checked = checkAddress(name, address.trim())
    if (!checked.ok && checked.refusal.code === 'address_malformed') continue
    if (!checked.ok) return checked
    const facts = findNetworkFacts(name)
    if (!facts || !isMemoFor(facts, memo)) return refuse('memo_malformed')
    return done({ network: name, address: checked.value })
  }
  return refuse('address_malformed', { network: network ?? names.join(', ') })
}

/** Removes an address. Requires the same proof as a change, because a thief could reuse the freed, trusted name. */
export async function removeAddress(
  env: Env,
  session: Session,
  id: number,
  { proof, now }: { readonly proof: StepUpProof; readonly now: number },
): Promise<Outcome<null>> {
  const { userId } = session
  const [check, known, state] = await Promise.all([
    checkSession(env, session),
    findSavedAddress(env.DB, userId, id),
    readSecurityState(env, userId, now),
  ])
  if (!check.ok) return check
  if (!known) return refuse('address_not_found')
  const proven = hasStepUp(state) ? await proveStepUp(env, session, proof, now) : check
  if (!proven.ok) return proven
  if (!(await deleteSavedAddress(env.DB, userId, id))) return refuse('address_not_found')
  await noticeChange(env, userId, 'payee_removed', now)
  return done(null)
}

/** Single address, for its edit form. */
export async function getAddress(env: Env, session: Session, id: number): Promise<Outcome<SavedAddress>> {
  const [check, catalogue, row] = await Promise.all([
    checkSession(env, session),
    loadCatalogue(env),
    findSavedAddress(env.DB, session.userId, id),
  ])
  if (!check.ok) return check
  const asset = row && findAsset(catalogue, row.assetId)
  return row && asset ? done(showAddress(env, asset, row)) : refuse('address_not_found')
}
