// Travel rule: the setting, sealed fields of withdrawals, and the message for other institutions.

import * as v from 'valibot'
import { listSealed } from '#db/platform/sealed'
import { readSettings } from '#db/platform/setting'
import { findPassedBasic } from '#db/platform/verification'
import { type WithdrawalRow, findWithdrawal } from '#db/platform/withdrawal'
import type { Amount } from '#domain/money/amount'
import { type TravelFields, WALLET_HOLDINGS, ivms101, readThreshold } from '#domain/screening/travel-rule'
import { hasHiddenSigns } from '#domain/written-line'
import { siteName } from '../brand'
import { text } from '../input'
import { seal, unseal } from '../security/seal'
import { revealNumber } from '../verification/document-number'

const SETTING = 'travel_rule_from'
const USE = 'travel_rule'

const NAME_LENGTH_MAX = 100

/** What is invisible would part a name's words, and hide it from the lists. */
const name = v.pipe(
  text(NAME_LENGTH_MAX),
  v.check((written) => !hasHiddenSigns(written)),
)

/** Fields of forms and of the API. */
export const travelFields = {
  beneficiary_name: v.optional(name),
  beneficiary_wallet: v.optional(v.picklist(WALLET_HOLDINGS)),
  beneficiary_vasp: v.optional(name),
  beneficiary_country: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z]{2}$/),
      v.transform((code) => code.toUpperCase()),
    ),
  ),
}

/** In USDT at VALUE_SCALE; null where nobody is asked. */
export const travelThreshold = async (env: Pick<Env, 'DB'>): Promise<Amount | null> =>
  readThreshold((await readSettings(env.DB, [SETTING])).get(SETTING))

export const sealTravel = async (
  env: Pick<Env, 'SESSION_SECRET'>,
  userId: number,
  fields: TravelFields | null,
): Promise<string> => (fields ? seal(env, { use: USE, userId }, JSON.stringify(fields)) : '')

type Sealed = Pick<WithdrawalRow, 'userId' | 'travelSealed'>

/** Null for a withdrawal without fields. */
export async function openTravelFields(
  env: Pick<Env, 'SESSION_SECRET'>,
  { userId, travelSealed }: Sealed,
): Promise<TravelFields | null> {
  const text = travelSealed === '' ? null : await unseal(env, { use: USE, userId }, travelSealed)
  // Sealed above from the same type.
  return text === null ? null : (JSON.parse(text) as TravelFields)
}

export const isSameTravel = async (
  env: Pick<Env, 'SESSION_SECRET'>,
  row: Sealed,
  fields: TravelFields | null,
): Promise<boolean> => JSON.stringify(await openTravelFields(env, row)) === JSON.stringify(fields)

/** IVMS101 message of a withdrawal; null without travel-rule fields or for a sealed account. */
export async function travelMessage(env: Env, withdrawalId: number): Promise<object | null> {
  const row = await findWithdrawal(env.DB, withdrawalId)
  if (row && (await listSealed(env.DB, [row.userId])).has(row.userId)) return null
  const beneficiary = row && (await openTravelFields(env, row))
  if (!row || !beneficiary) return null
  const [site, basic] = await Promise.all([siteName(env), findPassedBasic(env.DB, row.userId)])
  const number = basic && (await revealNumber(env, basic))
  const { name: legal, idType, country } = basic ?? {}
  const originator = legal && idType && country ? { name: legal, idType, country, number: number ?? '' } : null
  return ivms101({ site, userId: row.userId, originator, beneficiary, address: row.target })
}
