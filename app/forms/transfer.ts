// Transfer form as a pure model: fields -> summary or problem. Preview only; the server decides.

import { type Asset, WALLETS, type Wallet } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { type Amount, add, parseAmount, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Refusal, refuse } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

/** Fields as typed or chosen. */
export interface TransferFields {
  readonly assetId: string
  readonly from: Wallet
  readonly to: Wallet
  readonly amount: string
}

export type TransferAsset = Pick<Asset, 'id' | 'code' | 'scale' | 'wallets'>

export interface TransferFacts {
  /** Determines the meaning of a comma in the amount. */
  readonly language: Language
  readonly assets: readonly TransferAsset[]
  readonly availableOf: (wallet: Wallet, assetId: number) => Amount
}

/** Balances before and after, exact. */
export interface TransferSummary {
  readonly asset: TransferAsset
  readonly amount: Amount
  readonly from: { readonly wallet: Wallet; readonly before: Amount; readonly after: Amount }
  readonly to: { readonly wallet: Wallet; readonly before: Amount; readonly after: Amount }
}

export interface TransferProblem {
  readonly field: 'asset' | 'to' | 'amount'
  readonly refusal: Refusal
}

/** A wallet that lacks money. */
export interface TransferTarget {
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number }
  /** The wallet that receives. */
  readonly to: Wallet
  /** Missing amount, prefilled in the sheet; null if unknown. */
  readonly missing: Amount | null
}

/** Action answer: submitted fields and preview or problem. An executed transfer redirects to its receipt instead, but for a sheet. */
export interface TransferAnswer {
  readonly fields: TransferFields
  /** Idempotency key, kept through the preview and a retry. */
  readonly commandId: string
  /** To be confirmed. The amount is in smallest units. */
  readonly preview: { readonly amount: string; readonly before: readonly [from: string, to: string] } | null
  readonly problem: { readonly field: TransferProblem['field']; readonly text: string } | null
  /** Executed from a sheet: its page stays. */
  readonly isDone?: true | undefined
  /** Set by the browser when no answer came. */
  readonly isUnanswered?: boolean | undefined
}

export type TransferReading =
  | { readonly summary: TransferSummary; readonly problem: null }
  | { readonly summary: null; readonly problem: TransferProblem }

/** Checks in the Account's order of refusals. */
export function readTransfer(
  facts: TransferFacts,
  { assetId, from, to, amount: text }: TransferFields,
): TransferReading {
  const asset = facts.assets.find((row) => String(row.id) === assetId)
  if (!asset) return refused(refuse('asset_not_found').refusal)
  const parsed = parseAmount(asset, plainDecimal(text, facts.language))
  if (!parsed.ok) return refused(parsed.refusal)
  if (from === to) return refused(refuse('wallet_same').refusal)
  if (!asset.wallets.includes(to)) return refused(refuse('wallet_not_for_asset', { asset: asset.code }).refusal)
  const value = parsed.value
  if (value === 0n) return refused(refuse('amount_not_positive').refusal)
  const [given, taken] = [facts.availableOf(from, asset.id), facts.availableOf(to, asset.id)]
  const covered = checkAvailable(asset, { available: given, needed: value })
  if (!covered.ok) return refused(covered.refusal)
  const summary: TransferSummary = {
    asset,
    amount: value,
    from: { wallet: from, before: given, after: subtract(given, value) },
    to: { wallet: to, before: taken, after: add(taken, value) },
  }
  return { summary, problem: null }
}

const refused = (refusal: Refusal): TransferReading => ({
  summary: null,
  problem: { field: fieldOfRefusal(refusal), refusal },
})

/** Form field of a refusal. */
export function fieldOfRefusal({ code }: Refusal): TransferProblem['field'] {
  if (code === 'asset_not_found') return 'asset'
  return code.startsWith('wallet_') ? 'to' : 'amount'
}

/** Target wallets of an asset. Any wallet may be a source, so one with leftover balance stays a source. */
export const takers = (asset: TransferAsset): readonly Wallet[] => asset.wallets

export const givers = (asset: TransferAsset, availableOf: TransferFacts['availableOf']): readonly Wallet[] =>
  WALLETS.filter((wallet) => asset.wallets.includes(wallet) || availableOf(wallet, asset.id) > 0n)

/** The way back. */
export const swapped = (fields: TransferFields): TransferFields => ({ ...fields, from: fields.to, to: fields.from })

const FIRST: Pick<TransferFields, 'from' | 'to'> = { from: 'change', to: 'legal' }

/** Initial fields from the URL, as far as valid. */
export function startFields(search: URLSearchParams, assets: readonly TransferAsset[]): TransferFields {
  const walletOf = (name: string) => WALLETS.find((wallet) => wallet === search.get(name))
  const asked = assets.find((row) => String(row.id) === search.get('asset'))
  const asset = asked ?? assets.find((row) => row.code === 'USDT') ?? assets[0]
  const [from, to] = [walletOf('from'), walletOf('to')]
  const other = (wallet: Wallet): Wallet =>
    wallet !== FIRST.from ? FIRST.from : (asset?.wallets.find((name) => name !== wallet) ?? FIRST.to)
  return {
    assetId: String(asset?.id ?? ''),
    from: from ?? (to ? other(to) : FIRST.from),
    to: to && to !== from ? to : from ? other(from) : FIRST.to,
    amount: '',
  }
}
