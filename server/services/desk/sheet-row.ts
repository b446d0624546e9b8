// Row names for audit facts, and values that a new row copies from its assets.

import { readAssetColumns, readEventColumns } from '#db/platform/sheet'
import { type Catalogue, findKnownAsset } from '#domain/catalogue'
import type { Sheet, StoredRow } from '#domain/desk/sheet-cell'

/** Table and key of a row; assets by code. */
export function rowName(catalogue: Catalogue, sheet: Pick<Sheet, 'table' | 'keys'>, key: readonly string[]): string {
  const isAsset = (column: string | undefined) => column === 'asset_id' || (sheet.table === 'asset' && column === 'id')
  const parts = key.map((part, index) =>
    isAsset(sheet.keys[index]) ? (findKnownAsset(catalogue, parseInt(part, 10))?.code ?? part) : part,
  )
  return `${sheet.table} ${parts.join(' · ')}`
}

/** Columns of a new row derived from its assets or event. */
export async function readContext(
  env: Pick<Env, 'DB'>,
  { context = [] }: Pick<Sheet, 'context'>,
  texts: Readonly<Record<string, string>>,
): Promise<StoredRow> {
  const parts = await Promise.all(
    context.map(([cell, prefix]) => {
      const id = (texts[cell] ?? '').trim()
      return prefix === 'event' ? readEventColumns(env.DB, id) : readAssetColumns(env.DB, id, prefix)
    }),
  )
  return Object.assign({}, ...parts) as StoredRow
}
