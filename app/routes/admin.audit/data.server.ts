// The desk's audit log, and the state of its hash chain.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { AUDIT_ACTIONS } from '#domain/desk/audit'
import { loadCatalogue } from '#services/catalogue'
import { readAudit, verifyAudit } from '#services/desk/audit'
import { readStaff } from '#services/desk/staff'
import { auditFilter, auditReader } from '../../admin/audit.server'
import { auditTarget } from '../../admin/audit-target'
import { auditFacts } from '../../admin/audit-words'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'audit:read')
  const { env } = args.context
  const search = new URL(args.request.url).searchParams
  const page = readPage(args.request)
  const [{ rows, total }, staff, catalogue, check] = await Promise.all([
    readAudit(env, auditFilter(search), { page, limit: PAGE_SIZE }),
    readStaff(env),
    loadCatalogue(env),
    search.get('check') === '1' ? verifyAudit(env) : null,
  ])
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  const reader = auditReader(readLanguage(args.request), names, catalogue)
  return {
    ...deskPage(args.request, 'audit'),
    rows: rows.map(({ seq, at, staffId, action, target, facts, previousHash, hash }) => ({
      seq,
      at,
      by: staffId === null ? null : (names.get(staffId) ?? String(staffId)),
      action,
      target,
      targetWords: auditTarget(reader, target),
      facts: auditFacts(reader, { target, facts }),
      previousHash,
      hash,
    })),
    total,
    page,
    check,
    actions: AUDIT_ACTIONS,
    staff: staff.map(({ id, name }) => ({ id, name })),
    chosen: {
      staff: search.get('staff') ?? '',
      action: search.get('action') ?? '',
      target: search.get('target') ?? '',
      from: search.get('from') ?? '',
      until: search.get('until') ?? '',
    },
  }
}
