// Daily mail of the audit log's head hash to all admins: outside the directory it cannot be altered together with the
// log.

import { hasMark, keepMark } from '#db/platform/attempt'
import { findLastAudit } from '#db/platform/audit'
import { listStaff } from '#db/platform/staff'
import { type AuditMark, writeMark } from '#domain/desk/audit'
import { DEFAULT_LANGUAGE } from '#domain/language'
import { DAY_MS } from '#domain/time'
import { siteName } from '../brand'
import { writeAuditMail } from '../identity/message'
import { sendMessage } from '../outbox'

/** Mails the audit log's head hash once a day. A failed mail is reported and not retried: the next day's hash covers the same lines. */
export async function mailAuditHead(env: Env, now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10)
  const key = `audit-mail:${day}`
  if (await hasMark(env.DB, key, now)) return
  const last = await findLastAudit(env.DB)
  if (last) await mailAdmins(env, last, { day, now })
  await keepMark(env.DB, key, now + DAY_MS)
}

async function mailAdmins(env: Env, last: AuditMark, { day, now }: { readonly day: string; readonly now: number }) {
  const [staff, site] = await Promise.all([listStaff(env.DB), siteName(env)])
  const words = { language: DEFAULT_LANGUAGE, site, day, lines: String(last.seq), mark: writeMark(last) }
  for (const { role, state, email } of staff)
    if (role === 'admin' && state === 'active') await sendMessage(env, writeAuditMail(email, words), now)
}
