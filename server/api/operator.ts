// Admission to the operators' own endpoints, behind BACKUP_TOKEN. They are no part of the public API and are not in its document.

import { createMiddleware } from 'hono/factory'
import { admitOperator } from '#services/backup/access'
import { clientIp } from '#session/client-ip'

export const admitted = createMiddleware<{ Bindings: Env }>(async (context, next) => {
  const shown = { authorization: context.req.header('Authorization') ?? null, ip: clientIp(context.req.raw) }
  const admission = await admitOperator(context.env, shown, Date.now())
  if (admission === 'absent') return context.text('Not found', 404)
  if (admission === 'refused') return context.text('BACKUP_TOKEN is another', 401)
  if (admission === 'too_many') return context.text('Too many calls', 429, { 'Retry-After': '1' })
  await next()
  context.header('Cache-Control', 'no-store')
  return undefined
})
