// Filter of deposits and withdrawals from the URL. Pure; shared by page and export.

import { DEPOSIT_STATES } from '#domain/funds/deposit'
import { idOf } from './query'

const TYPES = ['deposit', 'withdrawal'] as const

/** Field values; empty means all. */
export interface RequestChoice {
  readonly type: (typeof TYPES)[number] | ''
  readonly asset: string
  readonly state: (typeof DEPOSIT_STATES)[number] | ''
}

export function readRequestChoice(search: URLSearchParams) {
  const asset = search.get('asset') ?? ''
  const fields: RequestChoice = {
    type: TYPES.find((name) => name === search.get('type')) ?? '',
    asset: idOf(asset) ? asset : '',
    state: DEPOSIT_STATES.find((name) => name === search.get('state')) ?? '',
  }
  const filter = {
    type: fields.type || undefined,
    assetId: fields.asset === '' ? undefined : Number(fields.asset),
    states: fields.state === '' ? undefined : [fields.state],
  }
  return { fields, filter }
}

/** URL of a choice, without the page number. */
export const requestSearch = (choice: RequestChoice): string => {
  const search = new URLSearchParams(Object.entries(choice).filter(([, value]) => value !== '')).toString()
  return search === '' ? '' : `?${search}`
}
