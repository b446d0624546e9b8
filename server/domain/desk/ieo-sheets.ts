// Desk tables of token sales. Terms of applications are written once by two people and never change: a wrong sale is closed and another
// created. Later the desk can close, open or hide it, and correct its texts, pictures and links.

import { IEO_MODES } from '../ieo/terms'
import { LANGUAGES } from '../language'
import { type Outcome, done, refuse } from '../outcome'
import { type CellKind, type Sheet, type StoredRow, sort } from './sheet-cell'

const count = (max: number): CellKind => ({ kind: 'integer', min: 1, max })
const TOKENS_MAX = 1_000_000_000_000
const USER_MAX = 10_000_000_000
const project: CellKind = { kind: 'integer', min: 1, max: 1_000_000 }
const PAYS = /^(?:BTC|ETH|USDT)(?:,(?:BTC|ETH|USDT)){0,2}$/
/** A path of ours, or none: two slashes would begin another site. */
const PICTURE = /^(?:\/(?!\/)[\w./-]{1,200})?$/
const LINK = /^(?:https:\/\/[\x21-\x7e]{1,480})?$/

export const IEO_SHEETS = {
  'ieo-projects': {
    title: 'sheet_ieo_projects',
    table: 'ieo_project',
    from: 'ieo_project',
    place: 'catalogue',
    keys: ['id'],
    mayAdd: true,
    guard: { onAdd: true, switches: ['is_open', 'is_shown'], cells: ['picture', 'website', 'white_paper'] },
    check: checkProject,
    cells: [
      { name: 'id', is: project, isFixed: true },
      { name: 'asset_id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'mode', is: { kind: 'choice', choices: IEO_MODES }, isFixed: true },
      {
        name: 'cost',
        is: { kind: 'decimal', scale: 6, stored: 'text', min: '0.000001', max: '1000000' },
        isFixed: true,
      },
      { name: 'supply', is: count(TOKENS_MAX), isFixed: true },
      { name: 'min_quantity', is: count(USER_MAX), isFixed: true, isDetail: true },
      { name: 'applicant_max', is: count(USER_MAX), isFixed: true, isDetail: true },
      { name: 'pays', is: { kind: 'text', lengthMax: 12, pattern: PAYS }, isFixed: true, isDetail: true },
      { name: 'starts_at', is: { kind: 'instant' }, isFixed: true },
      { name: 'ends_at', is: { kind: 'instant' }, isFixed: true },
      { name: 'listing_at', is: { kind: 'instant' }, isFixed: true, isDetail: true },
      { name: 'lock_days', is: count(1_000), isFixed: true, isDetail: true },
      { name: 'picture', is: { kind: 'text', lengthMax: 200, pattern: PICTURE, isOptional: true }, isDetail: true },
      { name: 'website', is: { kind: 'text', lengthMax: 500, pattern: LINK, isOptional: true }, isDetail: true },
      { name: 'white_paper', is: { kind: 'text', lengthMax: 500, pattern: LINK, isOptional: true }, isDetail: true },
      { name: 'is_open', is: { kind: 'flag' } },
      { name: 'is_shown', is: { kind: 'flag' } },
      sort,
    ],
  },
  'ieo-texts': {
    title: 'sheet_ieo_texts',
    table: 'ieo_text',
    from: 'ieo_text',
    place: 'content',
    keys: ['project_id', 'language'],
    mayAdd: true,
    guard: { onAdd: true, words: ['title', 'summary', 'content'] },
    cells: [
      { name: 'project_id', is: project, isFixed: true },
      { name: 'language', is: { kind: 'choice', choices: LANGUAGES }, isFixed: true },
      { name: 'title', is: { kind: 'text', lengthMax: 200 } },
      { name: 'summary', is: { kind: 'text', lengthMax: 500 }, isDetail: true },
      { name: 'content', is: { kind: 'html', lengthMax: 50_000 }, isDetail: true },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** Times are in order, and the user's maximum is at least the minimum. */
function checkProject(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const number = (cell: string): number => {
    const value = row[cell]
    return typeof value === 'number' ? value : NaN
  }
  const isInOrder = number('starts_at') < number('ends_at') && number('ends_at') <= number('listing_at')
  return isInOrder && number('min_quantity') <= number('applicant_max') ? done(null) : refuse('row_contradicts')
}
