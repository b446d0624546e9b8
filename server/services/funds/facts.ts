// Review facts of a deposit or withdrawal for the desk. Read-only.

import { SERVER_WORDS } from '#server-words'
import { type DepositRow, findDeposit, listEarlierUses, listRecalled, listSimilarDeposits } from '#db/platform/deposit'
import { type UserRow, findUserById } from '#db/platform/user'
import { type WithdrawalRow, findWithdrawal } from '#db/platform/withdrawal'
import { type Asset, type Catalogue, findKnownAsset } from '#domain/catalogue'
import { CARD_ECHOES, CARD_FIELDS, type CardField, type CardFields, cardKindOf } from '#domain/funds/card'
import { type Amount, formatTrimmed, formatUnits, subtract } from '#domain/money/amount'
import { VALUE_SCALE, valueInUsdt } from '#domain/money/valuation'
import type { DepositKind } from '#domain/funds/deposit'
import { type WithdrawalKind, btcText, isAddressKind } from '#domain/funds/withdrawal'
import type { Language } from '#domain/language'
import { type UsdtPrices, usdtPricesOf } from '#domain/portfolio/appraisal'
import { isWithdrawalLocked } from '#domain/security'
import { loadCatalogue } from '../catalogue'
import type { FactLabel, ReviewFacts } from '#domain/desk/review'
import { listQuotes } from '../quotes'
import { screenedLine, senderLines } from '../screening/review'
import { openTravelFields } from '../screening/travel-rule'
import { fundsStateText } from '../words'
import { customerLines } from './customer-lines'

type Line = ReviewFacts['lines'][number]
const line = (label: FactLabel, value: string): Line[] => (value === '' ? [] : [{ label, value }])

const moneyText = (asset: Asset | undefined, value: Amount): string =>
  asset ? `${formatTrimmed(asset, value)} ${asset.code}` : String(value)

/** "≈ 3115.20 USDT" at today's price; empty without one, and for USDT itself. */
function usdtText(asset: Asset | undefined, value: Amount, prices: UsdtPrices): string {
  const price = asset && asset.code !== 'USDT' ? prices.get(asset.code) : undefined
  if (!asset || price === undefined) return ''
  const cents = valueInUsdt(asset, value, price) / 10n ** BigInt(VALUE_SCALE - CENTS)
  return `≈ ${formatUnits(cents, CENTS)} USDT`
}

const CENTS = 2

const instantText = (at: number): string => new Date(at).toISOString()

export async function depositFacts(env: Env, subjectId: string, language: Language): Promise<ReviewFacts | null> {
  const row = await findDeposit(env.DB, parseInt(subjectId, 10))
  if (!row) return null
  const [catalogue, similar, earlier] = await Promise.all([
    loadCatalogue(env),
    listSimilarDeposits(env.DB, row),
    listEarlierUses(env.DB, row),
  ])
  const asset = findKnownAsset(catalogue, row.assetId)
  // Possible duplicates: the sender and the chain may have reported the same transfer.
  const twins = similar
    .map(({ id, kind, state, network }) =>
      [`#${id}`, fundsKindText(language, kind), network, fundsStateText(language, state)].filter(Boolean).join(' '),
    )
    .join('; ')
  return {
    lines: [
      ...line('amount', moneyText(asset, row.amount)),
      ...line('network', row.network || fundsKindText(language, row.kind)),
      ...line('address', row.address),
      ...line('memo', row.memo),
      ...line('transaction', row.txId ?? ''),
      ...line('confirmations', row.kind === 'chain' ? `${row.confirmations} / ${row.confirmationsMin}` : ''),
      ...(await senderLines(env, row)),
      ...line('state', row.isCredited ? fundsStateText(language, 'passed') : ''),
      // Amount already spent by the owner when the deposit was recalled.
      ...line('missing', row.missing ? moneyText(asset, row.missing) : ''),
      ...line('reference', twins),
      ...line('earlier_uses', earlier.map((use) => useText(catalogue, use, language)).join('; ')),
      ...line('reason', row.reason),
      ...line('requested_at', instantText(row.createdAt)),
    ],
    images: row.voucher === '' ? [] : [row.voucher],
  }
}

