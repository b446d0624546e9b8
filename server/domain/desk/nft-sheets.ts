// Desk table of the NFT market: its terms, edited by two people. A sale keeps its terms.

import { type Outcome, done, refuse } from '../outcome'
import { type Sheet, type StoredRow, rate } from './sheet-cell'

export const NFT_SHEETS = {
  'nft-terms': {
    title: 'sheet_nft_terms',
    table: 'nft_term',
    from: 'nft_term',
    place: 'catalogue',
    keys: ['id'],
    mayAdd: false,
    guard: { cells: ['commission', 'royalty_min', 'royalty_max', 'margin_rate'], switches: ['is_open'] },
    check: checkTerms,
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1 }, isFixed: true },
      { name: 'commission', is: rate('0', '0.2') },
      { name: 'royalty_min', is: rate('0', '0.3') },
      { name: 'royalty_max', is: rate('0', '0.3') },
      { name: 'margin_rate', is: rate('0.01', '1') },
      { name: 'is_open', is: { kind: 'flag' } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

function checkTerms(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const units = (cell: string): bigint => BigInt(row[cell] ?? 0)
  return units('royalty_min') <= units('royalty_max') ? done(null) : refuse('row_contradicts')
}
