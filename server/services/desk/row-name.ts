// How a row of a sheet is named in a fact: its table, which becomes a word where it is shown, and its key. An asset goes by its code.

import { type Catalogue, findKnownAsset } from '#domain/catalogue'
import type { Sheet } from '#domain/desk/sheet-cell'

export function rowName(catalogue: Catalogue, sheet: Pick<Sheet, 'table' | 'keys'>, key: readonly string[]): string {
  const isAsset = (column: string | undefined) => column === 'asset_id' || (sheet.table === 'asset' && column === 'id')
  const parts = key.map((part, index) =>
    isAsset(sheet.keys[index]) ? (findKnownAsset(catalogue, parseInt(part, 10))?.code ?? part) : part,
  )
  return `${sheet.table} ${parts.join(' · ')}`
}
