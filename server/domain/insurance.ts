// A receipt's insurance entries by currency, as stored with it: "3:1200,1:-5", and "0" for none.

import { type Amount, amount } from './money/amount'

export interface Taken {
  readonly assetId: number
  /** In the asset's smallest unit; negative: paid. */
  readonly value: Amount
}

export const NOTHING_TAKEN = '0'

export const readTaken = (text: string): readonly Taken[] =>
  text.split(',').flatMap((part) => {
    const [, assetId, value] = /^(\d+):(-?\d+)$/.exec(part) ?? []
    return assetId === undefined || value === undefined
      ? []
      : [{ assetId: parseInt(assetId, 10), value: amount(BigInt(value)) }]
  })

export function addTaken(text: string, { assetId, value }: Taken): string {
  const sums = new Map(readTaken(text).map((each) => [each.assetId, each.value]))
  sums.set(assetId, amount((sums.get(assetId) ?? 0n) + value))
  const parts = [...sums].flatMap(([id, sum]) => (sum === 0n ? [] : [`${id}:${sum}`]))
  return parts.length === 0 ? NOTHING_TAKEN : parts.join(',')
}
