// Desk table of the game: largest stake and profit, edited by two people. Chance and return aren't editable.

import { type CellKind, type Sheet, type StoredRow } from './sheet-cell'
import { type Outcome, done, refuse } from '../outcome'

const inAsset: CellKind = { kind: 'decimal', scale: 'asset_scale', stored: 'text', min: '0.01', max: '1000000' }

export const GAME_SHEETS = {
  'game-terms': {
    title: 'sheet_game_terms',
    table: 'game_term',
    from: 'game_term join (select code as of_asset, scale as asset_scale from asset) on of_asset = asset',
    place: 'catalogue',
    keys: ['asset'],
    mayAdd: false,
    guard: { cells: ['stake_min', 'stake_max', 'gain_max'], switches: ['is_open'] },
    check: checkGameTerms,
    cells: [
      { name: 'asset', is: { kind: 'text', lengthMax: 12 }, isFixed: true },
      { name: 'stake_min', is: inAsset },
      { name: 'stake_max', is: inAsset },
      { name: 'gain_max', is: inAsset },
      { name: 'is_open', is: { kind: 'flag' } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

function checkGameTerms(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const isOrdered = BigInt(row['stake_min'] ?? 0) <= BigInt(row['stake_max'] ?? 0)
  return isOrdered ? done(null) : refuse('row_contradicts')
}