/** "#12 10001 TRC20 75 USDT Rejected": earlier deposit with user, network, amount and state. */
const useText = (catalogue: Catalogue, use: DepositRow, language: Language): string => {
  const money = moneyText(findKnownAsset(catalogue, use.assetId), use.amount)
  return `#${use.id} ${use.userId} ${use.network || fundsKindText(language, use.kind)} ${money} ${fundsStateText(language, use.state)}`
}

export async function withdrawalFacts(env: Env, subjectId: string, language: Language): Promise<ReviewFacts | null> {
  const row = await findWithdrawal(env.DB, parseInt(subjectId, 10))
  if (!row) return null
  const [catalogue, recalled, owner, quotes] = await Promise.all([
    loadCatalogue(env),
    listRecalled(env.DB, row.userId),
    findUserById(env.DB, row.userId),
    // Without prices the value in BTC, which is stored, still tells enough.
    listQuotes(env).catch(() => []),
  ])
  const asset = findKnownAsset(catalogue, row.assetId)
  return {
    lines: [
      ...line('amount', moneyText(asset, row.amount)),
      ...line('fee', moneyText(asset, row.fee)),
      ...line('arrival', moneyText(asset, subtract(row.amount, row.fee))),
      ...line(
        'value',
        [`${btcText(row.btcValue)} BTC`, usdtText(asset, row.amount, usdtPricesOf(quotes))].filter(Boolean).join(' · '),
      ),
      ...line('network', row.network || fundsKindText(language, row.kind)),
      ...payeeLines(row),
      ...(await travelLines(env, row)),
      await screenedLine(env, { kind: 'withdrawal', subjectId: String(row.id) }),
      ...line('remark', row.remark),
      ...line('restrictions', restrictionOf(owner)),
      ...recallLines(catalogue, recalled),
      ...line('state', row.state === 'draft' || row.state === 'void' ? '' : fundsStateText(language, row.state)),
      ...line('requested_at', instantText(row.createdAt)),
      ...(owner ? await customerLines(env, { row, owner, catalogue }) : []),
    ],
    images: [],
  }
}

/** Payout destination: the address, or all card fields of the owner. */
function payeeLines({ kind, target, memo, card }: WithdrawalRow): Line[] {
  if (isAddressKind(kind)) return [...line('address', target), ...line('memo', memo)]
  // Stored as CardFields by the withdrawal plan.
  const fields = JSON.parse(card) as CardFields
  const echoes = Object.entries(CARD_ECHOES) as [keyof typeof CARD_ECHOES, CardField][]
  return [
    ...CARD_FIELDS[cardKindOf(kind)].flatMap((field) => line(`card_${field}`, fields[field] ?? '')),
    // Repeated card fields that contradict the original field.
    ...echoes.flatMap(([echo, field]) =>
      fields[echo] === fields[field] ? [] : line(`card_${field}`, fields[echo] ?? ''),
    ),
  ]
}

/** The recipient as the travel rule has it told. */
async function travelLines(env: Env, row: WithdrawalRow): Promise<Line[]> {
  const travel = await openTravelFields(env, row)
  return travel
    ? [
        ...line('beneficiary', `${travel.name} · ${travel.country}`),
        ...line('beneficiary_wallet', travel.wallet),
        ...line('beneficiary_vasp', travel.vasp),
      ]
    : []
}

/** Restriction that blocks the payout even after approval: a freeze, or the waiting period after a security change. */
function restrictionOf(owner: UserRow | null): string {
  if (owner?.isWithdrawalFrozen) return 'withdrawals_frozen'
  return isWithdrawalLocked(owner?.withdrawalsLockedUntil ?? null, Date.now()) ? 'withdrawals_waiting' : ''
}

/** Recalled chain deposits of the user: no payout until they are settled, even after approval. */
const recallLines = (catalogue: Catalogue, rows: readonly DepositRow[]): Line[] => {
  const told = (value: (row: DepositRow) => Amount | null) =>
    rows.flatMap((row) => {
      const money = value(row)
      return money ? [`#${row.id} ${moneyText(findKnownAsset(catalogue, row.assetId), money)}`] : []
    })
  return [
    ...line('recalled', told(({ amount }) => amount).join('; ')),
    ...line('missing', told(({ missing }) => missing).join('; ')),
  ]
}

const fundsKindText = (language: Language, kind: DepositKind | WithdrawalKind): string =>
  SERVER_WORDS[language].funds[`kind_${kind}`]
