// The travel rule: who receives a withdrawal to a chain, asked from an amount that the operators set, and the message of the interVASP
// messaging standard (IVMS101) that another institution gets.

import type { IdType } from '../identity-document'
import { type Amount, formatTrimmed } from '../money/amount'
import { VALUE_SCALE, parseUsdt } from '../money/valuation'
import { type Outcome, done, refuse } from '../outcome'

/** A wallet of the user's own, or an account at another institution. */
export const WALLET_HOLDINGS = ['own', 'hosted'] as const

export interface TravelFields {
  readonly name: string
  readonly wallet: (typeof WALLET_HOLDINGS)[number]
  /** The institution of a hosted wallet; empty for an own one. */
  readonly vasp: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

/** Names in forms and on the wire, in the order in which a missing one is named. */
export const TRAVEL_FIELDS = [
  'beneficiary_name',
  'beneficiary_wallet',
  'beneficiary_vasp',
  'beneficiary_country',
] as const
type TravelField = (typeof TRAVEL_FIELDS)[number]

/** The fields as they were sent; all absent where nobody was asked. */
export type TravelInput = { readonly [Field in TravelField]?: string | undefined } & {
  readonly beneficiary_wallet?: TravelFields['wallet'] | undefined
}

/** Null where none was sent. Some of them, or an institution of an own wallet, are refused by name. */
export function readTravel(input: TravelInput): Outcome<TravelFields | null, 'field_missing' | 'field_not_taken'> {
  const {
    beneficiary_name: name,
    beneficiary_wallet: wallet,
    beneficiary_vasp: vasp = wallet === 'own' ? '' : undefined,
    beneficiary_country: country,
  } = input
  if (TRAVEL_FIELDS.every((field) => input[field] === undefined)) return done(null)
  if (name === undefined) return refuse('field_missing', { field: 'beneficiary_name' })
  if (wallet === undefined) return refuse('field_missing', { field: 'beneficiary_wallet' })
  if (vasp === undefined) return refuse('field_missing', { field: 'beneficiary_vasp' })
  if (wallet === 'own' && vasp !== '') return refuse('field_not_taken', { field: 'beneficiary_vasp' })
  if (country === undefined) return refuse('field_missing', { field: 'beneficiary_country' })
  return done({ name, wallet, vasp, country })
}

/** The setting: a value in USDT, from which on a withdrawal to a chain needs the fields. Null where the operators ask nobody. */
export const readThreshold = (setting: string | undefined): Amount | null =>
  setting === undefined || setting.trim() === '' ? null : parseUsdt(setting.trim())

export const isThreshold = (setting: string): boolean => setting.trim() === '' || parseUsdt(setting.trim()) !== null

/** `value` is that of the withdrawal in USDT at VALUE_SCALE. */
export const checkTravel = (
  fields: TravelFields | null,
  { value, threshold }: { readonly value: Amount; readonly threshold: Amount },
): Outcome<null, 'travel_rule_needed'> =>
  fields || value < threshold
    ? done(null)
    : refuse('travel_rule_needed', {
        from: formatTrimmed({ scale: VALUE_SCALE }, threshold),
        field: 'beneficiary_name',
      })

const DOCUMENT_CODES: Readonly<Record<IdType, string>> = { id_card: 'IDCD', passport: 'CCPT', driver_licence: 'DRLC' }

interface Transfer {
  readonly site: string
  readonly userId: number
  /** The verified identity; null for an account without one. */
  readonly originator: {
    readonly name: string
    readonly idType: IdType
    readonly number: string
    readonly country: string
  } | null
  readonly beneficiary: TravelFields
  readonly address: string
}

const person = (name: string, more: object) => ({
  naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: name, nameIdentifierType: 'LEGL' }] }, ...more },
})

const institution = (name: string) => ({
  legalPerson: { name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] } },
})

/** IVMS101 message. Names are not split, which the standard allows: the whole name is the primary identifier. */
export const ivms101 = ({ site, userId, originator, beneficiary, address }: Transfer) => ({
  originator: {
    originatorPersons: [
      person(originator?.name ?? '', {
        ...(originator && {
          nationalIdentification: {
            nationalIdentifier: originator.number,
            nationalIdentifierType: DOCUMENT_CODES[originator.idType],
            countryOfIssue: originator.country,
          },
        }),
        customerIdentification: String(userId),
      }),
    ],
    accountNumber: [String(userId)],
  },
  beneficiary: {
    beneficiaryPersons: [person(beneficiary.name, { countryOfResidence: beneficiary.country })],
    accountNumber: [address],
  },
  originatingVASP: { originatingVASP: institution(site) },
  ...(beneficiary.vasp === '' ? {} : { beneficiaryVASP: { beneficiaryVASP: institution(beneficiary.vasp) } }),
})
