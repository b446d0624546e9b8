// Customer facts of a withdrawal review: account age, identity, login places, saved addresses, earlier deposits and
// withdrawals, pending requests. Read-only.

import { type MoneyMoved, listCreditedAmounts, listOtherRequests, listPaidAmounts } from '#db/platform/customer-past'
import { listSavedAddresses } from '#db/platform/payee'
import type { UserRow } from '#db/platform/user'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import { type Catalogue, findKnownAsset } from '#domain/catalogue'
import type { FactLabel, ReviewFacts } from '#domain/desk/review'
import { signsOf } from '#domain/desk/withdrawal-signs'
import { deviceName } from '#domain/device'
import { isAddressKind } from '#domain/funds/withdrawal'
import { type Amount, ZERO, add, formatTrimmed } from '#domain/money/amount'
import { levelPassed } from '#domain/verification'
import { callAccountAsSystem } from '../account-room'

type Line = ReviewFacts['lines'][number]

const LOGINS_SHOWN = 5
const ADDRESSES_SHOWN = 5

export async function customerLines(
  env: Env,
  { row, owner, catalogue }: { readonly row: WithdrawalRow; readonly owner: UserRow; readonly catalogue: Catalogue },
): Promise<Line[]> {
  const { userId } = row
  const [sessions, addresses, credited, paid, others] = await Promise.all([
    callAccountAsSystem(env, userId, { type: 'inspect_sessions' }),
    listSavedAddresses(env.DB, userId),
    listCreditedAmounts(env.DB, userId),
    listPaidAmounts(env.DB, userId),
    listOtherRequests(env.DB, { userId, kind: 'withdrawal', subjectId: String(row.id) }),
  ])
  const target = addresses.find(({ network, address, memo }) => {
    return network === row.network && address === row.target && memo === row.memo
  })
  const line = (label: FactLabel, value: string): Line => ({ label, value: value === '' ? '—' : value })
  const logins = [...sessions].sort((one, other) => other.openedAt - one.openedAt).slice(0, LOGINS_SHOWN)
  const signs = signsOf(
    {
      accountOpenedAt: owner.createdAt,
      level: levelPassed(owner),
      addressSince: isAddressKind(row.kind) ? (target?.changedAt ?? null) : undefined,
      depositsPassed: credited.length,
      withdrawalsPassed: paid.length,
      countries: logins.map(({ country }) => country),
    },
    row.createdAt,
  )
  return [
    ...(signs.length === 0 ? [] : [line('signs', signs.join('; '))]),
    line('account_opened', minuteText(owner.createdAt)),
    line('level', String(levelPassed(owner))),
    line(
      'logins',
      logins
        .map(({ openedAt, device, city, country }) => joined([minuteText(openedAt), nameOf(device), city, country]))
        .join('; '),
    ),
    ...(target ? [line('address_since', minuteText(target.changedAt))] : []),
    line(
      'addresses',
      [...addresses]
        .sort((one, other) => other.changedAt - one.changedAt)
        .slice(0, ADDRESSES_SHOWN)
        .map(({ changedAt, name, network, address }) => joined([minuteText(changedAt), name, network, address]))
        .join('; '),
    ),
    line('deposits_so_far', sumsText(catalogue, credited)),
    line('withdrawals_so_far', sumsText(catalogue, paid)),
    line('other_requests', others.map(({ id, kind }) => `#${id} ${kind}`).join('; ')),
  ]
}

/** "2026-11-21T16:00Z". */
const minuteText = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`

/** Lists are separated by semicolons, so an unknown client's own text has none. */
const nameOf = (device: string): string => deviceName(device).replaceAll(';', ',')

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** "3 × 750 USDT; 1 × 0.5 BTC". */
function sumsText(catalogue: Catalogue, moved: readonly MoneyMoved[]): string {
  const sums = new Map<number, { readonly times: number; readonly amount: Amount }>()
  for (const { assetId, amount } of moved) {
    const before = sums.get(assetId) ?? { times: 0, amount: ZERO }
    sums.set(assetId, { times: before.times + 1, amount: add(before.amount, amount) })
  }
  return [...sums]
    .map(([assetId, { times, amount }]) => {
      const asset = findKnownAsset(catalogue, assetId)
      return `${times} × ${asset ? `${formatTrimmed(asset, amount)} ${asset.code}` : String(amount)}`
    })
    .join('; ')
}
