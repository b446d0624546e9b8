// A row of a sheet: how a fact names it, and what a new row takes over from the assets that it names.

import { readAssetColumns, readEventColumns } from '#db/platform/sheet'
import { type Catalogue, findKnownAsset } from '#domain/catalogue'
import type { Sheet, StoredRow } from '#domain/desk/sheet-cell'

/** The table, which becomes a word where it is shown, and the key; an asset goes by its code. */
export function rowName(catalogue: Catalogue, sheet: Pick<Sheet, 'table' | 'keys'>, key: readonly string[]): string {
  const isAsset = (column: string | undefined) => column === 'asset_id' || (sheet.table === 'asset' && column === 'id')
  const parts = key.map((part, index) =>
    isAsset(sheet.keys[index]) ? (findKnownAsset(catalogue, parseInt(part, 10))?.code ?? part) : part,
  )
  return `${sheet.table} ${parts.join(' · ')}`
}

/** The columns that a new row reads from the assets, or the event, that it names. */
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
