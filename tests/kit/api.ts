// What a person does by the API, where its page has a story of its own.

import { expect } from 'vitest'
import type { Visitor } from './visitor'

/** A form to an endpoint of /api, which takes it: its message. */
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

/** Moves USDT of the spot wallet to another. */
export const fund = (person: Visitor, wallet: 'lever' | 'micro' | 'stocks' | 'margin', amount: string) =>
  callApi(person, '/wallet/change', { currency_id: '3', number: amount, from_field: 'change', to_field: wallet })

/** The index price now. */
export async function priceOf(person: Visitor, symbol: string): Promise<number> {
  const answer = await person.ask(`/api/v1/quotes?symbol=${symbol}`)
  const { message } = await answer.json<{ message: readonly { price: string }[] }>()
  return Number(message[0]?.price)
}
