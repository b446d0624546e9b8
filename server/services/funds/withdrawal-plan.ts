// Withdrawal plan before any proof or hold: payee, terms, and value in BTC.

import { type BankCardRow, type SavedAddressRow, listCards, listSavedAddresses } from '#db/platform/payee'
import type { NewWithdrawal } from '#db/platform/withdrawal'
import { type Asset, type Network, findAsset } from '#domain/catalogue'
import { cardKindOf } from '#domain/funds/card'
import {
  isAddressKind,
  readShownFee,
  readWithdrawalAmount,
  valueInBtc,
  withdrawalFee,
  withdrawalTerms,
} from '#domain/funds/withdrawal'
import { type Amount, formatTrimmed } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { valueInUsdt } from '#domain/money/valuation'
import { usdtPricesOf } from '#domain/portfolio/appraisal'
import { type TravelFields, type TravelInput, checkTravel, readTravel } from '#domain/screening/travel-rule'
import { hasHiddenSigns, oneLine } from '#domain/written-line'
import type { Session } from '#session/session'
import { loadCatalogue } from '../catalogue'
import { listQuotes } from '../quotes'
import { checkAddress } from '../chains/address'
import { addressUsableAt, findPlace } from './address-book'
import { readBankCard } from './cards'
import { travelThreshold } from '../screening/travel-rule'

export interface WithdrawalForm {
  readonly kind: 'address' | 'card' | 'international'
  readonly assetId: number
  /** Decimal text, including the fee. */
  readonly amount: string
  /** Address book entry, by id or by the written address. */
  readonly addressId: number | null
  readonly address: string
  /** Null: any network of the asset that accepts the address. */
  readonly network: string | null
  readonly memo: string
  readonly remark: string
  /** Fee displayed to the user; null when none was displayed. */
  readonly feeShown: string | null
  /** The travel rule's fields; absent where nobody asked. */
  readonly travel?: TravelInput
}

export type WithdrawalPlan = Pick<NewWithdrawal, 'card'> & {
  readonly kind: WithdrawalForm['kind']
  readonly assetId: number
  readonly network: string
  readonly target: string
  readonly memo: string
  readonly amount: Amount
  readonly fee: Amount
  readonly btcValue: Amount
  readonly remark: string
  readonly travel: TravelFields | null
}

/** Checks fields in form order. */
export async function planWithdrawal(
  env: Env,
  { userId }: Session,
  form: WithdrawalForm,
  now: number,
): Promise<Outcome<WithdrawalPlan>> {
  const [catalogue, quotes, addresses, cards, threshold] = await Promise.all([
    loadCatalogue(env),
    listQuotes(env),
    listSavedAddresses(env.DB, userId),
    listCards(env.DB, userId),
    travelThreshold(env),
  ])
  const asset = findAsset(catalogue, form.assetId)
  if (!asset) return refuse('asset_not_found')
  const payee = isAddressKind(form.kind)
    ? findAddress(env, { asset, addresses, form, now })
    : findCard(env, { cards, kind: form.kind, now })
  if (!payee.ok) return payee
  const network = asset.networks.find(({ name }) => name === payee.value.network) ?? null
  if (!isOpen(asset, form.kind, network))
    return refuse('withdrawal_closed', { network: payee.value.network || asset.code })
  const terms = withdrawalTerms(asset, network)
  const value = readWithdrawalAmount(asset, terms, form.amount)
  if (!value.ok) return value
  const fee = withdrawalFee(asset, form.kind, { value: value.value, fee: terms.fee })
  if (fee >= value.value)
    return refuse('withdrawal_below_min', { asset: asset.code, min: formatTrimmed(asset, terms.min) })
  const shown = form.feeShown === null ? done(terms.fee) : readShownFee(asset, form.feeShown)
  if (!shown.ok) return shown
  if (shown.value < terms.fee)
    return refuse('withdrawal_fee_changed', { asset: asset.code, fee: formatTrimmed(asset, terms.fee) })
  const prices = usdtPricesOf(quotes.filter((quote) => !quote.isStale))
  const btcValue = valueInBtc(asset, value.value, prices)
  if (btcValue === null) return refuse('price_unavailable')
  const remark = oneLine(form.remark)
  if (hasHiddenSigns(remark)) return refuse('remark_malformed')
  const { kind } = form
  const travel = readTravel(form.travel ?? {})
  if (!travel.ok) return travel
  if (isAddressKind(kind) && threshold !== null) {
    const price = prices.get(asset.code)
    if (price === undefined) return refuse('price_unavailable')
    const whole = checkTravel(travel.value, { value: valueInUsdt(asset, value.value, price), threshold })
    if (!whole.ok) return whole
  } else if (travel.value) return refuse('field_not_taken', { field: 'beneficiary_name' })
  const asked = { amount: value.value, fee, btcValue, remark, travel: travel.value }
  return done({ kind, assetId: asset.id, ...payee.value, ...asked })
}

