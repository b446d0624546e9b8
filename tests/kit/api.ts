// Calls of the API, for steps whose page has its own test.

import { expect } from 'vitest'
import type { Visitor } from './visitor'

/** Posts a form to an endpoint of /api and returns the message of its ok answer. */
export async function callApi(
  person: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const answer = await person.ask(`/api${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  const { type, message } = await answer.json<{ type: string; message: unknown }>()
  expect({ path, type, message }).toMatchObject({ type: 'ok' })
  return message
}

/** Moves USDT from the spot wallet to another wallet. */
export const fund = (person: Visitor, wallet: 'lever' | 'micro' | 'stocks' | 'margin', amount: string) =>
  callApi(person, '/wallet/change', { currency_id: '3', number: amount, from_field: 'change', to_field: wallet })

/** Current index price. */
export async function priceOf(person: Visitor, symbol: string): Promise<number> {
  const answer = await person.ask(`/api/v1/quotes?symbol=${symbol}`)
  const { message } = await answer.json<{ message: readonly { price: string }[] }>()
  return Number(message[0]?.price)
}
