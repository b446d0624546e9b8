// Audit log filter from URL parameters, for page and export. Days in UTC, like the log.

import { DAY_MS, dayText, parseDay } from '#domain/time'
import type { AuditFilter } from '#services/desk/audit'
import { type Catalogue, knownAssets } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { idOf } from '../lists/query'
import { numbersIn } from '../text/numbers'
import { pageI18n } from '../text/i18n.server'
import type { AuditReader } from './audit-words'

/** Longest action or target. */
const NAME_LENGTH_MAX = 120

export function auditFilter(search: URLSearchParams): AuditFilter {
  const until = parseDay(search.get('until'))
  return {
    staffId: idOf(search.get('staff')) || undefined,
    action: search.get('action')?.slice(0, NAME_LENGTH_MAX) || undefined,
    target: search.get('target')?.trim().slice(0, NAME_LENGTH_MAX) || undefined,
    from: parseDay(search.get('from')),
    until: until === undefined ? undefined : until + DAY_MS,
  }
}

/** Filter of an exported audit file, as recorded in the audit log; days as in the URL. */
export const auditFilterNames = ({ staffId, action, target, from, until }: AuditFilter) => ({
  staff: staffId,
  action,
  target,
  from: from === undefined ? undefined : dayText(from),
  until: until === undefined ? undefined : dayText(until - DAY_MS),
})

/** User to whom the filter is limited; null when it names none. */
export const auditedUser = ({ target }: AuditFilter): number | null =>
  target?.startsWith('user:') ? idOf(target.slice('user:'.length)) || null : null

/** Reader for audit facts: translations and names by id. Amounts need the asset catalogue. */
export const auditReader = (
  language: Language,
  staff: ReadonlyMap<number, string>,
  catalogue: Catalogue | null = null,
): AuditReader => ({
  words: pageI18n(language),
  numbers: numbersIn(language),
  language,
  assets: new Map(catalogue && knownAssets(catalogue).map((asset) => [asset.id, asset])),
  staff,
})