/** An address is open if its own network is (even when unlisted); a card if any network of the asset allows withdrawals. */
const isOpen = ({ networks }: Asset, kind: WithdrawalForm['kind'], network: Network | null): boolean =>
  isAddressKind(kind) ? network?.isWithdrawalOpen === true : networks.some(({ isWithdrawalOpen }) => isWithdrawalOpen)

type Payee = Pick<WithdrawalPlan, 'network' | 'target' | 'memo'> & { readonly card: string }

interface AddressFacts {
  readonly asset: Asset
  readonly addresses: readonly SavedAddressRow[]
  readonly form: WithdrawalForm
  readonly now: number
}

/** Saved addresses only, after their activation delay: a stolen session cannot send money to a new address at once. */
function findAddress(env: Env, { asset, addresses, form, now }: AddressFacts): Outcome<Payee> {
  const saved =
    form.addressId === null
      ? findWritten(asset, addresses, form)
      : done(addresses.find(({ id }) => id === form.addressId))
  if (!saved.ok) return saved
  const row = saved.value
  if (!row || row.assetId !== asset.id) return refuse('address_not_saved')
  // Rejects an address saved under older, laxer rules.
  const checked = checkAddress(row.network, row.address)
  if (!checked.ok) return checked
  const usableAt = addressUsableAt(env, row.changedAt)
  if (usableAt > now) return refuse('address_too_new', { minutes: minutesUntil(usableAt, now) })
  return done({ network: row.network, target: row.address, memo: row.memo, card: '' })
}

function findWritten(
  asset: Asset,
  addresses: readonly SavedAddressRow[],
  form: WithdrawalForm,
): Outcome<SavedAddressRow | undefined> {
  const place = findPlace(asset, form)
  if (!place.ok) return place
  const isIt = (row: SavedAddressRow, network: string | null) =>
    row.assetId === asset.id &&
    (network === null || row.network === network) &&
    row.address === place.value.address &&
    // Wire clients may omit the memo and mean the saved one.
    (form.memo === '' || row.memo === form.memo)
  const found = addresses.filter((row) => isIt(row, form.network))
  // Several saved entries match: choosing one would guess where the money goes.
  return found.length > 1 ? refuse('address_ambiguous') : done(found[0])
}

interface CardFacts {
  readonly cards: readonly BankCardRow[]
  readonly kind: 'card' | 'international'
  readonly now: number
}

function findCard(env: Env, { cards, kind, now }: CardFacts): Outcome<Payee> {
  const row = cards.find((card) => card.kind === cardKindOf(kind))
  if (!row) return refuse('card_not_found')
  const { fields, usableAt } = readBankCard(env, row)
  if (usableAt > now) return refuse('address_too_new', { minutes: minutesUntil(usableAt, now) })
  return done({ network: '', target: fields.bank_account ?? '', memo: '', card: row.fields })
}

const minutesUntil = (at: number, now: number): string => String(Math.ceil((at - now) / 60_000))
